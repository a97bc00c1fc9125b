#include "test/vectors/typed.h"

#include <cerrno>
#include <cstring>

namespace vectors {
namespace {

template <typename T>
const T* At(const perfc_record* record, const perfc_range& range) {
  return static_cast<const T*>(perfc_record_range(record, &range, sizeof(T)));
}

void Words(const char* key, const perfc_record& record, perfc_range range,
           Sink* out) {
  out->Words(key, At<uint64_t>(&record, range), range.count);
}

void Bytes(const char* key, const perfc_record& record, perfc_range range,
           Sink* out) {
  out->Bytes(key, perfc_record_range(&record, &range, 1), range.count);
}

void Text(const char* key, const perfc_record& record, perfc_range range,
          Sink* out) {
  out->Text(key, perfc_record_range(&record, &range, 1), range.count);
}

void DescribeRead(const perfc_record& record, const perfc_read_part& read,
                  Sink* out) {
  out->BeginObject("read");
  if (read.read_format & PERFC_FORMAT_TOTAL_TIME_ENABLED) {
    out->Big("time_enabled", read.time_enabled);
  }
  if (read.read_format & PERFC_FORMAT_TOTAL_TIME_RUNNING) {
    out->Big("time_running", read.time_running);
  }
  out->BeginList("values");
  for (uint32_t i = 0; i < read.nr; ++i) {
    perfc_read_value value = {};
    perfc_record_read_value(&record, &read, i, &value, sizeof(value));
    DescribeCounter(value, read.read_format, out);
  }
  out->EndList();
  out->EndObject();
}

void DescribeBranches(const perfc_record& record, const perfc_sample& sample,
                      Sink* out) {
  if (sample.parts & PERFC_PART_BRANCH_HW_IDX) {
    out->Big("branch_hw_idx", sample.branch_hw_idx);
  }
  out->BeginList("branches");
  const perfc_branch_entry* entries =
      At<perfc_branch_entry>(&record, sample.branches);
  for (uint32_t i = 0; i < sample.branches.count; ++i) {
    DescribeBranch(entries[i], out);
  }
  out->EndList();
  if (sample.parts & PERFC_PART_BRANCH_COUNTERS) {
    out->Words("branch_counters", At<uint64_t>(&record, sample.branch_counters),
               sample.branch_counters.count);
  }
}

void DescribeHead(const perfc_sample& sample, Sink* out) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_IDENTIFIER)) out->Big("identifier", sample.identifier);
  if (has(PERFC_SAMPLE_IP)) out->Big("ip", sample.ip);
  if (has(PERFC_SAMPLE_TID)) {
    out->Small("pid", sample.pid);
    out->Small("tid", sample.tid);
  }
  if (has(PERFC_SAMPLE_TIME)) out->Big("time", sample.time);
  if (has(PERFC_SAMPLE_ADDR)) out->Big("addr", sample.addr);
  if (has(PERFC_SAMPLE_ID)) out->Big("id", sample.id);
  if (has(PERFC_SAMPLE_STREAM_ID)) out->Big("stream_id", sample.stream_id);
  if (has(PERFC_SAMPLE_CPU)) out->Small("cpu", sample.cpu);
  if (has(PERFC_SAMPLE_PERIOD)) out->Big("period", sample.period);
}

void DescribeMiddle(const perfc_record& record, const perfc_sample& sample,
                    Sink* out) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_READ)) DescribeRead(record, sample.read, out);
  if (has(PERFC_SAMPLE_CALLCHAIN)) {
    out->Words("callchain", At<uint64_t>(&record, sample.callchain),
               sample.callchain.count);
  }
  if (has(PERFC_SAMPLE_RAW)) {
    out->Bytes("raw", At<uint8_t>(&record, sample.raw), sample.raw.count);
  }
  if (has(PERFC_SAMPLE_BRANCH_STACK)) DescribeBranches(record, sample, out);
  if (has(PERFC_SAMPLE_REGS_USER)) {
    out->Big("user_abi", sample.user_abi);
    out->Words("user_regs", At<uint64_t>(&record, sample.user_regs),
               sample.user_regs.count);
  }
  if (has(PERFC_SAMPLE_STACK_USER)) {
    out->Bytes("stack", At<uint8_t>(&record, sample.stack), sample.stack.count);
    out->Big("stack_dyn_size", sample.stack_dyn_size);
  }
}

void DescribeTail(const perfc_record& record, const perfc_sample& sample,
                  Sink* out) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_WEIGHT)) out->Big("weight", sample.weight);
  if (has(PERFC_SAMPLE_WEIGHT_STRUCT)) {
    out->Small("weight_var1_dw", sample.weight_var1_dw);
    out->Small("weight_var2_w", sample.weight_var2_w);
    out->Small("weight_var3_w", sample.weight_var3_w);
  }
  if (has(PERFC_SAMPLE_DATA_SRC)) out->Big("data_src", sample.data_src);
  if (has(PERFC_SAMPLE_TRANSACTION)) {
    out->Big("transaction", sample.transaction);
  }
  if (has(PERFC_SAMPLE_REGS_INTR)) {
    out->Big("intr_abi", sample.intr_abi);
    out->Words("intr_regs", At<uint64_t>(&record, sample.intr_regs),
               sample.intr_regs.count);
  }
  if (has(PERFC_SAMPLE_PHYS_ADDR)) out->Big("phys_addr", sample.phys_addr);
  if (has(PERFC_SAMPLE_CGROUP)) out->Big("cgroup", sample.cgroup);
  if (has(PERFC_SAMPLE_DATA_PAGE_SIZE)) {
    out->Big("data_page_size", sample.data_page_size);
  }
  if (has(PERFC_SAMPLE_CODE_PAGE_SIZE)) {
    out->Big("code_page_size", sample.code_page_size);
  }
  if (has(PERFC_SAMPLE_AUX)) {
    out->Bytes("aux", At<uint8_t>(&record, sample.aux), sample.aux.count);
  }
  if (sample.parts & (PERFC_PART_PARTIAL | PERFC_PART_LEFT_OVER)) {
    Bytes("rest", record, sample.rest, out);
  }
}

int DescribeSample(const perfc_plan* plan, const perfc_record& record,
                   Sink* out) {
  perfc_sample sample;
  const int failed = perfc_decode_sample(plan, &record, &sample, sizeof sample);
  if (failed) return failed;
  out->BeginObject(nullptr);
  out->Text("type", "SAMPLE", 6);
  out->Small("misc", record.misc);
  out->Small("attr", sample.attr_index);
  DescribeHead(sample, out);
  DescribeMiddle(record, sample, out);
  DescribeTail(record, sample, out);
  out->EndObject();
  return 0;
}

void DescribeTrailer(const perfc_sample_id& id, Sink* out) {
  const auto has = [&](uint64_t bit) { return id.present & bit; };
  if (id.present == 0) return;
  out->BeginObject("sample_id");
  if (has(PERFC_SAMPLE_TID)) {
    out->Small("pid", id.pid);
    out->Small("tid", id.tid);
  }
  if (has(PERFC_SAMPLE_TIME)) out->Big("time", id.time);
  if (has(PERFC_SAMPLE_ID)) out->Big("id", id.id);
  if (has(PERFC_SAMPLE_STREAM_ID)) out->Big("stream_id", id.stream_id);
  if (has(PERFC_SAMPLE_CPU)) out->Small("cpu", id.cpu);
  if (has(PERFC_SAMPLE_IDENTIFIER)) out->Big("identifier", id.identifier);
  out->EndObject();
}

// ---- the other records

struct In {
  const perfc_record& record;
  Sink* out;

  void Small(const char* key, uint32_t value) const { out->Small(key, value); }
  void Big(const char* key, uint64_t value) const { out->Big(key, value); }
  void Text(const char* key, perfc_range range) const {
    vectors::Text(key, record, range, out);
  }
};

template <typename T>
void PidTid(const In& in, const T& body) {
  in.Small("pid", body.pid);
  in.Small("tid", body.tid);
}

void Body(const In& in, const perfc_record_mmap& body) {
  PidTid(in, body);
  in.Big("addr", body.addr);
  in.Big("len", body.len);
  in.Big("pgoff", body.pgoff);
  if (body.fields & PERFC_MMAP_HAS_BUILD_ID) {
    in.out->Bytes("build_id", body.build_id, body.build_id_size);
  }
  if (body.fields & PERFC_MMAP_HAS_INODE) {
    in.Small("maj", body.maj);
    in.Small("min", body.min);
    in.Big("ino", body.ino);
    in.Big("ino_generation", body.ino_generation);
  }
  if (body.fields & PERFC_MMAP_HAS_PROT) {
    in.Small("prot", body.prot);
    in.Small("flags", body.flags);
  }
  in.Text("filename", body.filename);
}

void Body(const In& in, const perfc_record_lost& body) {
  in.Big("id", body.id);
  in.Big("lost", body.lost);
}

void Body(const In& in, const perfc_record_comm& body) {
  PidTid(in, body);
  in.Text("comm", body.comm);
}

void Body(const In& in, const perfc_record_task& body) {
  in.Small("pid", body.pid);
  in.Small("ppid", body.ppid);
  in.Small("tid", body.tid);
  in.Small("ptid", body.ptid);
  in.Big("time", body.time);
}

void Body(const In& in, const perfc_record_throttle& body) {
  in.Big("time", body.time);
  in.Big("id", body.id);
  in.Big("stream_id", body.stream_id);
}

void Body(const In& in, const perfc_record_read& body) {
  PidTid(in, body);
  DescribeRead(in.record, body.read, in.out);
}

void Body(const In& in, const perfc_record_aux& body) {
  in.Big("aux_offset", body.aux_offset);
  in.Big("aux_size", body.aux_size);
  in.Big("flags", body.flags);
}

void Body(const In& in, const perfc_record_itrace_start& body) {
  PidTid(in, body);
}

void Body(const In& in, const perfc_record_lost_samples& body) {
  in.Big("lost", body.lost);
}

void Body(const In& in, const perfc_record_switch& body) {
  in.Small("out", body.out);
  in.Small("preempted", body.preempted);
  if (!body.has_other) return;
  in.Small("next_prev_pid", body.next_prev_pid);
  in.Small("next_prev_tid", body.next_prev_tid);
}

void Body(const In& in, const perfc_record_namespaces& body) {
  PidTid(in, body);
  const auto* links = static_cast<const perfc_namespace*>(perfc_record_range(
      &in.record, &body.namespaces, sizeof(perfc_namespace)));
  in.out->BeginList("namespaces");
  for (uint32_t i = 0; i < body.namespaces.count; ++i) {
    in.out->BeginObject(nullptr);
    in.Big("dev", links[i].dev);
    in.Big("ino", links[i].ino);
    in.out->EndObject();
  }
  in.out->EndList();
}

void Body(const In& in, const perfc_record_ksymbol& body) {
  in.Big("addr", body.addr);
  in.Small("len", body.len);
  in.Small("ksym_type", body.ksym_type);
  in.Small("flags", body.flags);
  in.Text("name", body.name);
}

void Body(const In& in, const perfc_record_bpf_event& body) {
  in.Small("bpf_type", body.type);
  in.Small("flags", body.flags);
  in.Small("id", body.id);
  in.out->Bytes("tag", body.tag, sizeof body.tag);
}

void Body(const In& in, const perfc_record_cgroup& body) {
  in.Big("id", body.id);
  in.Text("path", body.path);
}

void Body(const In& in, const perfc_record_text_poke& body) {
  in.Big("addr", body.addr);
  Bytes("old_bytes", in.record, body.old_bytes, in.out);
  Bytes("new_bytes", in.record, body.new_bytes, in.out);
}

void Body(const In& in, const perfc_record_aux_output_hw_id& body) {
  in.Big("hw_id", body.hw_id);
}

void Body(const In& in, const perfc_record_callchain_deferred& body) {
  in.Big("cookie", body.cookie);
  Words("callchain", in.record, body.callchain, in.out);
}

int DescribeUnknown(const perfc_record& record, Sink* out) {
  out->BeginObject(nullptr);
  out->Small("type", record.type);
  out->Small("misc", record.misc);
  out->Bytes("body", record.data + 8, record.size - 8u);
  out->EndObject();
  return 0;
}

template <typename T>
using Decode = int (*)(const perfc_plan*, const perfc_record*, T*, size_t);

template <typename T>
int DescribeOther(Decode<T> decode, const perfc_plan* plan,
                  const perfc_record& record, Sink* out) {
  T body;
  perfc_sample_id id;
  int failed = decode(plan, &record, &body, sizeof body);
  if (!failed) failed = perfc_decode_sample_id(plan, &record, &id, sizeof id);
  if (failed) return failed;
  const char* name = perfc_record_type_name(record.type);
  out->BeginObject(nullptr);
  out->Text("type", name, strlen(name));
  out->Small("misc", record.misc);
  out->Small("attr", id.attr_index);
  Body({record, out}, body);
  DescribeTrailer(id, out);
  out->EndObject();
  return 0;
}

int DescribeAny(const perfc_plan* plan, const perfc_record& record, Sink* out) {
  switch (record.type) {
    case PERFC_RECORD_SAMPLE:
      return DescribeSample(plan, record, out);
#define PERFC_DESCRIBE(TYPE, NAME) \
  case PERFC_RECORD_##TYPE:        \
    return DescribeOther(perfc_decode_##NAME, plan, record, out);
      PERFC_DESCRIBE(MMAP, mmap)
      PERFC_DESCRIBE(LOST, lost)
      PERFC_DESCRIBE(COMM, comm)
      PERFC_DESCRIBE(EXIT, task)
      PERFC_DESCRIBE(THROTTLE, throttle)
      PERFC_DESCRIBE(UNTHROTTLE, throttle)
      PERFC_DESCRIBE(FORK, task)
      PERFC_DESCRIBE(READ, read)
      PERFC_DESCRIBE(MMAP2, mmap)
      PERFC_DESCRIBE(AUX, aux)
      PERFC_DESCRIBE(ITRACE_START, itrace_start)
      PERFC_DESCRIBE(LOST_SAMPLES, lost_samples)
      PERFC_DESCRIBE(SWITCH, switch)
      PERFC_DESCRIBE(SWITCH_CPU_WIDE, switch)
      PERFC_DESCRIBE(NAMESPACES, namespaces)
      PERFC_DESCRIBE(KSYMBOL, ksymbol)
      PERFC_DESCRIBE(BPF_EVENT, bpf_event)
      PERFC_DESCRIBE(CGROUP, cgroup)
      PERFC_DESCRIBE(TEXT_POKE, text_poke)
      PERFC_DESCRIBE(AUX_OUTPUT_HW_ID, aux_output_hw_id)
      PERFC_DESCRIBE(CALLCHAIN_DEFERRED, callchain_deferred)
#undef PERFC_DESCRIBE
    default:
      return DescribeUnknown(record, out);
  }
}

}  // namespace

void DescribeBranch(const perfc_branch_entry& entry, Sink* out) {
  perfc_branch branch;
  perfc_decode_branch(entry.flags, &branch, sizeof branch);
  out->BeginObject(nullptr);
  out->Big("from", entry.from);
  out->Big("to", entry.to);
  out->Big("flags", entry.flags);
  out->Small("mispred", branch.mispred);
  out->Small("predicted", branch.predicted);
  out->Small("in_tx", branch.in_tx);
  out->Small("abort", branch.abort);
  out->Small("cycles", branch.cycles);
  out->Small("type", branch.type);
  out->Small("spec", branch.spec);
  out->Small("new_type", branch.new_type);
  out->Small("priv", branch.priv);
  out->EndObject();
}

void DescribeCounter(const perfc_read_value& value, uint32_t read_format,
                     Sink* out) {
  out->BeginObject(nullptr);
  out->Big("value", value.value);
  if (read_format & PERFC_FORMAT_ID) out->Big("id", value.id);
  if (read_format & PERFC_FORMAT_LOST) out->Big("lost", value.lost);
  out->EndObject();
}

void DescribeError(int error, Sink* out) {
  const char* name = error == -EBADMSG        ? "EBADMSG"
                     : error == -ENOKEY       ? "ENOKEY"
                     : error == -EKEYREJECTED ? "EKEYREJECTED"
                     : error == -ENOTUNIQ     ? "ENOTUNIQ"
                                              : "another";
  out->BeginObject(nullptr);
  out->Text("error", name, strlen(name));
  out->EndObject();
}

int DescribeTyped(const perfc_plan* plan, const perfc_record& record,
                  Sink* out) {
  const int failed = DescribeAny(plan, record, out);
  if (failed) DescribeError(failed, out);
  return failed;
}

}  // namespace vectors
