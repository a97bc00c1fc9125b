package perfc_test

import (
	"encoding/binary"
	"fmt"
	"log"

	"libperfc/perfc"
)

// recorded is a record of literal parts behind the header. In a program records come from a ring,
// or by Plan.View from a file.
func recorded(attr perfc.Attr, kind uint32, misc uint16, parts ...any) perfc.Record {
	data := make([]byte, 8)
	for _, part := range parts {
		if text, ok := part.(string); ok {
			part = append([]byte(text), make([]byte, 8-len(text)%8)...) // as the kernel pads it
		}
		var err error
		if data, err = binary.Append(data, binary.NativeEndian, part); err != nil {
			log.Fatal(err)
		}
	}
	binary.NativeEndian.PutUint32(data, kind)
	binary.NativeEndian.PutUint16(data[4:], misc)
	binary.NativeEndian.PutUint16(data[6:], uint16(len(data)))
	plan, err := perfc.NewPlan(attr.Bytes(), nil, perfc.BYTE_ORDER_NATIVE)
	check(err)
	return perfc.NewRecord(plan, kind, misc, data)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func ExampleRecord() {
	record := recorded(perfc.Attr{}, perfc.RECORD_LOST, 0, uint64(9), uint64(250))
	switch record.Type {
	case perfc.RECORD_SAMPLE:
		sample, err := record.Sample()
		check(err)
		fmt.Printf("%#x\n", sample.IP)
	case perfc.RECORD_LOST:
		lost, err := record.DecodeLost(record.Plan())
		check(err)
		fmt.Println(record.Name(), lost.Lost)
	}
	// Output: LOST 250
}

func ExampleRange() {
	record := recorded(perfc.Attr{SampleType: perfc.SAMPLE_CALLCHAIN}, perfc.RECORD_SAMPLE, 0,
		uint64(2), uint64(0x401000), uint64(0x402000))
	sample, err := record.Sample()
	check(err)
	fmt.Println(sample.Callchain.Count, "entries")
	fmt.Printf("%#x\n", record.Words(sample.Callchain))
	// Output:
	// 2 entries
	// [0x401000 0x402000]
}

func ExampleSample() {
	record := recorded(perfc.Attr{SampleType: perfc.SAMPLE_IP | perfc.SAMPLE_TID}, perfc.RECORD_SAMPLE, 0,
		uint64(0x401000), uint32(42), uint32(43))
	sample, err := record.Sample()
	check(err)
	fmt.Printf("%#x of thread %d\n", sample.IP, sample.TID)
	if !sample.Has(perfc.SAMPLE_TIME) {
		fmt.Println("without a time")
	}
	// Output:
	// 0x401000 of thread 43
	// without a time
}

func ExampleSampleID() {
	attr := perfc.Attr{SampleType: perfc.SAMPLE_TID | perfc.SAMPLE_TIME, Flags: perfc.ATTR_SAMPLE_ID_ALL}
	record := recorded(attr, perfc.RECORD_COMM, 0, uint32(42), uint32(43), "sleep", uint32(42), uint32(43), uint64(1000))
	id, err := record.DecodeSampleID(record.Plan())
	check(err)
	fmt.Println("at", id.Time)
	// Output: at 1000
}

func ExampleReadPart() {
	attr := perfc.Attr{SampleType: perfc.SAMPLE_READ, ReadFormat: perfc.FORMAT_GROUP | perfc.FORMAT_ID}
	record := recorded(attr, perfc.RECORD_SAMPLE, 0, uint64(2), uint64(500), uint64(11), uint64(7), uint64(12))
	sample, err := record.Sample()
	check(err)
	for i := range int(sample.Read.Nr) {
		value, err := record.ReadValue(&sample.Read, i)
		check(err)
		fmt.Println("event", value.ID, "counted", value.Value)
	}
	// Output:
	// event 11 counted 500
	// event 12 counted 7
}

func ExampleReadValue() {
	attr := perfc.Attr{SampleType: perfc.SAMPLE_READ}
	record := recorded(attr, perfc.RECORD_SAMPLE, 0, uint64(500))
	sample, err := record.Sample()
	check(err)
	value, err := record.ReadValue(&sample.Read, 0)
	fmt.Println(value.Value, err)
	// Output: 500 <nil>
}

func ExampleBranchEntry() {
	attr := perfc.Attr{SampleType: perfc.SAMPLE_BRANCH_STACK}
	record := recorded(attr, perfc.RECORD_SAMPLE, 0, uint64(1), uint64(0x401000), uint64(0x402000), uint64(1))
	sample, err := record.Sample()
	check(err)
	for _, entry := range record.BranchStack(sample) {
		fmt.Printf("%#x -> %#x, mispredicted: %d\n", entry.From, entry.To, entry.Decode().Mispred)
	}
	// Output: 0x401000 -> 0x402000, mispredicted: 1
}

func ExampleBranch() {
	branch := perfc.DecodeBranch(1<<1 | 30<<4) // the flags of a BranchEntry
	fmt.Println("predicted:", branch.Predicted, "cycles:", branch.Cycles)
	// Output: predicted: 1 cycles: 30
}

func ExampleDataSrc() {
	source := perfc.DecodeDataSrc(perfc.MEM_OP_LOAD | perfc.MEM_LVLNUM_L3<<perfc.MEM_LVLNUM_SHIFT) // Sample.DataSrc
	fmt.Println(source.Op == perfc.MEM_OP_LOAD, source.LvlNum == perfc.MEM_LVLNUM_L3)
	// Output: true true
}

func ExampleRecordMmap() {
	record := recorded(perfc.Attr{}, perfc.RECORD_MMAP, perfc.RECORD_MISC_USER, uint32(42), uint32(42),
		uint64(0x7f0000000000), uint64(0x1000), uint64(0), "/usr/lib/libc.so.6")
	mmap, err := record.DecodeMmap(record.Plan())
	check(err)
	fmt.Printf("%#x %s\n", mmap.Addr, record.Text(mmap.Filename))
	if mmap.Fields&perfc.MMAP_HAS_INODE == 0 {
		fmt.Println("without an inode, which a MMAP2 has")
	}
	// Output:
	// 0x7f0000000000 /usr/lib/libc.so.6
	// without an inode, which a MMAP2 has
}

func ExampleRecordLost() {
	record := recorded(perfc.Attr{}, perfc.RECORD_LOST, 0, uint64(9), uint64(250))
	lost, err := record.DecodeLost(record.Plan())
	fmt.Println("event", lost.ID, "lost", lost.Lost, err)
	// Output: event 9 lost 250 <nil>
}

func ExampleRecordComm() {
	record := recorded(perfc.Attr{}, perfc.RECORD_COMM, perfc.RECORD_MISC_COMM_EXEC, uint32(42), uint32(42), "sleep")
	comm, err := record.DecodeComm(record.Plan())
	fmt.Println(comm.PID, record.Text(comm.Comm), record.CommExec(), err)
	// Output: 42 sleep true <nil>
}

func ExampleRecordTask() {
	record := recorded(perfc.Attr{}, perfc.RECORD_FORK, 0, uint32(43), uint32(42), uint32(43), uint32(42), uint64(1000))
	task, err := record.DecodeTask(record.Plan())
	fmt.Println(record.Name(), task.PPID, "->", task.PID, "at", task.Time, err)
	// Output: FORK 42 -> 43 at 1000 <nil>
}

func ExampleRecordThrottle() {
	record := recorded(perfc.Attr{}, perfc.RECORD_THROTTLE, 0, uint64(1000), uint64(9), uint64(9))
	throttle, err := record.DecodeThrottle(record.Plan())
	fmt.Println("event", throttle.ID, "stopped at", throttle.Time, err)
	// Output: event 9 stopped at 1000 <nil>
}

func ExampleRecordRead() {
	record := recorded(perfc.Attr{}, perfc.RECORD_READ, 0, uint32(42), uint32(43), uint64(500))
	read, err := record.DecodeRead(record.Plan())
	check(err)
	value, err := record.ReadValue(&read.Read, 0)
	fmt.Println("thread", read.TID, "counted", value.Value, err)
	// Output: thread 43 counted 500 <nil>
}

func ExampleRecordAux() {
	record := recorded(perfc.Attr{}, perfc.RECORD_AUX, 0, uint64(0), uint64(4096), uint64(perfc.AUX_FLAG_TRUNCATED))
	aux, err := record.DecodeAux(record.Plan())
	check(err)
	fmt.Println(aux.AuxSize, "bytes, truncated:", aux.Flags&perfc.AUX_FLAG_TRUNCATED != 0)
	// Output: 4096 bytes, truncated: true
}

func ExampleRecordItraceStart() {
	record := recorded(perfc.Attr{}, perfc.RECORD_ITRACE_START, 0, uint32(42), uint32(43))
	start, err := record.DecodeItraceStart(record.Plan())
	fmt.Println(start.PID, start.TID, err)
	// Output: 42 43 <nil>
}

func ExampleRecordLostSamples() {
	record := recorded(perfc.Attr{}, perfc.RECORD_LOST_SAMPLES, 0, uint64(3))
	lost, err := record.DecodeLostSamples(record.Plan())
	fmt.Println(lost.Lost, err)
	// Output: 3 <nil>
}

func ExampleRecordSwitch() {
	record := recorded(perfc.Attr{}, perfc.RECORD_SWITCH_CPU_WIDE, perfc.RECORD_MISC_SWITCH_OUT, uint32(42), uint32(43))
	change, err := record.DecodeSwitch(record.Plan())
	check(err)
	if change.Out == 1 && change.HasOther == 1 {
		fmt.Println("next is thread", change.NextPrevTID)
	}
	// Output: next is thread 43
}

func ExampleNamespace() {
	record := recorded(perfc.Attr{}, perfc.RECORD_NAMESPACES, 0, uint32(42), uint32(42), uint64(1), uint64(4), uint64(77))
	namespaces, err := record.DecodeNamespaces(record.Plan())
	check(err)
	for _, namespace := range record.Namespaces(namespaces.Namespaces) {
		fmt.Println("device", namespace.Dev, "inode", namespace.Ino)
	}
	// Output: device 4 inode 77
}

func ExampleRecordNamespaces() {
	record := recorded(perfc.Attr{}, perfc.RECORD_NAMESPACES, 0, uint32(42), uint32(42), uint64(1), uint64(4), uint64(77))
	namespaces, err := record.DecodeNamespaces(record.Plan())
	fmt.Println("process", namespaces.PID, "in", namespaces.Namespaces.Count, "namespace", err)
	// Output: process 42 in 1 namespace <nil>
}

func ExampleRecordKsymbol() {
	record := recorded(perfc.Attr{}, perfc.RECORD_KSYMBOL, 0, uint64(0xffffffffc0001000), uint32(64),
		uint16(perfc.RECORD_KSYMBOL_TYPE_BPF), uint16(0), "bpf_prog_1")
	symbol, err := record.DecodeKsymbol(record.Plan())
	check(err)
	fmt.Printf("%s: %d bytes at %#x\n", record.Text(symbol.Name), symbol.Len, symbol.Addr)
	// Output: bpf_prog_1: 64 bytes at 0xffffffffc0001000
}

func ExampleRecordBPFEvent() {
	record := recorded(perfc.Attr{}, perfc.RECORD_BPF_EVENT, 0, uint16(perfc.BPF_EVENT_PROG_LOAD), uint16(0), uint32(5), uint64(0))
	event, err := record.DecodeBPFEvent(record.Plan())
	check(err)
	if event.Type == perfc.BPF_EVENT_PROG_LOAD {
		fmt.Println("program", event.ID, "is loaded")
	}
	// Output: program 5 is loaded
}

func ExampleRecordCgroup() {
	record := recorded(perfc.Attr{}, perfc.RECORD_CGROUP, 0, uint64(17), "/user.slice")
	cgroup, err := record.DecodeCgroup(record.Plan())
	fmt.Println(cgroup.ID, record.Text(cgroup.Path), err)
	// Output: 17 /user.slice <nil>
}

func ExampleRecordTextPoke() {
	record := recorded(perfc.Attr{}, perfc.RECORD_TEXT_POKE, 0, uint64(0xffffffff81000000), uint16(2), uint16(2),
		[]byte{0x66, 0x90, 0xeb, 0x10})
	poke, err := record.DecodeTextPoke(record.Plan())
	check(err)
	fmt.Printf("% x -> % x at %#x\n", record.Bytes(poke.OldBytes), record.Bytes(poke.NewBytes), poke.Addr)
	// Output: 66 90 -> eb 10 at 0xffffffff81000000
}

func ExampleRecordAuxOutputHWID() {
	record := recorded(perfc.Attr{}, perfc.RECORD_AUX_OUTPUT_HW_ID, 0, uint64(3))
	id, err := record.DecodeAuxOutputHWID(record.Plan())
	fmt.Println(id.HWID, err)
	// Output: 3 <nil>
}

func ExampleRecordCallchainDeferred() {
	record := recorded(perfc.Attr{}, perfc.RECORD_CALLCHAIN_DEFERRED, 0, uint64(5), uint64(1), uint64(0x401000))
	deferred, err := record.DecodeCallchainDeferred(record.Plan())
	check(err)
	fmt.Printf("%d: %#x\n", deferred.Cookie, record.Words(deferred.Callchain))
	// Output: 5: [0x401000]
}

func ExamplePlan() {
	attr := perfc.Attr{SampleType: perfc.SAMPLE_IDENTIFIER | perfc.SAMPLE_IP}
	plan, err := perfc.NewPlan(attr.Bytes(), []uint64{7}, perfc.BYTE_ORDER_NATIVE)
	check(err)
	defer plan.Close()
	data := recorded(attr, perfc.RECORD_SAMPLE, 0, uint64(7), uint64(0x401000)).Data
	record, err := plan.View(data, nil) // data may be the rest of a file
	check(err)
	sample, err := record.Sample()
	check(err)
	fmt.Printf("event %d: %#x\n", sample.Identifier, sample.IP)
	// Output: event 7: 0x401000
}
