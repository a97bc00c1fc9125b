// The list of columns, made from the table of sample fields.
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

// The column of a part of a field.
constexpr ColumnSpec OfPart(const uapi::Part& part, uint8_t field) {
  ColumnSpec column = {};
  switch (part.form) {
    case uapi::Form::kWords:
      column = Range(Shape::kWords, part.at, field, part.column_name);
      break;
    case uapi::Form::kBranches:
      column = Range(Shape::kTriples, part.at, field, part.column_name);
      break;
    case uapi::Form::kBytes:
      column = Range(Shape::kBytes, part.at, field, part.column_name);
      break;
    case uapi::Form::kSingleValue:
    case uapi::Form::kGroupValues:
      return Range(Shape::kCounts, part.at, field, part.column_name);
    default: {
      const uint64_t width = uapi::PartSize(part.form, uapi::SizeFacts{}, 0);
      column =
          Number(part.at, static_cast<uint8_t>(width), field, part.column_name);
    }
  }
  column.part = uapi::PartBitOf(part.when);
  column.read_format = uapi::ReadFormatOf(part.when);
  return column;
}

constexpr ColumnSpec OfRecord(uint8_t width, const char* name) {
  return {Shape::kOfRecord, width, 0, kNoField, 0, 0, name};
}

constexpr ColumnSpecs MakeSampleColumns() {
  ColumnSpecs columns = {};
  for (uint8_t i = 0; i < uapi::kSampleFieldCount; ++i) {
    for (const uapi::Part& part : uapi::kSampleFields[i].parts) {
      if (part.form == uapi::Form::kNone || part.column == uapi::kNoColumn) {
        continue;
      }
      columns[part.column] = OfPart(part, i);
    }
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
