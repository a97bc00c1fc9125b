#include "typed.h"

namespace {

using perfc::Record;

void describe(const Record& record, const perfc_read_part& read, Json* out) {
  out->open("read", '{');
  if (read.read_format & PERFC_FORMAT_TOTAL_TIME_ENABLED) {
    out->big("time_enabled", read.time_enabled);
  }
  if (read.read_format & PERFC_FORMAT_TOTAL_TIME_RUNNING) {
    out->big("time_running", read.time_running);
  }
  out->open("values", '[');
  for (uint32_t i = 0; i < read.nr; ++i) {
    describe(*perfc::read_value(record, read, i), read.read_format, out);
  }
  out->close(']');
  out->close('}');
}

void describe_branches(const Record& record, const perfc_sample& sample,
                       Json* out) {
  if (sample.parts & PERFC_PART_BRANCH_HW_IDX) {
    out->big("branch_hw_idx", sample.branch_hw_idx);
  }
  out->open("branches", '[');
  for (const perfc_branch_entry& entry : perfc::branches(record, sample)) {
    describe(entry, out);
  }
  out->close(']');
  if (sample.parts & PERFC_PART_BRANCH_COUNTERS) {
    out->words("branch_counters", perfc::branch_counters(record, sample));
  }
}

void describe_head(const perfc_sample& sample, Json* out) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_IDENTIFIER)) out->big("identifier", sample.identifier);
  if (has(PERFC_SAMPLE_IP)) out->big("ip", sample.ip);
  if (has(PERFC_SAMPLE_TID)) out->small("pid", sample.pid);
  if (has(PERFC_SAMPLE_TID)) out->small("tid", sample.tid);
  if (has(PERFC_SAMPLE_TIME)) out->big("time", sample.time);
  if (has(PERFC_SAMPLE_ADDR)) out->big("addr", sample.addr);
  if (has(PERFC_SAMPLE_ID)) out->big("id", sample.id);
  if (has(PERFC_SAMPLE_STREAM_ID)) out->big("stream_id", sample.stream_id);
  if (has(PERFC_SAMPLE_CPU)) out->small("cpu", sample.cpu);
  if (has(PERFC_SAMPLE_PERIOD)) out->big("period", sample.period);
}

void describe_middle(const Record& record, const perfc_sample& sample,
                     Json* out) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_READ)) describe(record, sample.read, out);
  if (has(PERFC_SAMPLE_CALLCHAIN)) {
    out->words("callchain", perfc::callchain(record, sample));
  }
  if (has(PERFC_SAMPLE_RAW)) out->bytes("raw", perfc::raw(record, sample));
  if (has(PERFC_SAMPLE_BRANCH_STACK)) describe_branches(record, sample, out);
  if (has(PERFC_SAMPLE_REGS_USER)) {
    out->big("user_abi", sample.user_abi);
    out->words("user_regs", perfc::user_regs(record, sample));
  }
  if (has(PERFC_SAMPLE_STACK_USER)) {
    out->bytes("stack", perfc::stack(record, sample));
    out->big("stack_dyn_size", sample.stack_dyn_size);
  }
}

void describe_tail(const Record& record, const perfc_sample& sample,
                   Json* out) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_WEIGHT)) out->big("weight", sample.weight);
  if (has(PERFC_SAMPLE_WEIGHT_STRUCT)) {
    out->small("weight_var1_dw", sample.weight_var1_dw);
    out->small("weight_var2_w", sample.weight_var2_w);
    out->small("weight_var3_w", sample.weight_var3_w);
  }
  if (has(PERFC_SAMPLE_DATA_SRC)) out->big("data_src", sample.data_src);
  if (has(PERFC_SAMPLE_TRANSACTION)) {
    out->big("transaction", sample.transaction);
  }
  if (has(PERFC_SAMPLE_REGS_INTR)) {
    out->big("intr_abi", sample.intr_abi);
    out->words("intr_regs", perfc::intr_regs(record, sample));
  }
  if (has(PERFC_SAMPLE_PHYS_ADDR)) out->big("phys_addr", sample.phys_addr);
  if (has(PERFC_SAMPLE_CGROUP)) out->big("cgroup", sample.cgroup);
  if (has(PERFC_SAMPLE_DATA_PAGE_SIZE)) {
    out->big("data_page_size", sample.data_page_size);
  }
  if (has(PERFC_SAMPLE_CODE_PAGE_SIZE)) {
    out->big("code_page_size", sample.code_page_size);
  }
  if (has(PERFC_SAMPLE_AUX)) out->bytes("aux", perfc::aux(record, sample));
  if (sample.parts & (PERFC_PART_PARTIAL | PERFC_PART_LEFT_OVER)) {
    out->bytes("rest", record.array<uint8_t>(sample.rest));
  }
}

void describe_sample(perfc::PlanView plan, const Record& record, Json* out) {
  const perfc::Result<perfc_sample> sample = plan.decode<perfc_sample>(record);
  if (!sample) return describe_error(sample.error(), out);
  out->open(nullptr, '{');
  out->text("type", record.name());
  out->small("misc", record.misc);
  out->small("attr", sample->attr_index);
  describe_head(*sample, out);
  describe_middle(record, *sample, out);
  describe_tail(record, *sample, out);
  out->close('}');
}

void describe(const perfc_sample_id& id, Json* out) {
  const auto has = [&](uint64_t bit) { return id.present & bit; };
  if (id.present == 0) return;
  out->open("sample_id", '{');
  if (has(PERFC_SAMPLE_TID)) out->small("pid", id.pid);
  if (has(PERFC_SAMPLE_TID)) out->small("tid", id.tid);
  if (has(PERFC_SAMPLE_TIME)) out->big("time", id.time);
  if (has(PERFC_SAMPLE_ID)) out->big("id", id.id);
  if (has(PERFC_SAMPLE_STREAM_ID)) out->big("stream_id", id.stream_id);
  if (has(PERFC_SAMPLE_CPU)) out->small("cpu", id.cpu);
  if (has(PERFC_SAMPLE_IDENTIFIER)) out->big("identifier", id.identifier);
  out->close('}');
}

// ---- the other records

template <typename T>
void pid_tid(const T& body, Json* out) {
  out->small("pid", body.pid);
  out->small("tid", body.tid);
}

void describe(const Record& in, const perfc_record_mmap& body, Json* out) {
  pid_tid(body, out);
  out->big("addr", body.addr);
  out->big("len", body.len);
  out->big("pgoff", body.pgoff);
  if (body.fields & PERFC_MMAP_HAS_BUILD_ID) {
    out->bytes("build_id", {body.build_id, body.build_id_size});
  }
  if (body.fields & PERFC_MMAP_HAS_INODE) {
    out->small("maj", body.maj);
    out->small("min", body.min);
    out->big("ino", body.ino);
    out->big("ino_generation", body.ino_generation);
  }
  if (body.fields & PERFC_MMAP_HAS_PROT) {
    out->small("prot", body.prot);
    out->small("flags", body.flags);
  }
  out->text("filename", in.string(body.filename));
}

void describe(const Record&, const perfc_record_lost& body, Json* out) {
  out->big("id", body.id);
  out->big("lost", body.lost);
}

void describe(const Record& in, const perfc_record_comm& body, Json* out) {
  pid_tid(body, out);
  out->text("comm", in.string(body.comm));
}

void describe(const Record&, const perfc_record_task& body, Json* out) {
  out->small("pid", body.pid);
  out->small("ppid", body.ppid);
  out->small("tid", body.tid);
  out->small("ptid", body.ptid);
  out->big("time", body.time);
}

void describe(const Record&, const perfc_record_throttle& body, Json* out) {
  out->big("time", body.time);
  out->big("id", body.id);
  out->big("stream_id", body.stream_id);
}

void describe(const Record& in, const perfc_record_read& body, Json* out) {
  pid_tid(body, out);
  describe(in, body.read, out);
}

void describe(const Record&, const perfc_record_aux& body, Json* out) {
  out->big("aux_offset", body.aux_offset);
  out->big("aux_size", body.aux_size);
  out->big("flags", body.flags);
}

void describe(const Record&, const perfc_record_itrace_start& body, Json* out) {
  pid_tid(body, out);
}

void describe(const Record&, const perfc_record_lost_samples& body, Json* out) {
  out->big("lost", body.lost);
}

void describe(const Record&, const perfc_record_switch& body, Json* out) {
  out->small("out", body.out);
  out->small("preempted", body.preempted);
  if (!body.has_other) return;
  out->small("next_prev_pid", body.next_prev_pid);
  out->small("next_prev_tid", body.next_prev_tid);
}

void describe(const Record& in, const perfc_record_namespaces& body,
              Json* out) {
  pid_tid(body, out);
  out->open("namespaces", '[');
  for (const auto& link : in.array<perfc_namespace>(body.namespaces)) {
    out->open(nullptr, '{');
    out->big("dev", link.dev);
    out->big("ino", link.ino);
    out->close('}');
  }
  out->close(']');
}

void describe(const Record& in, const perfc_record_ksymbol& body, Json* out) {
  out->big("addr", body.addr);
  out->small("len", body.len);
  out->small("ksym_type", body.ksym_type);
  out->small("flags", body.flags);
  out->text("name", in.string(body.name));
}

void describe(const Record&, const perfc_record_bpf_event& body, Json* out) {
  out->small("bpf_type", body.type);
  out->small("flags", body.flags);
  out->small("id", body.id);
  out->bytes("tag", body.tag);
}

void describe(const Record& in, const perfc_record_cgroup& body, Json* out) {
  out->big("id", body.id);
  out->text("path", in.string(body.path));
}

void describe(const Record& in, const perfc_record_text_poke& body, Json* out) {
  out->big("addr", body.addr);
  out->bytes("old_bytes", in.array<uint8_t>(body.old_bytes));
  out->bytes("new_bytes", in.array<uint8_t>(body.new_bytes));
}

void describe(const Record&, const perfc_record_aux_output_hw_id& body,
              Json* out) {
  out->big("hw_id", body.hw_id);
}

void describe(const Record& in, const perfc_record_callchain_deferred& body,
              Json* out) {
  out->big("cookie", body.cookie);
  out->words("callchain", in.array<uint64_t>(body.callchain));
}

// False if the record isn't a T.
template <typename T>
bool describe_as(perfc::PlanView plan, const Record& record, Json* out) {
  if (!perfc::is<T>(record)) return false;
  const perfc::Result<T> body = plan.decode<T>(record);
  if (!body) return describe_error(body.error(), out), true;
  const perfc::Result<perfc_sample_id> id = plan.decode_sample_id(record);
  if (!id) return describe_error(id.error(), out), true;
  out->open(nullptr, '{');
  out->text("type", record.name());
  out->small("misc", record.misc);
  out->small("attr", id->attr_index);
  describe(record, *body, out);
  describe(*id, out);
  out->close('}');
  return true;
}

template <typename... T>
bool describe_one_of(perfc::PlanView plan, const Record& record, Json* out) {
  return (describe_as<T>(plan, record, out) || ...);
}

void describe_unknown(const Record& record, Json* out) {
  out->open(nullptr, '{');
  out->small("type", record.type);
  out->small("misc", record.misc);
  out->bytes("body", {record.data + 8, record.size - 8u});
  out->close('}');
}

}  // namespace

void describe(const perfc_branch_entry& entry, Json* out) {
  const perfc_branch branch = *perfc::decode_branch(entry.flags);
  out->open(nullptr, '{');
  out->big("from", entry.from);
  out->big("to", entry.to);
  out->big("flags", entry.flags);
  out->small("mispred", branch.mispred);
  out->small("predicted", branch.predicted);
  out->small("in_tx", branch.in_tx);
  out->small("abort", branch.abort);
  out->small("cycles", branch.cycles);
  out->small("type", branch.type);
  out->small("spec", branch.spec);
  out->small("new_type", branch.new_type);
  out->small("priv", branch.priv);
  out->close('}');
}

void describe(const perfc_read_value& value, uint64_t read_format, Json* out) {
  out->open(nullptr, '{');
  out->big("value", value.value);
  if (read_format & PERFC_FORMAT_ID) out->big("id", value.id);
  if (read_format & PERFC_FORMAT_LOST) out->big("lost", value.lost);
  out->close('}');
}

void describe_error(const perfc::Error& error, Json* out) {
  const int code = error.code().value();
  out->open(nullptr, '{');
  out->text("error", code == EBADMSG        ? "EBADMSG"
                     : code == ENOKEY       ? "ENOKEY"
                     : code == EKEYREJECTED ? "EKEYREJECTED"
                     : code == ENOTUNIQ     ? "ENOTUNIQ"
                                            : "another");
  out->close('}');
}

void describe(perfc::PlanView plan, const Record& record, Json* out) {
  if (perfc::is<perfc_sample>(record)) {
    return describe_sample(plan, record, out);
  }
  const bool known = describe_one_of<
      perfc_record_mmap, perfc_record_lost, perfc_record_comm,
      perfc_record_task, perfc_record_throttle, perfc_record_read,
      perfc_record_aux, perfc_record_itrace_start, perfc_record_lost_samples,
      perfc_record_switch, perfc_record_namespaces, perfc_record_ksymbol,
      perfc_record_bpf_event, perfc_record_cgroup, perfc_record_text_poke,
      perfc_record_aux_output_hw_id, perfc_record_callchain_deferred>(
      plan, record, out);
  if (!known) describe_unknown(record, out);
}
