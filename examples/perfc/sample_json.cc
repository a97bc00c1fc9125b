#include "examples/perfc/sample_json.h"

namespace tool {
namespace {

template <typename T>
const T* At(const perfc_record& record, const perfc_range& range) {
  return static_cast<const T*>(perfc_record_range(&record, &range, sizeof(T)));
}

void AddBranch(const perfc_branch_entry& entry, JsonLine* line) {
  perfc_branch branch = {};
  perfc_decode_branch(entry.flags, &branch, sizeof branch);
  line->BeginObject(nullptr);
  line->Big("from", entry.from);
  line->Big("to", entry.to);
  line->Big("flags", entry.flags);
  line->Small("mispred", branch.mispred);
  line->Small("predicted", branch.predicted);
  line->Small("in_tx", branch.in_tx);
  line->Small("abort", branch.abort);
  line->Small("cycles", branch.cycles);
  line->Small("type", branch.type);
  line->Small("spec", branch.spec);
  line->Small("new_type", branch.new_type);
  line->Small("priv", branch.priv);
  line->EndObject();
}

void AddBranches(const perfc_record& record, const perfc_sample& sample,
                 JsonLine* line) {
  if (sample.parts & PERFC_PART_BRANCH_HW_IDX) {
    line->Big("branch_hw_idx", sample.branch_hw_idx);
  }
  line->BeginList("branches");
  const auto* entries = At<perfc_branch_entry>(record, sample.branches);
  for (uint32_t i = 0; i < sample.branches.count; ++i) {
    AddBranch(entries[i], line);
  }
  line->EndList();
  if (sample.parts & PERFC_PART_BRANCH_COUNTERS) {
    AddWords("branch_counters", record, sample.branch_counters, line);
  }
}

// The fields of a fixed size, which come first.
void AddHead(const perfc_sample& sample, JsonLine* line) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_IDENTIFIER)) line->Big("identifier", sample.identifier);
  if (has(PERFC_SAMPLE_IP)) line->Big("ip", sample.ip);
  if (has(PERFC_SAMPLE_TID)) {
    line->Small("pid", sample.pid);
    line->Small("tid", sample.tid);
  }
  if (has(PERFC_SAMPLE_TIME)) line->Big("time", sample.time);
  if (has(PERFC_SAMPLE_ADDR)) line->Big("addr", sample.addr);
  if (has(PERFC_SAMPLE_ID)) line->Big("id", sample.id);
  if (has(PERFC_SAMPLE_STREAM_ID)) line->Big("stream_id", sample.stream_id);
  if (has(PERFC_SAMPLE_CPU)) line->Small("cpu", sample.cpu);
  if (has(PERFC_SAMPLE_PERIOD)) line->Big("period", sample.period);
}

void AddMiddle(const perfc_record& record, const perfc_sample& sample,
               JsonLine* line) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_READ)) AddRead(record, sample.read, line);
  if (has(PERFC_SAMPLE_CALLCHAIN)) {
    AddWords("callchain", record, sample.callchain, line);
  }
  if (has(PERFC_SAMPLE_RAW)) AddBytes("raw", record, sample.raw, line);
  if (has(PERFC_SAMPLE_BRANCH_STACK)) AddBranches(record, sample, line);
  if (has(PERFC_SAMPLE_REGS_USER)) {
    line->Big("user_abi", sample.user_abi);
    AddWords("user_regs", record, sample.user_regs, line);
  }
  if (has(PERFC_SAMPLE_STACK_USER)) {
    AddBytes("stack", record, sample.stack, line);
    line->Big("stack_dyn_size", sample.stack_dyn_size);
  }
}

void AddTail(const perfc_record& record, const perfc_sample& sample,
             JsonLine* line) {
  const auto has = [&](uint64_t bit) { return sample.present & bit; };
  if (has(PERFC_SAMPLE_WEIGHT)) line->Big("weight", sample.weight);
  if (has(PERFC_SAMPLE_WEIGHT_STRUCT)) {
    line->Small("weight_var1_dw", sample.weight_var1_dw);
    line->Small("weight_var2_w", sample.weight_var2_w);
    line->Small("weight_var3_w", sample.weight_var3_w);
  }
  if (has(PERFC_SAMPLE_DATA_SRC)) line->Big("data_src", sample.data_src);
  if (has(PERFC_SAMPLE_TRANSACTION)) {
    line->Big("transaction", sample.transaction);
  }
  if (has(PERFC_SAMPLE_REGS_INTR)) {
    line->Big("intr_abi", sample.intr_abi);
    AddWords("intr_regs", record, sample.intr_regs, line);
  }
  if (has(PERFC_SAMPLE_PHYS_ADDR)) line->Big("phys_addr", sample.phys_addr);
  if (has(PERFC_SAMPLE_CGROUP)) line->Big("cgroup", sample.cgroup);
  if (has(PERFC_SAMPLE_DATA_PAGE_SIZE)) {
    line->Big("data_page_size", sample.data_page_size);
  }
  if (has(PERFC_SAMPLE_CODE_PAGE_SIZE)) {
    line->Big("code_page_size", sample.code_page_size);
  }
  if (has(PERFC_SAMPLE_AUX)) AddBytes("aux", record, sample.aux, line);
  if (sample.parts & (PERFC_PART_PARTIAL | PERFC_PART_LEFT_OVER)) {
    AddBytes("rest", record, sample.rest, line);
  }
}

}  // namespace

void AddWords(const char* key, const perfc_record& record,
              const perfc_range& range, JsonLine* line) {
  line->Words(key, At<uint64_t>(record, range), range.count);
}

void AddBytes(const char* key, const perfc_record& record,
              const perfc_range& range, JsonLine* line) {
  line->Bytes(key, At<uint8_t>(record, range), range.count);
}

void AddRead(const perfc_record& record, const perfc_read_part& read,
             JsonLine* line) {
  line->BeginObject("read");
  if (read.read_format & PERFC_FORMAT_TOTAL_TIME_ENABLED) {
    line->Big("time_enabled", read.time_enabled);
  }
  if (read.read_format & PERFC_FORMAT_TOTAL_TIME_RUNNING) {
    line->Big("time_running", read.time_running);
  }
  line->BeginList("values");
  for (uint32_t i = 0; i < read.nr; ++i) {
    perfc_read_value value = {};
    perfc_record_read_value(&record, &read, i, &value, sizeof value);
    line->BeginObject(nullptr);
    line->Big("value", value.value);
    if (read.read_format & PERFC_FORMAT_ID) line->Big("id", value.id);
    if (read.read_format & PERFC_FORMAT_LOST) line->Big("lost", value.lost);
    line->EndObject();
  }
  line->EndList();
  line->EndObject();
}

int AddSample(const perfc_plan* plan, const perfc_record& record,
              JsonLine* line) {
  perfc_sample sample;
  const int failed = perfc_decode_sample(plan, &record, &sample, sizeof sample);
  if (failed != 0) return failed;
  line->Small("attr", sample.attr_index);
  AddHead(sample, line);
  AddMiddle(record, sample, line);
  AddTail(record, sample, line);
  return 0;
}

}  // namespace tool
