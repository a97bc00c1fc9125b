// What columns there are, from the table of sample fields.
#ifndef PERFC_IMPL_BATCH_COLUMNS_H_
#define PERFC_IMPL_BATCH_COLUMNS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "impl/base/order.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/batch.h"
#include "perfc/decode.h"
#include "perfc/uapi.h"

namespace perfc::batch {

enum class Shape : uint8_t {
  kNone,      // not a column of this table
  kFixed,     // a number in perfc_sample
  kWords,     // a range of u64
  kTriples,   // a range of three u64 each, as many words
  kBytes,     // a range of bytes
  kCounts,    // the values of a read part, rearranged into three u64 each
  kOfRecord,  // sequence, misc: not in perfc_sample
};

struct ColumnSpec {
  Shape shape;
  uint8_t width;         // bytes of a value or element
  uint16_t at;           // of the number or range in perfc_sample
  uint8_t field;         // index in kSampleFields; kNoField: in every sample
  uint32_t part;         // PERFC_PART_* of which one must be set too
  uint32_t read_format;  // PERFC_FORMAT_* that must be set too
  const char* name;
};

inline constexpr uint8_t kNoField = 0xff;
// Any sample may have them, whatever its attr is.
inline constexpr uint32_t kRestParts =
    PERFC_PART_PARTIAL | PERFC_PART_LEFT_OVER;
inline constexpr size_t kColumnCount = PERFC_COLUMN_COUNT;
using ColumnSpecs = std::array<ColumnSpec, kColumnCount>;

constexpr ColumnSpec Number(size_t at, uint8_t width, uint8_t field,
                            const char* name) {
  return {Shape::kFixed, width, static_cast<uint16_t>(at), field, 0, 0, name};
}

constexpr ColumnSpec Range(Shape shape, size_t at, uint8_t field,
                           const char* name) {
  const uint8_t width = shape == Shape::kBytes ? 1 : 8;
  return {shape, width, static_cast<uint16_t>(at), field, 0, 0, name};
}

// The columns of one field; most fields have one, named like the member.
constexpr void AddField(ColumnSpecs& columns, uint8_t index) {
  using uapi::Kind;
  const uapi::SampleField& field = uapi::kSampleFields[index];
  ColumnSpec& first = columns[field.column];
  const auto number = [&](size_t at, uint8_t width, const char* name) {
    return Number(at, width, index, name);
  };
  switch (field.kind) {
    case Kind::kU64:
      first = number(field.at, 8, field.member);
      break;
    case Kind::kU32Pair:
      first = number(field.at, 4, field.member);
      if (field.bit == PERFC_SAMPLE_TID) {
        columns[PERFC_COLUMN_TID] = number(field.at + 4, 4, "tid");
      }
      break;
    case Kind::kWeights:
      first = number(field.at, 4, field.member);
      columns[PERFC_COLUMN_WEIGHT_VAR2_W] =
          number(offsetof(perfc_sample, weight_var2_w), 2, "weight_var2_w");
      columns[PERFC_COLUMN_WEIGHT_VAR3_W] =
          number(offsetof(perfc_sample, weight_var3_w), 2, "weight_var3_w");
      break;
    case Kind::kRead:
      first = Range(Shape::kCounts, field.at, index, "read_values");
      columns[PERFC_COLUMN_TIME_ENABLED] =
          number(field.at + offsetof(perfc_read_part, time_enabled), 8,
                 "time_enabled");
      columns[PERFC_COLUMN_TIME_ENABLED].read_format =
          PERFC_FORMAT_TOTAL_TIME_ENABLED;
      columns[PERFC_COLUMN_TIME_RUNNING] =
          number(field.at + offsetof(perfc_read_part, time_running), 8,
                 "time_running");
      columns[PERFC_COLUMN_TIME_RUNNING].read_format =
          PERFC_FORMAT_TOTAL_TIME_RUNNING;
      break;
    case Kind::kCallchain:
      first = Range(Shape::kWords, field.at, index, field.member);
      break;
    case Kind::kBranches:
      first = Range(Shape::kTriples, field.at, index, field.member);
      columns[PERFC_COLUMN_BRANCH_HW_IDX] =
          number(offsetof(perfc_sample, branch_hw_idx), 8, "branch_hw_idx");
      columns[PERFC_COLUMN_BRANCH_HW_IDX].part = PERFC_PART_BRANCH_HW_IDX;
      columns[PERFC_COLUMN_BRANCH_COUNTERS] =
          Range(Shape::kWords, offsetof(perfc_sample, branch_counters), index,
                "branch_counters");
      columns[PERFC_COLUMN_BRANCH_COUNTERS].part = PERFC_PART_BRANCH_COUNTERS;
      break;
    case Kind::kUserRegs:
      first = Range(Shape::kWords, field.at, index, field.member);
      columns[PERFC_COLUMN_USER_ABI] =
          number(offsetof(perfc_sample, user_abi), 8, "user_abi");
      break;
    case Kind::kIntrRegs:
      first = Range(Shape::kWords, field.at, index, field.member);
      columns[PERFC_COLUMN_INTR_ABI] =
          number(offsetof(perfc_sample, intr_abi), 8, "intr_abi");
      break;
    case Kind::kStack:
      first = Range(Shape::kBytes, field.at, index, field.member);
      columns[PERFC_COLUMN_STACK_DYN_SIZE] =
          number(offsetof(perfc_sample, stack_dyn_size), 8, "stack_dyn_size");
      break;
    case Kind::kRaw:
    case Kind::kAux:
      first = Range(Shape::kBytes, field.at, index, field.member);
      break;
  }
}

constexpr ColumnSpec OfRecord(uint8_t width, const char* name) {
  return {Shape::kOfRecord, width, 0, kNoField, 0, 0, name};
}

constexpr ColumnSpecs MakeSampleColumns() {
  ColumnSpecs columns = {};
  for (size_t i = 0; i < uapi::kSampleFieldCount; ++i) {
    AddField(columns, static_cast<uint8_t>(i));
  }
  columns[PERFC_COLUMN_SEQUENCE] = OfRecord(8, "sequence");
  columns[PERFC_COLUMN_MISC] = OfRecord(2, "misc");
  columns[PERFC_COLUMN_SOURCE] = OfRecord(4, "source");
  columns[PERFC_COLUMN_ATTR_INDEX] =
      Number(offsetof(perfc_sample, attr_index), 4, kNoField, "attr_index");
  columns[PERFC_COLUMN_PARTS] =
      Number(offsetof(perfc_sample, parts), 4, kNoField, "parts");
  columns[PERFC_COLUMN_REST] =
      Range(Shape::kBytes, offsetof(perfc_sample, rest), kNoField, "rest");
  columns[PERFC_COLUMN_REST].part = kRestParts;
  return columns;
}

constexpr ColumnSpecs MakeRecordColumns() {
  ColumnSpecs columns = {};
  columns[PERFC_COLUMN_SEQUENCE] = OfRecord(8, "sequence");
  columns[PERFC_COLUMN_ATTR_INDEX] = OfRecord(4, "attr_index");
  columns[PERFC_COLUMN_MISC] = OfRecord(2, "misc");
  columns[PERFC_COLUMN_SOURCE] = OfRecord(4, "source");
  columns[PERFC_COLUMN_TYPE] = OfRecord(4, "type");
  columns[PERFC_COLUMN_PID] = OfRecord(4, "pid");
  columns[PERFC_COLUMN_TID] = OfRecord(4, "tid");
  columns[PERFC_COLUMN_TIME] = OfRecord(8, "time");
  columns[PERFC_COLUMN_CPU] = OfRecord(4, "cpu");
  columns[PERFC_COLUMN_ID] = OfRecord(8, "id");
  columns[PERFC_COLUMN_RAW] = Range(Shape::kBytes, 0, kNoField, "raw");
  return columns;
}

inline constexpr ColumnSpecs kSampleColumns = MakeSampleColumns();
inline constexpr ColumnSpecs kRecordColumns = MakeRecordColumns();

inline constexpr bool IsRange(const ColumnSpec& column) {
  return column.shape == Shape::kWords || column.shape == Shape::kTriples ||
         column.shape == Shape::kBytes || column.shape == Shape::kCounts;
}

// How many u64 one entry of a range has; bytes count as one element each.
inline constexpr uint32_t ElementsPerEntry(const ColumnSpec& column) {
  return column.shape == Shape::kTriples || column.shape == Shape::kCounts ? 3
                                                                           : 1;
}

// A number or range of the sample by its place there.
template <typename T>
T Member(const perfc_sample& sample, size_t at) {
  return base::Load<T>(reinterpret_cast<const uint8_t*>(&sample) + at);
}

// Elements of a range column in one row.
inline uint32_t ElementsOf(const ColumnSpec& spec, const perfc_sample& sample) {
  const uint32_t entries = spec.shape == Shape::kCounts
                               ? sample.read.nr
                               : Member<perfc_range>(sample, spec.at).count;
  return entries * ElementsPerEntry(spec);
}

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_COLUMNS_H_
