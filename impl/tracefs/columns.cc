#include "impl/tracefs/columns.h"

#include <cerrno>
#include <cstring>

#include "impl/base/order.h"

namespace perfc::tracefs {
namespace {

Raw RowOf(const perfc_column& column, uint64_t row) {
  const auto* values = static_cast<const uint8_t*>(column.values);
  const int32_t begin = column.offsets[row];
  const int32_t size =
      column.sizes ? column.sizes[row] : column.offsets[row + 1] - begin;
  return {values + begin, static_cast<size_t>(size)};
}

// A column without offsets is one that no row has.
bool Has(const perfc_column& column, uint64_t row) {
  if (column.offsets == nullptr) return false;
  return !column.validity || column.validity[row / 8] >> row % 8 & 1;
}

// Calls read(raw) -> 0 or negative errno for the tracepoint's rows, and write(row,
// present) for all.
template <typename Read, typename Write>
perfc_tracepoint_rows EachRow(const Tracepoint& tracepoint,
                              const perfc_column& column, Read read,
                              Write write, uint8_t* validity) {
  perfc_tracepoint_rows rows = {};
  rows.rows = column.rows;
  if (validity != nullptr) memset(validity, 0, (column.rows + 7) / 8);
  for (uint64_t row = 0; row < column.rows; ++row) {
    const Raw raw = Has(column, row) ? RowOf(column, row) : Raw{nullptr, 0};
    const bool mine = tracepoint.Matches(raw);
    const int failed = mine ? read(raw) : -ENODATA;
    write(row, raw, failed == 0);
    if (failed == -EBADMSG) ++rows.malformed;
    if (!mine) ++rows.others;
    if (failed != 0) continue;
    ++rows.present;
    if (validity != nullptr) {
      validity[row / 8] =
          static_cast<uint8_t>(validity[row / 8] | 1 << row % 8);
    }
  }
  return rows;
}

}  // namespace

int ReadValues(const Tracepoint& tracepoint, const perfc_column& raw,
               const Field& field, uint32_t index, void* values, size_t stride,
               uint8_t* validity, perfc_tracepoint_rows* rows) {
  if (!IsNumber(field)) return -EINVAL;
  auto* out = static_cast<uint8_t*>(values);
  uint64_t value;
  *rows = EachRow(
      tracepoint, raw,
      [&](const Raw& row) {
        return tracepoint.Value(row, field, index, &value);
      },
      [&](uint64_t row, const Raw&, bool present) {
        base::Store(out + row * stride, present ? value : uint64_t{0});
      },
      validity);
  return 0;
}

perfc_tracepoint_rows ReadRanges(const Tracepoint& tracepoint,
                                 const perfc_column& raw, const Field& field,
                                 uint32_t index, int32_t* offsets,
                                 int32_t* lengths, uint8_t* validity) {
  const auto* values = static_cast<const uint8_t*>(raw.values);
  Part part;
  return EachRow(
      tracepoint, raw,
      [&](const Raw& row) {
        return tracepoint.Locate(row, field, index, &part);
      },
      [&](uint64_t row, const Raw& bytes, bool present) {
        offsets[row] =
            present ? static_cast<int32_t>(bytes.data + part.offset - values)
                    : 0;
        lengths[row] = present ? static_cast<int32_t>(part.length) : 0;
      },
      validity);
}

}  // namespace perfc::tracefs
