// THE table of sample fields, in the order in which they lie in a
// PERF_RECORD_SAMPLE (perf_output_ sample, kernel/events/core.c). Whatever
// knows a sample's layout knows it from here.
#ifndef PERFC_IMPL_UAPI_SAMPLE_FIELDS_H_
#define PERFC_IMPL_UAPI_SAMPLE_FIELDS_H_

#include <cstddef>
#include <cstdint>

#include "perfc/batch.h"
#include "perfc/decode.h"
#include "perfc/uapi.h"

namespace perfc::uapi {

// How a field lies on the wire.
enum class Kind : uint8_t {
  kU64,
  kU32Pair,  // two u32
  kWeights,  // u64 of a u32 and two u16, which swap places with the byte order
  kRead,     // by read_format
  kCallchain,  // u64 nr, u64[nr]
  kRaw,        // u32 size, bytes
  kBranches,   // u64 nr, [u64 hw_idx], entries[nr], [u64 counters[nr]]
  kUserRegs,   // u64 abi, u64[bits of the mask] unless abi is NONE
  kIntrRegs,   // likewise
  kStack,      // u64 size, bytes, u64 dyn_size if size
  kAux,        // u64 size, bytes
};

struct SampleField {
  uint64_t bit;
  Kind kind;
  bool in_sample_id;  // also in the trailer of the other records
  uint16_t
      at;  // of the member of perfc_sample that takes the number or the range
  const char* name;
  uint8_t column;  // PERFC_COLUMN_*, the first of it where a field has several
  const char* member;  // which is that column's name
};

#define PERFC_FIELD(NAME, KIND, IN_ID, MEMBER, COLUMN)                      \
  {                                                                         \
    PERFC_SAMPLE_##NAME, Kind::KIND, IN_ID, offsetof(perfc_sample, MEMBER), \
        #NAME, PERFC_COLUMN_##COLUMN, #MEMBER                               \
  }

inline constexpr SampleField kSampleFields[] = {
    PERFC_FIELD(IDENTIFIER, kU64, true, identifier, IDENTIFIER),
    PERFC_FIELD(IP, kU64, false, ip, IP),
    PERFC_FIELD(TID, kU32Pair, true, pid, PID),
    PERFC_FIELD(TIME, kU64, true, time, TIME),
    PERFC_FIELD(ADDR, kU64, false, addr, ADDR),
    PERFC_FIELD(ID, kU64, true, id, ID),
    PERFC_FIELD(STREAM_ID, kU64, true, stream_id, STREAM_ID),
    PERFC_FIELD(CPU, kU32Pair, true, cpu, CPU),
    PERFC_FIELD(PERIOD, kU64, false, period, PERIOD),
    PERFC_FIELD(READ, kRead, false, read, READ_VALUES),
    PERFC_FIELD(CALLCHAIN, kCallchain, false, callchain, CALLCHAIN),
    PERFC_FIELD(RAW, kRaw, false, raw, RAW),
    PERFC_FIELD(BRANCH_STACK, kBranches, false, branches, BRANCHES),
    PERFC_FIELD(REGS_USER, kUserRegs, false, user_regs, USER_REGS),
    PERFC_FIELD(STACK_USER, kStack, false, stack, STACK),
    PERFC_FIELD(WEIGHT, kU64, false, weight, WEIGHT),
    PERFC_FIELD(WEIGHT_STRUCT, kWeights, false, weight_var1_dw, WEIGHT_VAR1_DW),
    PERFC_FIELD(DATA_SRC, kU64, false, data_src, DATA_SRC),
    PERFC_FIELD(TRANSACTION, kU64, false, transaction, TRANSACTION),
    PERFC_FIELD(REGS_INTR, kIntrRegs, false, intr_regs, INTR_REGS),
    PERFC_FIELD(PHYS_ADDR, kU64, false, phys_addr, PHYS_ADDR),
    PERFC_FIELD(CGROUP, kU64, false, cgroup, CGROUP),
    PERFC_FIELD(DATA_PAGE_SIZE, kU64, false, data_page_size, DATA_PAGE_SIZE),
    PERFC_FIELD(CODE_PAGE_SIZE, kU64, false, code_page_size, CODE_PAGE_SIZE),
    PERFC_FIELD(AUX, kAux, false, aux, AUX),
};

#undef PERFC_FIELD

inline constexpr size_t kSampleFieldCount =
    sizeof(kSampleFields) / sizeof(kSampleFields[0]);

constexpr size_t IndexOf(uint64_t bit) {
  size_t i = 0;
  while (kSampleFields[i].bit != bit) ++i;
  return i;
}

// The leading fields up to READ are one 64-bit word each, whatever the attr.
constexpr size_t HeadFieldCount() {
  size_t n = 0;
  while (kSampleFields[n].kind == Kind::kU64 ||
         kSampleFields[n].kind == Kind::kU32Pair) {
    ++n;
  }
  return n;
}

constexpr uint64_t FieldBits(size_t from, size_t to) {
  uint64_t bits = 0;
  for (size_t i = from; i < to; ++i) bits |= kSampleFields[i].bit;
  return bits;
}

inline constexpr size_t kHeadFields = HeadFieldCount();
inline constexpr uint64_t kHeadBits = FieldBits(0, kHeadFields);
inline constexpr uint64_t kTailBits = FieldBits(kHeadFields, kSampleFieldCount);
static_assert((kHeadBits | kTailBits) == PERFC_SAMPLE_MAX - 1,
              "a PERF_SAMPLE_* bit has no field");

constexpr uint64_t SampleIdBits() {
  uint64_t bits = 0;
  for (const SampleField& field : kSampleFields) {
    if (field.in_sample_id) bits |= field.bit;
  }
  return bits;
}
inline constexpr uint64_t kSampleIdBits = SampleIdBits();

}  // namespace perfc::uapi

#endif  // PERFC_IMPL_UAPI_SAMPLE_FIELDS_H_
