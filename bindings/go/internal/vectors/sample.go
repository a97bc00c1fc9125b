package main

import "libperfc/perfc"

func describe(plan *perfc.Plan, record *perfc.Record, out *sink) error {
	if record.Type == perfc.RECORD_SAMPLE {
		return describeSample(plan, record, out)
	}
	return describeOther(plan, record, out)
}

func describeSample(plan *perfc.Plan, record *perfc.Record, out *sink) error {
	s, err := record.DecodeSample(plan)
	if err != nil {
		return err
	}
	out.object("", func() {
		out.text("type", []byte("SAMPLE"))
		out.small("misc", uint32(record.Misc))
		out.small("attr", s.AttrIndex)
		sampleHead(&s, out)
		sampleMiddle(record, &s, out)
		sampleTail(record, &s, out)
	})
	return nil
}

func sampleHead(s *perfc.Sample, out *sink) {
	big := func(bit uint64, key string, value uint64) {
		if s.Has(bit) {
			out.big(key, value)
		}
	}
	big(perfc.SAMPLE_IDENTIFIER, "identifier", s.Identifier)
	big(perfc.SAMPLE_IP, "ip", s.IP)
	if s.Has(perfc.SAMPLE_TID) {
		out.small("pid", s.PID)
		out.small("tid", s.TID)
	}
	big(perfc.SAMPLE_TIME, "time", s.Time)
	big(perfc.SAMPLE_ADDR, "addr", s.Addr)
	big(perfc.SAMPLE_ID, "id", s.ID)
	big(perfc.SAMPLE_STREAM_ID, "stream_id", s.StreamID)
	if s.Has(perfc.SAMPLE_CPU) {
		out.small("cpu", s.CPU)
	}
	big(perfc.SAMPLE_PERIOD, "period", s.Period)
}

func sampleMiddle(record *perfc.Record, s *perfc.Sample, out *sink) {
	if s.Has(perfc.SAMPLE_READ) {
		describeRead(record, &s.Read, out)
	}
	if s.Has(perfc.SAMPLE_CALLCHAIN) {
		out.words("callchain", record.Callchain(s))
	}
	if s.Has(perfc.SAMPLE_RAW) {
		out.bytes("raw", record.Raw(s))
	}
	if s.Has(perfc.SAMPLE_BRANCH_STACK) {
		if s.Parts&perfc.PART_BRANCH_HW_IDX != 0 {
			out.big("branch_hw_idx", s.BranchHWIdx)
		}
		branches(record.BranchStack(s), out)
		if s.Parts&perfc.PART_BRANCH_COUNTERS != 0 {
			out.words("branch_counters", record.BranchCounters(s))
		}
	}
	if s.Has(perfc.SAMPLE_REGS_USER) {
		out.big("user_abi", s.UserABI)
		out.words("user_regs", record.UserRegs(s))
	}
	if s.Has(perfc.SAMPLE_STACK_USER) {
		out.bytes("stack", record.Stack(s))
		out.big("stack_dyn_size", s.StackDynSize)
	}
}

func sampleTail(record *perfc.Record, s *perfc.Sample, out *sink) {
	big := func(bit uint64, key string, value uint64) {
		if s.Has(bit) {
			out.big(key, value)
		}
	}
	big(perfc.SAMPLE_WEIGHT, "weight", s.Weight)
	if s.Has(perfc.SAMPLE_WEIGHT_STRUCT) {
		out.small("weight_var1_dw", s.WeightVar1Dw)
		out.small("weight_var2_w", uint32(s.WeightVar2W))
		out.small("weight_var3_w", uint32(s.WeightVar3W))
	}
	big(perfc.SAMPLE_DATA_SRC, "data_src", s.DataSrc)
	big(perfc.SAMPLE_TRANSACTION, "transaction", s.Transaction)
	if s.Has(perfc.SAMPLE_REGS_INTR) {
		out.big("intr_abi", s.IntrABI)
		out.words("intr_regs", record.IntrRegs(s))
	}
	big(perfc.SAMPLE_PHYS_ADDR, "phys_addr", s.PhysAddr)
	big(perfc.SAMPLE_CGROUP, "cgroup", s.Cgroup)
	big(perfc.SAMPLE_DATA_PAGE_SIZE, "data_page_size", s.DataPageSize)
	big(perfc.SAMPLE_CODE_PAGE_SIZE, "code_page_size", s.CodePageSize)
	if s.Has(perfc.SAMPLE_AUX) {
		out.bytes("aux", record.Aux(s))
	}
	if s.Parts&(perfc.PART_PARTIAL|perfc.PART_LEFT_OVER) != 0 {
		out.bytes("rest", record.Bytes(s.Rest))
	}
}

func describeRead(record *perfc.Record, read *perfc.ReadPart, out *sink) {
	out.object("read", func() {
		if read.ReadFormat&perfc.FORMAT_TOTAL_TIME_ENABLED != 0 {
			out.big("time_enabled", read.TimeEnabled)
		}
		if read.ReadFormat&perfc.FORMAT_TOTAL_TIME_RUNNING != 0 {
			out.big("time_running", read.TimeRunning)
		}
		out.list("values", func() {
			for i := range int(read.Nr) {
				if value, err := record.ReadValue(read, i); err == nil {
					counter(value, read.ReadFormat, out)
				}
			}
		})
	})
}

func counter(value perfc.ReadValue, format uint32, out *sink) {
	out.object("", func() {
		out.big("value", value.Value)
		if format&perfc.FORMAT_ID != 0 {
			out.big("id", value.ID)
		}
		if format&perfc.FORMAT_LOST != 0 {
			out.big("lost", value.Lost)
		}
	})
}

func branches(entries []perfc.BranchEntry, out *sink) {
	out.list("branches", func() {
		for _, entry := range entries {
			bits := entry.Decode()
			out.object("", func() {
				out.big("from", entry.From)
				out.big("to", entry.To)
				out.big("flags", entry.Flags)
				out.small("mispred", uint32(bits.Mispred))
				out.small("predicted", uint32(bits.Predicted))
				out.small("in_tx", uint32(bits.InTx))
				out.small("abort", uint32(bits.Abort))
				out.small("cycles", uint32(bits.Cycles))
				out.small("type", uint32(bits.Type))
				out.small("spec", uint32(bits.Spec))
				out.small("new_type", uint32(bits.NewType))
				out.small("priv", uint32(bits.Priv))
			})
		}
	})
}
