// Columns of a batch as views: numbers, lists and bytes, by typed names.
#ifndef PERFC_COLUMN_HPP_
#define PERFC_COLUMN_HPP_

#include <cstdint>
#include <optional>

#include "perfc/batch.h"
#include "perfc/range.hpp"
#include "perfc/span.hpp"

namespace perfc {

// A column of numbers, one for each row; 0 where a row lacks it. False and
// empty if no row of the batch has it.
template <typename T>
class Numbers {
 public:
  Numbers() = default;
  explicit Numbers(const perfc_column& column) : column_(column) {}

  explicit operator bool() const { return column_.values != nullptr; }
  std::uint64_t size() const { return column_.rows; }
  std::uint64_t null_count() const { return column_.null_count; }
  bool has(std::uint64_t row) const {
    const std::uint8_t* bits = column_.validity;
    return row < size() && (!bits || (bits[row / 8] >> row % 8 & 1));
  }

  Span<const T> values() const {
    return {static_cast<const T*>(column_.values), size()};
  }
  T operator[](std::uint64_t row) const { return values()[row]; }
  std::optional<T> get(std::uint64_t row) const {
    if (!has(row)) return std::nullopt;
    return (*this)[row];
  }
  const T* begin() const { return values().begin(); }
  const T* end() const { return values().end(); }

  const perfc_column& raw() const { return column_; }

 private:
  perfc_column column_ = {};
};

// A column of lists or bytes, one for each row; empty where a row lacks it.
template <typename T>
class Lists {
 public:
  Lists() = default;
  explicit Lists(const perfc_column& column) : column_(column) {}

  explicit operator bool() const { return column_.offsets != nullptr; }
  std::uint64_t size() const { return column_.rows; }
  std::uint64_t null_count() const { return column_.null_count; }
  bool has(std::uint64_t row) const {
    const std::uint8_t* bits = column_.validity;
    return row < size() && (!bits || (bits[row / 8] >> row % 8 & 1));
  }

  // The elements of all rows, one behind the other. Of a batch of VIEWS there
  // are others between them.
  Span<const T> elements() const {
    return {static_cast<const T*>(column_.values),
            column_.value_count / width()};
  }
  Span<const T> operator[](std::uint64_t row) const {
    const std::int32_t* offsets = column_.offsets + row;
    const std::int32_t count =
        column_.sizes ? column_.sizes[row] : offsets[1] - offsets[0];
    if (count == 0) return {};
    const auto* values = static_cast<const std::uint8_t*>(column_.values) +
                         static_cast<std::size_t>(*offsets) * column_.width;
    return {reinterpret_cast<const T*>(values),
            static_cast<std::size_t>(count) / width()};
  }
  std::optional<Span<const T>> get(std::uint64_t row) const {
    if (!has(row)) return std::nullopt;
    return (*this)[row];
  }
  internal::IndexIterator<Lists> begin() const { return {this, 0}; }
  internal::IndexIterator<Lists> end() const { return {this, size()}; }

  const perfc_column& raw() const { return column_; }

 private:
  // Elements of the column that one T is made of: three words are a branch.
  std::size_t width() const {
    return column_.width ? sizeof(T) / column_.width : 1;
  }

  perfc_column column_ = {};
};

// The name of a column, with the type of the column's view.
template <typename View>
struct ColumnName {
  std::uint32_t number;  // PERFC_COLUMN_*
  const char* text() const { return perfc_column_name(number); }
};

namespace columns {

using U16 = ColumnName<Numbers<std::uint16_t>>;
using U32 = ColumnName<Numbers<std::uint32_t>>;
using U64 = ColumnName<Numbers<std::uint64_t>>;
using Words = ColumnName<Lists<std::uint64_t>>;
using Bytes = ColumnName<Lists<std::uint8_t>>;

inline constexpr U64 sequence{PERFC_COLUMN_SEQUENCE};
inline constexpr U32 attr_index{PERFC_COLUMN_ATTR_INDEX};
inline constexpr U16 misc{PERFC_COLUMN_MISC};
inline constexpr U32 pid{PERFC_COLUMN_PID};
inline constexpr U32 tid{PERFC_COLUMN_TID};
inline constexpr U64 time{PERFC_COLUMN_TIME};
inline constexpr U32 cpu{PERFC_COLUMN_CPU};
inline constexpr U64 id{PERFC_COLUMN_ID};
inline constexpr Bytes raw{PERFC_COLUMN_RAW};
inline constexpr U32 type{PERFC_COLUMN_TYPE};
inline constexpr U32 parts{PERFC_COLUMN_PARTS};
inline constexpr U64 identifier{PERFC_COLUMN_IDENTIFIER};
inline constexpr U64 ip{PERFC_COLUMN_IP};
inline constexpr U64 addr{PERFC_COLUMN_ADDR};
inline constexpr U64 stream_id{PERFC_COLUMN_STREAM_ID};
inline constexpr U64 period{PERFC_COLUMN_PERIOD};
inline constexpr U64 time_enabled{PERFC_COLUMN_TIME_ENABLED};
inline constexpr U64 time_running{PERFC_COLUMN_TIME_RUNNING};
inline constexpr ColumnName<Lists<perfc_read_value>> read_values{
    PERFC_COLUMN_READ_VALUES};
inline constexpr Words callchain{PERFC_COLUMN_CALLCHAIN};
inline constexpr ColumnName<Lists<perfc_branch_entry>> branches{
    PERFC_COLUMN_BRANCHES};
inline constexpr U64 branch_hw_idx{PERFC_COLUMN_BRANCH_HW_IDX};
inline constexpr Words branch_counters{PERFC_COLUMN_BRANCH_COUNTERS};
inline constexpr U64 user_abi{PERFC_COLUMN_USER_ABI};
inline constexpr Words user_regs{PERFC_COLUMN_USER_REGS};
inline constexpr Bytes stack{PERFC_COLUMN_STACK};
inline constexpr U64 stack_dyn_size{PERFC_COLUMN_STACK_DYN_SIZE};
inline constexpr U64 weight{PERFC_COLUMN_WEIGHT};
inline constexpr U32 weight_var1_dw{PERFC_COLUMN_WEIGHT_VAR1_DW};
inline constexpr U16 weight_var2_w{PERFC_COLUMN_WEIGHT_VAR2_W};
inline constexpr U16 weight_var3_w{PERFC_COLUMN_WEIGHT_VAR3_W};
inline constexpr U64 data_src{PERFC_COLUMN_DATA_SRC};
inline constexpr U64 transaction{PERFC_COLUMN_TRANSACTION};
inline constexpr U64 intr_abi{PERFC_COLUMN_INTR_ABI};
inline constexpr Words intr_regs{PERFC_COLUMN_INTR_REGS};
inline constexpr U64 phys_addr{PERFC_COLUMN_PHYS_ADDR};
inline constexpr U64 cgroup{PERFC_COLUMN_CGROUP};
inline constexpr U64 data_page_size{PERFC_COLUMN_DATA_PAGE_SIZE};
inline constexpr U64 code_page_size{PERFC_COLUMN_CODE_PAGE_SIZE};
inline constexpr Bytes aux{PERFC_COLUMN_AUX};
inline constexpr Bytes rest{PERFC_COLUMN_REST};
inline constexpr U32 source{PERFC_COLUMN_SOURCE};

}  // namespace columns
}  // namespace perfc

#endif  // PERFC_COLUMN_HPP_
