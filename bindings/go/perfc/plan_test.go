package perfc

import (
	"errors"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

func TestARecordOfNobodySaysWhichAndWhatToDo(t *testing.T) {
	attr := (&Attr{Type: TYPE_SOFTWARE, SampleType: SAMPLE_IDENTIFIER}).Bytes()
	plan, err := NewPlan(attr, []uint64{1}, BYTE_ORDER_NATIVE)
	check(t, err)
	defer plan.Close()
	_, err = plan.Add(attr, []uint64{2})
	check(t, err)
	decode := func(id uint64) error {
		words := []uint64{16<<48 | RECORD_SAMPLE, id}
		record, err := plan.View(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 16), nil)
		check(t, err)
		_, err = record.DecodeSample(plan)
		return err
	}
	for _, c := range []struct {
		id     uint64
		errno  syscall.Errno
		advice string
	}{{3, syscall.ENOKEY, "add the ids"}, {0, syscall.EKEYREJECTED, "perfc_plan_set_default"}} {
		err := decode(c.id)
		if !errors.Is(err, c.errno) || !strings.Contains(err.Error(), c.advice) {
			t.Fatal(c.id, err)
		}
	}
	check(t, plan.SetDefault(1))
	check(t, decode(0))
	if err := plan.SetDefault(2); !errors.Is(err, syscall.EINVAL) {
		t.Fatal(err)
	}
	check(t, plan.SetDefault(PLAN_NO_DEFAULT))
	if err := decode(0); !errors.Is(err, syscall.EKEYREJECTED) {
		t.Fatal(err)
	}
}

func TestAPlanTakesAttrsAndIDsAndTellsThem(t *testing.T) {
	attr := clock(0).Bytes()
	plan, err := NewEmptyPlan(BYTE_ORDER_NATIVE)
	check(t, err)
	defer plan.Close()
	if plan.Len() != 0 {
		t.Fatal(plan.Len(), "attrs")
	}
	for want, ids := range [][]uint64{{9, 3}, nil} {
		if index, err := plan.Add(attr, ids); err != nil || index != want {
			t.Fatal(index, err)
		}
	}
	check(t, plan.AddIDs(1, []uint64{8}))
	if err := plan.AddIDs(0, []uint64{8}); !errors.Is(err, syscall.EEXIST) {
		t.Fatal(err)
	}
	ids, err := plan.IDs(0)
	check(t, err)
	if !slices.Equal(ids, []uint64{9, 3}) {
		t.Fatal(ids)
	}
	if index, err := plan.FindID(8); err != nil || index != 1 {
		t.Fatal(index, err)
	}
	if places, err := plan.Places(1); err != nil || places.SampleSize != 8 {
		t.Fatal(places, err)
	}
	if _, err := plan.Places(2); !errors.Is(err, syscall.EINVAL) {
		t.Fatal(err)
	}
	if _, err := plan.FindID(0); !errors.Is(err, syscall.ENOENT) {
		t.Fatal(err)
	}
	check(t, plan.SetDefault(1))
	if index, err := plan.FindID(0); err != nil || index != 1 {
		t.Fatal(index, err)
	}
}

func TestABatchTakesRecordsOfSeveralPlansWithTheirNumbers(t *testing.T) {
	samples, err := NewPlan((&Attr{Type: TYPE_SOFTWARE, SampleType: SAMPLE_IP}).Bytes(), nil, BYTE_ORDER_NATIVE)
	check(t, err)
	defer samples.Close()
	others, err := NewPlan(clock(0).Bytes(), nil, BYTE_ORDER_NATIVE)
	check(t, err)
	defer others.Close()
	words := []uint64{16<<48 | RECORD_SAMPLE, 7, 24<<48 | RECORD_LOST, 1, 5}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 40)
	sample, err := samples.View(bytes, nil)
	check(t, err)
	lost, err := others.View(bytes[16:], nil)
	check(t, err)
	sample.Sequence, sample.Source = 90, 4
	lost.Sequence, lost.Source, lost.Time = 80, 5, 3
	for _, flags := range []uint32{0, BATCH_VIEWS} {
		batch, err := NewBatch(BatchOptions{Rows: 2, Flags: flags})
		check(t, err)
		defer batch.Close()
		rows, taken, err := batch.FillRecords([]Record{sample, lost, sample})
		if rows != 2 || taken != 2 || err != nil {
			t.Fatal(rows, taken, err)
		}
		row, err := batch.Record(0)
		check(t, err)
		if row.Plan() != others || row.Sequence != 80 || row.Source != 5 || row.Time != 3 {
			t.Fatal(row)
		}
		if !slices.Equal(row.Data, lost.Data) {
			t.Fatal(row.Data)
		}
		if info := batch.Info(); info.Samples != 1 || info.Records != 1 || info.Full != 1 {
			t.Fatal(info)
		}
	}
	if _, _, err := (&Batch{}).FillRecords(nil); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
	check(t, samples.Close())
	batch, err := NewBatch(BatchOptions{})
	check(t, err)
	defer batch.Close()
	if _, _, err := batch.FillRecords([]Record{sample}); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
}
