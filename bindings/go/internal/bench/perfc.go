package main

import "libperfc/perfc"

// records is Next, one by one.
type records struct{ event *perfc.Event }

func openRecords(s *source) (reader, error) {
	event, err := s.mapped()
	return &records{event}, err
}

func (r *records) drain() (records, sum uint64) {
	for record, err := range r.event.Pending() {
		if err != nil {
			break
		}
		sample, err := record.Sample()
		if err != nil {
			continue
		}
		records++
		sum += sumOfSample(record, sample)
	}
	return records, sum
}

func sumOfSample(record *perfc.Record, s *perfc.Sample) uint64 {
	sum := s.IP + uint64(s.PID) + uint64(s.TID) + s.Time
	if s.Has(perfc.SAMPLE_CPU) {
		sum += uint64(s.CPU)
	}
	if s.Has(perfc.SAMPLE_PERIOD) {
		sum += s.Period
	}
	if s.Has(perfc.SAMPLE_CALLCHAIN) {
		sum += sumOf(record.Words(s.Callchain))
	}
	if s.Has(perfc.SAMPLE_REGS_USER) {
		sum += s.UserABI + sumOf(record.Words(s.UserRegs))
	}
	if s.Has(perfc.SAMPLE_STACK_USER) {
		sum += firstWord(record.Bytes(s.Stack)) + uint64(s.Stack.Count) + s.StackDynSize
	}
	return sum
}

func (r *records) close() { r.event.Close() }

// columns is a batch, which borrows stacks: copies would take longer than all the
// rest.
type columns struct {
	event *perfc.Event
	batch *perfc.Batch
}

func openColumns(s *source) (reader, error) {
	event, err := s.mapped()
	if err != nil {
		return nil, err
	}
	var options perfc.BatchOptions
	if s.attr.SampleType&perfc.SAMPLE_STACK_USER != 0 {
		options.Flags = perfc.BATCH_VIEW_BYTES
	}
	batch, err := perfc.NewBatch(options)
	if err != nil {
		event.Close()
		return nil, err
	}
	return &columns{event, batch}, nil
}

func (c *columns) drain() (records, sum uint64) {
	for {
		rows, err := c.batch.Fill(c.event)
		if rows == 0 || err != nil {
			return records, sum
		}
		records += c.batch.Info().Samples
		sum += c.sum()
	}
}

func (c *columns) sum() (sum uint64) {
	for _, column := range []uint32{
		perfc.COLUMN_IP, perfc.COLUMN_TIME, perfc.COLUMN_PERIOD, perfc.COLUMN_USER_ABI, perfc.COLUMN_STACK_DYN_SIZE,
	} {
		sum += sumOf(c.batch.Sample(column).Uint64s())
	}
	for _, column := range []uint32{perfc.COLUMN_PID, perfc.COLUMN_TID, perfc.COLUMN_CPU} {
		sum += sumOf(c.batch.Sample(column).Uint32s())
	}
	for _, column := range []uint32{perfc.COLUMN_CALLCHAIN, perfc.COLUMN_USER_REGS} {
		sum += sumOf(c.batch.Sample(column).Words().Elements())
	}
	for _, stack := range c.batch.Sample(perfc.COLUMN_STACK).Bytes().All() {
		sum += firstWord(stack) + uint64(len(stack))
	}
	return sum
}

func (c *columns) close() {
	c.batch.Close()
	c.event.Close()
}
