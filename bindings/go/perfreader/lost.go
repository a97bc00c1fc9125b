package perfreader

import "libperfc/perfc"

// Lost is how many records of an event found no room in the ring, or were dropped
// by the PMU.
type Lost struct {
	ID   uint64 // the kernel's id of the event
	Lost uint64
}

// TakeLost returns the losses that ReadNext found since the last call of TakeLost: one for each
// event. It may be called in ReadNext's callback.
func (r *Reader) TakeLost() []Lost {
	if r == nil {
		return nil
	}
	lost := r.lost
	r.lost = nil
	return lost
}

func (r *Reader) takeLosses() {
	for row, kind := range r.batch.Column(perfc.TABLE_RECORDS, perfc.COLUMN_TYPE).Uint32s() {
		if kind != perfc.RECORD_LOST && kind != perfc.RECORD_LOST_SAMPLES {
			continue
		}
		record, err := r.batch.Record(row)
		if err != nil {
			continue
		}
		if kind == perfc.RECORD_LOST {
			if lost, err := record.DecodeLost(r.plan); err == nil {
				r.addLost(lost.ID, lost.Lost)
			}
		} else if lost, err := record.DecodeLostSamples(r.plan); err == nil {
			r.addLost(r.id, lost.Lost)
		}
	}
}

func (r *Reader) addLost(id, count uint64) {
	for i := range r.lost {
		if r.lost[i].ID == id {
			r.lost[i].Lost += count
			return
		}
	}
	r.lost = append(r.lost, Lost{id, count})
}
