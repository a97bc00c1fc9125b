// Tracepoints: the meaning of the raw data of their samples.
#ifndef PERFC_TRACEPOINT_HPP_
#define PERFC_TRACEPOINT_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "perfc/batch.hpp"
#include "perfc/host.hpp"
#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"
#include "perfc/tracepoint.h"

namespace perfc {

// One field of all samples of a batch. Row i has it if bit i % 8 of validity
// [i / 8] is set.
struct FieldValues {
  std::vector<std::uint64_t> values;
  std::vector<std::uint8_t> validity;
  perfc_tracepoint_rows rows;

  bool has(std::uint64_t row) const { return validity[row / 8] >> row % 8 & 1; }
};
struct FieldRanges {
  std::vector<std::int32_t> offsets;  // from the values of columns::raw
  std::vector<std::int32_t> lengths;
  std::vector<std::uint8_t> validity;
  perfc_tracepoint_rows rows;

  bool has(std::uint64_t row) const { return validity[row / 8] >> row % 8 & 1; }
};

// A range-based for gives the description of each field. A field is named by
// its index, see find(). raw is a sample's raw data: perfc::raw(record,
// sample), or a row of columns::raw.
class Tracepoint {
 public:
  using Raw = Span<const std::uint8_t>;

  // By name, "sched:sched_switch", or by the attr's config.
  static Result<Tracepoint> open(const char* name, const Host* host = nullptr) {
    return internal::make<Tracepoint>(
        [&](perfc_tracepoint** tracepoint, perfc_error* error) {
          return perfc_tracepoint_create(internal::get(host), name, tracepoint,
                                         error);
        });
  }
  static Result<Tracepoint> open(std::uint32_t id, const Host* host = nullptr) {
    return internal::make<Tracepoint>(
        [&](perfc_tracepoint** tracepoint, perfc_error* error) {
          return perfc_tracepoint_create_by_id(internal::get(host), id,
                                               tracepoint, error);
        });
  }
  // From the text of a format file.
  static Result<Tracepoint> parse(
      const char* system, std::string_view format,
      std::uint32_t byte_order = PERFC_BYTE_ORDER_NATIVE) {
    return internal::make<Tracepoint>([&](perfc_tracepoint** tracepoint,
                                          perfc_error* error) {
      return perfc_tracepoint_create_from_text(
          system, format.data(), format.size(), byte_order, tracepoint, error);
    });
  }

  // Takes over a tracepoint of the C API.
  explicit Tracepoint(perfc_tracepoint* tracepoint) : tracepoint_(tracepoint) {}

  Result<perfc_tracepoint_info> info() const {
    return internal::filled<perfc_tracepoint_info>(
        [&](perfc_tracepoint_info* info, std::size_t size) {
          return perfc_tracepoint_get_info(get(), info, size);
        });
  }
  std::uint32_t size() const {
    const Result<perfc_tracepoint_info> all = info();
    return all ? all->field_count : 0;
  }
  // field must be below size().
  perfc_tracepoint_field operator[](std::uint64_t field) const {
    perfc_tracepoint_field out = {};
    perfc_tracepoint_get_field(get(), static_cast<std::uint32_t>(field), &out,
                               sizeof out);
    return out;
  }
  internal::IndexIterator<Tracepoint> begin() const { return {this, 0}; }
  internal::IndexIterator<Tracepoint> end() const { return {this, size()}; }
  Result<std::uint32_t> find(const char* name) const {
    const int field = perfc_tracepoint_find_field(get(), name);
    if (field < 0) return Error(field);
    return static_cast<std::uint32_t>(field);
  }

  bool matches(Raw raw) const {
    return perfc_tracepoint_matches(get(), raw.data(), raw.size()) == 1;
  }
  // A number, or one of an array of them; cast signed ones to int64_t.
  Result<std::uint64_t> value(Raw raw, std::uint32_t field,
                              std::uint32_t index = 0) const {
    return Result<std::uint64_t>::fill([&](std::uint64_t* value) {
      return perfc_tracepoint_value(get(), raw.data(), raw.size(), field, index,
                                    value);
    });
  }
  // The bytes of a field of any kind, those of a string without its NUL. Borrowed
  // from raw.
  Result<Raw> bytes(Raw raw, std::uint32_t field,
                    std::uint32_t index = 0) const {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    const int result = perfc_tracepoint_range(get(), raw.data(), raw.size(),
                                              field, index, &offset, &length);
    if (result < 0) return Error(result);
    return Raw(raw.data() + offset, length);
  }
  // The same bytes as characters.
  Result<std::string_view> string(Raw raw, std::uint32_t field,
                                  std::uint32_t index = 0) const {
    Result<Raw> text = bytes(raw, field, index);
    if (!text) return std::move(text).error();
    return std::string_view(reinterpret_cast<const char*>(text->data()),
                            text->size());
  }
  // A field as text, or all but the common fields. Empty if the data are
  // malformed, or there is no such field.
  std::string format(Raw raw, std::uint32_t field = PERFC_FIELD_ALL) const {
    return internal::text([&](char* buffer, std::size_t size) {
      return perfc_tracepoint_text(get(), raw.data(), raw.size(), field, buffer,
                                   size);
    });
  }

  // A number of all samples in a batch.
  Result<FieldValues> values(const Batch& batch, std::uint32_t field,
                             std::uint32_t index = 0) const {
    const std::size_t rows = batch.samples().rows();
    FieldValues out = {std::vector<std::uint64_t>(rows), bitmap(rows), {}};
    const int result = perfc_tracepoint_column_values(
        get(), batch.get(), field, index, out.values.data(), 8,
        out.validity.data(), static_cast<std::uint32_t>(rows), &out.rows,
        sizeof out.rows);
    if (result < 0) return Error(result);
    return out;
  }
  // Where its strings or bytes lie.
  Result<FieldRanges> ranges(const Batch& batch, std::uint32_t field,
                             std::uint32_t index = 0) const {
    const std::size_t rows = batch.samples().rows();
    FieldRanges out = {std::vector<std::int32_t>(rows),
                       std::vector<std::int32_t>(rows),
                       bitmap(rows),
                       {}};
    const int result = perfc_tracepoint_column_ranges(
        get(), batch.get(), field, index, out.offsets.data(),
        out.lengths.data(), out.validity.data(),
        static_cast<std::uint32_t>(rows), &out.rows, sizeof out.rows);
    if (result < 0) return Error(result);
    return out;
  }

  perfc_tracepoint* get() const { return tracepoint_.get(); }

 private:
  static std::vector<std::uint8_t> bitmap(std::size_t rows) {
    return std::vector<std::uint8_t>((rows + 7) / 8);
  }

  Owned<perfc_tracepoint, perfc_tracepoint_destroy> tracepoint_;
};

}  // namespace perfc

#endif  // PERFC_TRACEPOINT_HPP_
