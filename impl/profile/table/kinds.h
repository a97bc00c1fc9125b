// The kinds of tables: the struct of a row, and its members.
#ifndef PERFC_IMPL_PROFILE_TABLE_KINDS_H_
#define PERFC_IMPL_PROFILE_TABLE_KINDS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace perfc::profile::table {

enum class Form : uint8_t { kU32, kU64, kI32, kI64, kF64, kText, kBytes };

struct Member {
  const char* name;
  Form form;
  // In the row.
  uint16_t offset;
  uint16_t size;
};

struct Kind {
  // PERFC_ROWS_*
  uint32_t number;
  // sizeof the struct of a row.
  size_t row_size;
  // All but reserved ones.
  absl::Span<const Member> members;
};

// Null: there is no such kind.
const Kind* FindKind(uint32_t number);

}  // namespace perfc::profile::table

#endif  // PERFC_IMPL_PROFILE_TABLE_KINDS_H_
