#ifndef PERFC_TEST_ENCODER_SAMPLE_H_
#define PERFC_TEST_ENCODER_SAMPLE_H_

#include <cstdint>
#include <vector>

#include "test/encoder/attr.h"
#include "test/encoder/writer.h"

namespace encoder {

struct Counter {
  uint64_t value = 0;
  uint64_t id = 0;
  uint64_t lost = 0;
};

// struct read_format: of an event that isn't a group's there is one counter.
struct ReadFormat {
  uint64_t time_enabled = 0;
  uint64_t time_running = 0;
  std::vector<Counter> counters = {Counter()};
};

struct Branch {
  uint64_t from = 0;
  uint64_t to = 0;
  uint8_t mispred = 0;
  uint8_t predicted = 0;
  uint8_t in_tx = 0;
  uint8_t abort = 0;
  uint16_t cycles = 0;
  uint8_t type = 0;
  uint8_t spec = 0;
  uint8_t new_type = 0;
  uint8_t priv = 0;
  uint32_t reserved = 0;  // 31 bits.
};

// The third word of struct perf_branch_entry.
uint64_t BranchFlags(const Branch &branch, Order order);

struct BranchStack {
  bool taken = true;  // False: the PMU had none, and only nr is written.
  uint64_t hw_idx = 0;
  std::vector<Branch> entries;
  std::vector<uint64_t> counters;  // As many as entries.
};

struct Registers {
  uint64_t abi = 0;              // 0: no registers follow.
  std::vector<uint64_t> values;  // One for each bit of the mask, ascending.
};

// PERF_RECORD_SAMPLE. Only the fields that the attr asks for are written.
struct Sample {
  uint16_t misc = 2;
  uint64_t identifier = 0;
  uint64_t ip = 0;
  uint32_t pid = 0;
  uint32_t tid = 0;
  uint64_t time = 0;
  uint64_t addr = 0;
  uint64_t id = 0;
  uint64_t stream_id = 0;
  uint32_t cpu = 0;
  uint32_t cpu_reserved = 0;
  uint64_t period = 0;
  ReadFormat read;
  std::vector<uint64_t> callchain;
  Bytes raw;  // 4 more than a multiple of 8, as the kernel pads it.
  BranchStack branches;
  Registers user_regs;
  Bytes stack;  // Empty: no dyn_size follows.
  uint64_t stack_dyn_size = 0;
  uint64_t weight = 0;
  uint32_t weight_var1_dw = 0;
  uint16_t weight_var2_w = 0;
  uint16_t weight_var3_w = 0;
  uint64_t data_src = 0;
  uint64_t transaction = 0;
  Registers intr_regs;
  uint64_t phys_addr = 0;
  uint64_t cgroup = 0;
  uint64_t data_page_size = 0;
  uint64_t code_page_size = 0;
  Bytes unknown;  // What a newer kernel would put before the AUX data.
  Bytes aux;
  Bytes left_over;  // Behind the last field.

  // As the kernel does where a task with user registers has an empty stack: it
  // writes a dyn_size that no size counts, so the last word is beyond the end.
  bool IsCut(const Attr &attr) const;
  Bytes Encode(const Attr &attr, Order order) const;
};

void WriteReadFormat(const ReadFormat &read, const Attr &attr, Writer *out);

// The header, whose size is filled in by FinishRecord.
void BeginRecord(uint32_t type, uint16_t misc, Writer *out);
Bytes FinishRecord(Writer *out);

}  // namespace encoder

#endif  // PERFC_TEST_ENCODER_SAMPLE_H_
