package main

import (
	"errors"
	"syscall"

	"libperfc/perfc"
)

func tellColumns(c *storedCase, flags uint32, out *sink) error {
	plan, err := c.plan(c.attrs, c.byteOrder)
	if err != nil {
		return err
	}
	defer plan.Close()
	batch, err := perfc.NewBatch(perfc.BatchOptions{Flags: flags})
	if err != nil {
		return err
	}
	defer batch.Close()
	if c.byteOrder != perfc.BYTE_ORDER_BIG {
		return tellBytes(batch, plan, c.records, out)
	}
	return tellTurned(c, batch, plan, out)
}

// tellTurned fills from the records as View turns them round. Where it can't, the
// error stands in their place.
func tellTurned(c *storedCase, batch *perfc.Batch, plan *perfc.Plan, out *sink) error {
	native, err := c.native(plan)
	if err != nil {
		return err
	}
	defer native.Close()
	var failed error
	viewed(c, plan, func(record *perfc.Record, err error) {
		if err != nil {
			out.object("", func() { out.text("error", []byte(errorName(err))) })
			out.line()
			return
		}
		if err := tellBytes(batch, native, aligned(record.Data), out); err != nil {
			failed = err
		}
	})
	return failed
}

func tellBytes(batch *perfc.Batch, plan *perfc.Plan, data []byte, out *sink) error {
	for len(data) > 0 {
		rows, taken, err := batch.FillBytes(plan, data)
		if err != nil && !errors.Is(err, syscall.EBADMSG) {
			return err
		}
		if rows == 0 {
			return nil
		}
		if err := tellRows(batch, plan, out); err != nil {
			return err
		}
		data = data[taken:]
	}
	return nil
}

// tellRows tells the rows of both tables in their order.
func tellRows(batch *perfc.Batch, plan *perfc.Plan, out *sink) error {
	info := batch.Info()
	samples := batch.Sample(perfc.COLUMN_SEQUENCE).Uint64s()
	records := batch.Column(perfc.TABLE_RECORDS, perfc.COLUMN_SEQUENCE).Uint64s()
	sample, record := 0, 0
	for range info.Samples + info.Records {
		if record == len(records) || sample < len(samples) && samples[sample] < records[record] {
			if err := tellSampleRow(batch, plan, sample, out); err != nil {
				return err
			}
			sample++
		} else {
			row, err := batch.Record(record)
			if err != nil {
				return err
			}
			if err := describe(plan, &row, out); err != nil {
				out.reset()
				out.object("", func() { out.text("error", []byte(errorName(err))) })
			}
			record++
		}
		out.line()
	}
	return nil
}

// columns tells the fields of one row of the samples table.
type columns struct {
	batch *perfc.Batch
	row   int
	out   *sink
}

func (c columns) big(column uint32) {
	if values := c.batch.Sample(column); values.Len() > 0 && values.Valid(c.row) {
		c.out.big(perfc.ColumnName(column), values.Uint64s()[c.row])
	}
}

func (c columns) small(column uint32, key string) {
	values := c.batch.Sample(column)
	if values.Len() == 0 || !values.Valid(c.row) {
		return
	}
	if values.Width() == 2 {
		c.out.small(key, uint32(values.Uint16s()[c.row]))
	} else {
		c.out.small(key, values.Uint32s()[c.row])
	}
}

func (c columns) words(column uint32) {
	if lists := c.batch.Sample(column).Words(); lists.Len() > 0 && lists.Valid(c.row) {
		c.out.words(perfc.ColumnName(column), lists.At(c.row))
	}
}

func (c columns) bytes(column uint32) {
	if lists := c.batch.Sample(column).Bytes(); lists.Len() > 0 && lists.Valid(c.row) {
		c.out.bytes(perfc.ColumnName(column), lists.At(c.row))
	}
}

func tellSampleRow(batch *perfc.Batch, plan *perfc.Plan, row int, out *sink) error {
	c := columns{batch, row, out}
	attr, err := plan.Attr(int(batch.Sample(perfc.COLUMN_ATTR_INDEX).Uint32s()[row]))
	if err != nil {
		return err
	}
	out.object("", func() {
		out.text("type", []byte("SAMPLE"))
		c.small(perfc.COLUMN_MISC, "misc")
		c.small(perfc.COLUMN_ATTR_INDEX, "attr")
		c.head()
		spec := perfc.Spec{Attr: attr}
		c.middle(uint32(spec.ParseAttr().ReadFormat))
		c.tail()
	})
	return nil
}

func (c columns) head() {
	c.big(perfc.COLUMN_IDENTIFIER)
	c.big(perfc.COLUMN_IP)
	c.small(perfc.COLUMN_PID, "pid")
	c.small(perfc.COLUMN_TID, "tid")
	c.big(perfc.COLUMN_TIME)
	c.big(perfc.COLUMN_ADDR)
	c.big(perfc.COLUMN_ID)
	c.big(perfc.COLUMN_STREAM_ID)
	c.small(perfc.COLUMN_CPU, "cpu")
	c.big(perfc.COLUMN_PERIOD)
}

func (c columns) middle(readFormat uint32) {
	if values := c.batch.Sample(perfc.COLUMN_READ_VALUES).ReadValues(); values.Len() > 0 && values.Valid(c.row) {
		c.out.object("read", func() {
			c.big(perfc.COLUMN_TIME_ENABLED)
			c.big(perfc.COLUMN_TIME_RUNNING)
			c.out.list("values", func() {
				for _, value := range values.At(c.row) {
					counter(value, readFormat, c.out)
				}
			})
		})
	}
	c.words(perfc.COLUMN_CALLCHAIN)
	c.bytes(perfc.COLUMN_RAW)
	c.big(perfc.COLUMN_BRANCH_HW_IDX)
	if stacks := c.batch.Sample(perfc.COLUMN_BRANCHES).Branches(); stacks.Len() > 0 && stacks.Valid(c.row) {
		branches(stacks.At(c.row), c.out)
	}
	c.words(perfc.COLUMN_BRANCH_COUNTERS)
	c.big(perfc.COLUMN_USER_ABI)
	c.words(perfc.COLUMN_USER_REGS)
	c.bytes(perfc.COLUMN_STACK)
	c.big(perfc.COLUMN_STACK_DYN_SIZE)
}

func (c columns) tail() {
	c.big(perfc.COLUMN_WEIGHT)
	c.small(perfc.COLUMN_WEIGHT_VAR1_DW, "weight_var1_dw")
	c.small(perfc.COLUMN_WEIGHT_VAR2_W, "weight_var2_w")
	c.small(perfc.COLUMN_WEIGHT_VAR3_W, "weight_var3_w")
	c.big(perfc.COLUMN_DATA_SRC)
	c.big(perfc.COLUMN_TRANSACTION)
	c.big(perfc.COLUMN_INTR_ABI)
	c.words(perfc.COLUMN_INTR_REGS)
	c.big(perfc.COLUMN_PHYS_ADDR)
	c.big(perfc.COLUMN_CGROUP)
	c.big(perfc.COLUMN_DATA_PAGE_SIZE)
	c.big(perfc.COLUMN_CODE_PAGE_SIZE)
	c.bytes(perfc.COLUMN_AUX)
	c.bytes(perfc.COLUMN_REST)
}
