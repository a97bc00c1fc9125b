package main

import "libperfc/perfc"

func describeOther(plan *perfc.Plan, record *perfc.Record, out *sink) error {
	name := record.Name()
	if name == "" || record.Type >= perfc.RECORD_HEADER_ATTR { // the perf tool's own
		out.object("", func() {
			out.small("type", record.Type)
			out.small("misc", uint32(record.Misc))
			out.bytes("body", record.Data[8:])
		})
		return nil
	}
	tell, err := body(plan, record, out)
	if err != nil {
		return err
	}
	id, err := record.DecodeSampleID(plan)
	if err != nil {
		return err
	}
	out.object("", func() {
		out.text("type", []byte(name))
		out.small("misc", uint32(record.Misc))
		out.small("attr", id.AttrIndex)
		tell()
		trailer(&id, out)
	})
	return nil
}

func trailer(id *perfc.SampleID, out *sink) {
	if id.Present == 0 {
		return
	}
	big := func(bit uint64, key string, value uint64) {
		if id.Present&bit != 0 {
			out.big(key, value)
		}
	}
	out.object("sample_id", func() {
		if id.Present&perfc.SAMPLE_TID != 0 {
			out.small("pid", id.PID)
			out.small("tid", id.TID)
		}
		big(perfc.SAMPLE_TIME, "time", id.Time)
		big(perfc.SAMPLE_ID, "id", id.ID)
		big(perfc.SAMPLE_STREAM_ID, "stream_id", id.StreamID)
		if id.Present&perfc.SAMPLE_CPU != 0 {
			out.small("cpu", id.CPU)
		}
		big(perfc.SAMPLE_IDENTIFIER, "identifier", id.Identifier)
	})
}

// body decodes a record, and returns a function that prints its fields.
func body(plan *perfc.Plan, record *perfc.Record, out *sink) (func(), error) {
	switch record.Type {
	case perfc.RECORD_MMAP, perfc.RECORD_MMAP2:
		r, err := record.DecodeMmap(plan)
		return func() { mapping(record, &r, out) }, err
	case perfc.RECORD_LOST:
		r, err := record.DecodeLost(plan)
		return func() { out.big("id", r.ID); out.big("lost", r.Lost) }, err
	case perfc.RECORD_COMM:
		r, err := record.DecodeComm(plan)
		return func() { pidTid(out, r.PID, r.TID); out.text("comm", record.Bytes(r.Comm)) }, err
	case perfc.RECORD_EXIT, perfc.RECORD_FORK:
		r, err := record.DecodeTask(plan)
		return func() { task(&r, out) }, err
	case perfc.RECORD_THROTTLE, perfc.RECORD_UNTHROTTLE:
		r, err := record.DecodeThrottle(plan)
		return func() { out.big("time", r.Time); out.big("id", r.ID); out.big("stream_id", r.StreamID) }, err
	case perfc.RECORD_READ:
		r, err := record.DecodeRead(plan)
		return func() { pidTid(out, r.PID, r.TID); describeRead(record, &r.Read, out) }, err
	case perfc.RECORD_AUX:
		r, err := record.DecodeAux(plan)
		return func() { out.big("aux_offset", r.AuxOffset); out.big("aux_size", r.AuxSize); out.big("flags", r.Flags) }, err
	case perfc.RECORD_ITRACE_START:
		r, err := record.DecodeItraceStart(plan)
		return func() { pidTid(out, r.PID, r.TID) }, err
	case perfc.RECORD_LOST_SAMPLES:
		r, err := record.DecodeLostSamples(plan)
		return func() { out.big("lost", r.Lost) }, err
	}
	return later(plan, record, out)
}

// later is body for the types that came after Linux 4.
func later(plan *perfc.Plan, record *perfc.Record, out *sink) (func(), error) {
	switch record.Type {
	case perfc.RECORD_SWITCH, perfc.RECORD_SWITCH_CPU_WIDE:
		r, err := record.DecodeSwitch(plan)
		return func() {
			out.small("out", r.Out)
			out.small("preempted", r.Preempted)
			if r.HasOther != 0 {
				out.small("next_prev_pid", r.NextPrevPID)
				out.small("next_prev_tid", r.NextPrevTID)
			}
		}, err
	case perfc.RECORD_NAMESPACES:
		r, err := record.DecodeNamespaces(plan)
		return func() { pidTid(out, r.PID, r.TID); namespaces(record.Namespaces(r.Namespaces), out) }, err
	case perfc.RECORD_KSYMBOL:
		r, err := record.DecodeKsymbol(plan)
		return func() {
			out.big("addr", r.Addr)
			out.small("len", r.Len)
			out.small("ksym_type", uint32(r.KsymType))
			out.small("flags", uint32(r.Flags))
			out.text("name", record.Bytes(r.Name))
		}, err
	case perfc.RECORD_BPF_EVENT:
		r, err := record.DecodeBPFEvent(plan)
		return func() {
			out.small("bpf_type", uint32(r.Type))
			out.small("flags", uint32(r.Flags))
			out.small("id", r.ID)
			out.bytes("tag", r.Tag[:])
		}, err
	case perfc.RECORD_CGROUP:
		r, err := record.DecodeCgroup(plan)
		return func() { out.big("id", r.ID); out.text("path", record.Bytes(r.Path)) }, err
	case perfc.RECORD_TEXT_POKE:
		r, err := record.DecodeTextPoke(plan)
		return func() {
			out.big("addr", r.Addr)
			out.bytes("old_bytes", record.Bytes(r.OldBytes))
			out.bytes("new_bytes", record.Bytes(r.NewBytes))
		}, err
	case perfc.RECORD_AUX_OUTPUT_HW_ID:
		r, err := record.DecodeAuxOutputHWID(plan)
		return func() { out.big("hw_id", r.HWID) }, err
	default:
		r, err := record.DecodeCallchainDeferred(plan)
		return func() { out.big("cookie", r.Cookie); out.words("callchain", record.Words(r.Callchain)) }, err
	}
}

func mapping(record *perfc.Record, r *perfc.RecordMmap, out *sink) {
	pidTid(out, r.PID, r.TID)
	out.big("addr", r.Addr)
	out.big("len", r.Len)
	out.big("pgoff", r.Pgoff)
	if r.Fields&perfc.MMAP_HAS_BUILD_ID != 0 {
		out.bytes("build_id", r.BuildID[:r.BuildIDSize])
	}
	if r.Fields&perfc.MMAP_HAS_INODE != 0 {
		out.small("maj", r.Maj)
		out.small("min", r.Min)
		out.big("ino", r.Ino)
		out.big("ino_generation", r.InoGeneration)
	}
	if r.Fields&perfc.MMAP_HAS_PROT != 0 {
		out.small("prot", r.Prot)
		out.small("flags", r.Flags)
	}
	out.text("filename", record.Bytes(r.Filename))
}

func namespaces(links []perfc.Namespace, out *sink) {
	out.list("namespaces", func() {
		for _, link := range links {
			out.object("", func() { out.big("dev", link.Dev); out.big("ino", link.Ino) })
		}
	})
}

func pidTid(out *sink, pid, tid uint32) {
	out.small("pid", pid)
	out.small("tid", tid)
}

func task(r *perfc.RecordTask, out *sink) {
	out.small("pid", r.PID)
	out.small("ppid", r.PPID)
	out.small("tid", r.TID)
	out.small("ptid", r.PTID)
	out.big("time", r.Time)
}
