// THE table of sample fields, in their order in a PERF_RECORD_SAMPLE
// (perf_output_sample, kernel/events/core.c), with the parts of each field. All
// code that depends on a sample's layout or on a field's size uses this table.
#ifndef PERFC_IMPL_UAPI_SAMPLE_FIELDS_H_
#define PERFC_IMPL_UAPI_SAMPLE_FIELDS_H_

#include <cstddef>
#include <cstdint>

#include "perfc/batch.h"
#include "perfc/decode.h"
#include "perfc/uapi.h"

namespace perfc::uapi {

// The form of a part on the wire. PartSize computes its size;
// impl/decode/field.h reads it.
enum class Form : uint8_t {
  kNone,  // behind the last part
  kU64,
  kU32,
  // So many bits of a u64, the lowest first. Such parts make up the word
  // together, and change places with the byte order.
  kBits32,
  kBits16,
  // A field with an array begins with one of these:
  kNr,       // u64: how many elements or bytes
  kUserAbi,  // u64: PERFC_SAMPLE_REGS_ABI_*; the mask says how many registers
  kIntrAbi,
  kSize32,  // u32: how many bytes
  // The array:
  kWords,     // u64 each
  kBranches,  // three u64 each, of which one has bit-fields
  kBytes,
  // Of a read:
  kGroupValues,  // of each of the group's events: value, [id], [lost]
  kSingleValue,  // a single event's, with id and lost apart from it
  kSingleTail,   // [id], [lost]
};

// The condition under which a part of a field exists.
enum class If : uint8_t {
  kAlways,
  kHwIdx,     // with PERF_SAMPLE_BRANCH_HW_INDEX: see impl/decode/hw_idx.h
  kCounters,  // with PERF_SAMPLE_BRANCH_COUNTERS
  kNotEmpty,  // unless the array has no elements
  kGroup,     // with PERF_FORMAT_GROUP
  kSingle,    // without
  kTimeEnabled,
  kTimeRunning,
};

struct Part {
  Form form;
  If when;
  uint16_t at;     // of its member in perfc_sample
  uint8_t column;  // PERFC_COLUMN_*, or kNoColumn
  const char* column_name;
};

inline constexpr uint16_t kNoMember = 0xffff;
inline constexpr uint8_t kNoColumn = 0xff;
inline constexpr size_t kMostParts = 6;

struct SampleField {
  uint64_t bit;
  const char* name;
  bool in_sample_id;  // also in the trailer of the other records
  Part parts[kMostParts];
};

inline constexpr uint64_t kWordSize = 8;

// The facts of an attr on which the sizes of its samples' fields depend.
struct SizeFacts {
  uint32_t read_format;
  uint8_t read_entry_words;  // words of one value in a group
  uint8_t user_regs;         // bits of the register masks
  uint8_t intr_regs;
  bool branch_hw_idx;
  bool branch_counters;
};

// PERFC_FORMAT_* that a part needs.
constexpr uint32_t ReadFormatOf(If when) {
  return when == If::kGroup         ? PERFC_FORMAT_GROUP
         : when == If::kTimeEnabled ? PERFC_FORMAT_TOTAL_TIME_ENABLED
         : when == If::kTimeRunning ? PERFC_FORMAT_TOTAL_TIME_RUNNING
                                    : 0;
}

// PERFC_PART_* that a sample with such a part has.
constexpr uint32_t PartBitOf(If when) {
  return when == If::kHwIdx      ? PERFC_PART_BRANCH_HW_IDX
         : when == If::kCounters ? PERFC_PART_BRANCH_COUNTERS
                                 : 0;
}

// PERFC_PART_* that samples of such an attr may have.
constexpr uint32_t PartBitsOf(const SizeFacts& facts) {
  return (facts.branch_hw_idx ? PERFC_PART_BRANCH_HW_IDX : 0) |
         (facts.branch_counters ? PERFC_PART_BRANCH_COUNTERS : 0);
}

// Whether a part is there, in a field whose array has `count` elements. Whether
// hw_idx is there only the whole record tells.
constexpr bool IsThere(If when, const SizeFacts& facts, uint64_t count,
                       bool has_hw_idx) {
  switch (when) {
    case If::kAlways:
      return true;
    case If::kHwIdx:
      return has_hw_idx;
    case If::kCounters:
      return facts.branch_counters;
    case If::kNotEmpty:
      return count != 0;
    case If::kSingle:
      return !(facts.read_format & PERFC_FORMAT_GROUP);
    default:
      return (facts.read_format & ReadFormatOf(when)) != 0;
  }
}

// Bytes of a part that is there.
constexpr uint64_t PartSize(Form form, const SizeFacts& facts, uint64_t count) {
  switch (form) {
    case Form::kNone:
      return 0;
    case Form::kBits16:
      return 2;
    case Form::kU32:
    case Form::kBits32:
    case Form::kSize32:
      return 4;
    case Form::kU64:
    case Form::kNr:
    case Form::kUserAbi:
    case Form::kIntrAbi:
    case Form::kSingleValue:
      return kWordSize;
    case Form::kWords:
      return kWordSize * count;
    case Form::kBranches:
      return 3 * kWordSize * count;
    case Form::kBytes:
      return count;
    case Form::kGroupValues:
      return kWordSize * facts.read_entry_words * count;
    case Form::kSingleTail:
      return kWordSize * (facts.read_entry_words - 1);
  }
  return 0;
}

// A field: its PERFC_SAMPLE_ bit, whether it is in the trailer, and its parts.
#define PERFC_FIELD(BIT, IN_ID, ...)                 \
  {                                                  \
    PERFC_SAMPLE_##BIT, #BIT, IN_ID, { __VA_ARGS__ } \
  }
// A part with a member of perfc_sample and a column, named like the member.
#define PERFC_PART(FORM, WHEN, MEMBER, COLUMN) \
  PERFC_NAMED(FORM, WHEN, MEMBER, COLUMN, #MEMBER)
#define PERFC_NAMED(FORM, WHEN, MEMBER, COLUMN, NAME)     \
  {                                                       \
    Form::FORM, If::WHEN, offsetof(perfc_sample, MEMBER), \
        PERFC_COLUMN_##COLUMN, NAME                       \
  }
// A part without a column, and one without a member, too.
#define PERFC_MEMBER(FORM, MEMBER)                                      \
  {                                                                     \
    Form::FORM, If::kAlways, offsetof(perfc_sample, MEMBER), kNoColumn, \
        nullptr                                                         \
  }
#define PERFC_ONLY(FORM, WHEN) \
  { Form::FORM, If::WHEN, kNoMember, kNoColumn, nullptr }
// The form that most fields have: one u64.
#define PERFC_WORD(BIT, IN_ID, MEMBER) \
  PERFC_FIELD(BIT, IN_ID, PERFC_PART(kU64, kAlways, MEMBER, BIT))

// clang-format off
inline constexpr SampleField kSampleFields[] = {
    PERFC_WORD(IDENTIFIER, true, identifier),
    PERFC_WORD(IP, false, ip),
    PERFC_FIELD(TID, true,
        PERFC_PART(kU32, kAlways, pid, PID),
        PERFC_PART(kU32, kAlways, tid, TID)),
    PERFC_WORD(TIME, true, time),
    PERFC_WORD(ADDR, false, addr),
    PERFC_WORD(ID, true, id),
    PERFC_WORD(STREAM_ID, true, stream_id),
    PERFC_FIELD(CPU, true,
        PERFC_PART(kU32, kAlways, cpu, CPU),
        PERFC_MEMBER(kU32, cpu_reserved)),
    PERFC_WORD(PERIOD, false, period),
    PERFC_FIELD(READ, false,
        PERFC_ONLY(kNr, kGroup),
        PERFC_NAMED(kSingleValue, kSingle, read, READ_VALUES, "read_values"),
        PERFC_NAMED(kU64, kTimeEnabled, read.time_enabled, TIME_ENABLED,
                    "time_enabled"),
        PERFC_NAMED(kU64, kTimeRunning, read.time_running, TIME_RUNNING,
                    "time_running"),
        PERFC_NAMED(kGroupValues, kGroup, read, READ_VALUES, "read_values"),
        PERFC_ONLY(kSingleTail, kSingle)),
    PERFC_FIELD(CALLCHAIN, false,
        PERFC_ONLY(kNr, kAlways),
        PERFC_PART(kWords, kAlways, callchain, CALLCHAIN)),
    PERFC_FIELD(RAW, false,
        PERFC_ONLY(kSize32, kAlways),
        PERFC_PART(kBytes, kAlways, raw, RAW)),
    PERFC_FIELD(BRANCH_STACK, false,
        PERFC_ONLY(kNr, kAlways),
        PERFC_PART(kU64, kHwIdx, branch_hw_idx, BRANCH_HW_IDX),
        PERFC_PART(kBranches, kAlways, branches, BRANCHES),
        PERFC_PART(kWords, kCounters, branch_counters, BRANCH_COUNTERS)),
    PERFC_FIELD(REGS_USER, false,
        PERFC_PART(kUserAbi, kAlways, user_abi, USER_ABI),
        PERFC_PART(kWords, kAlways, user_regs, USER_REGS)),
    PERFC_FIELD(STACK_USER, false,
        PERFC_ONLY(kNr, kAlways),
        PERFC_PART(kBytes, kAlways, stack, STACK),
        PERFC_PART(kU64, kNotEmpty, stack_dyn_size, STACK_DYN_SIZE)),
    PERFC_WORD(WEIGHT, false, weight),
    PERFC_FIELD(WEIGHT_STRUCT, false,
        PERFC_PART(kBits32, kAlways, weight_var1_dw, WEIGHT_VAR1_DW),
        PERFC_PART(kBits16, kAlways, weight_var2_w, WEIGHT_VAR2_W),
        PERFC_PART(kBits16, kAlways, weight_var3_w, WEIGHT_VAR3_W)),
    PERFC_WORD(DATA_SRC, false, data_src),
    PERFC_WORD(TRANSACTION, false, transaction),
    PERFC_FIELD(REGS_INTR, false,
        PERFC_PART(kIntrAbi, kAlways, intr_abi, INTR_ABI),
        PERFC_PART(kWords, kAlways, intr_regs, INTR_REGS)),
    PERFC_WORD(PHYS_ADDR, false, phys_addr),
    PERFC_WORD(CGROUP, false, cgroup),
    PERFC_WORD(DATA_PAGE_SIZE, false, data_page_size),
    PERFC_WORD(CODE_PAGE_SIZE, false, code_page_size),
    PERFC_FIELD(AUX, false,
        PERFC_ONLY(kNr, kAlways),
        PERFC_PART(kBytes, kAlways, aux, AUX)),
};
// clang-format on

#undef PERFC_WORD
#undef PERFC_ONLY
#undef PERFC_MEMBER
#undef PERFC_NAMED
#undef PERFC_PART
#undef PERFC_FIELD

inline constexpr size_t kSampleFieldCount =
    sizeof(kSampleFields) / sizeof(kSampleFields[0]);

constexpr size_t IndexOf(uint64_t bit) {
  size_t i = 0;
  while (kSampleFields[i].bit != bit) ++i;
  return i;
}

constexpr uint64_t FieldBits(size_t from, size_t to) {
  uint64_t bits = 0;
  for (size_t i = from; i < to; ++i) bits |= kSampleFields[i].bit;
  return bits;
}

// The leading fields up to READ are one 64-bit word each, whatever the attr.
constexpr bool IsOneWord(const SampleField& field) {
  uint64_t size = 0;
  for (const Part& part : field.parts) {
    if (part.when != If::kAlways || part.form > Form::kU32) return false;
    size += PartSize(part.form, SizeFacts{}, 0);
  }
  return size == kWordSize;
}

constexpr size_t HeadFieldCount() {
  size_t n = 0;
  while (IsOneWord(kSampleFields[n])) ++n;
  return n;
}

inline constexpr size_t kHeadFields = HeadFieldCount();
inline constexpr uint64_t kHeadBits = FieldBits(0, kHeadFields);
inline constexpr uint64_t kTailBits = FieldBits(kHeadFields, kSampleFieldCount);
static_assert((kHeadBits | kTailBits) == PERFC_SAMPLE_MAX - 1,
              "a PERF_SAMPLE_* bit has no field");

}  // namespace perfc::uapi

#endif  // PERFC_IMPL_UAPI_SAMPLE_FIELDS_H_
