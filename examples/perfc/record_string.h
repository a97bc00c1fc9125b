// Strings in records.
#ifndef PERFC_EXAMPLES_PERFC_RECORD_STRING_H_
#define PERFC_EXAMPLES_PERFC_RECORD_STRING_H_

#include <string_view>

#include "perfc/record.h"

namespace tool {

// Empty if the record doesn't have it. Borrowed as long as the record is.
inline std::string_view StringOf(const perfc_record& record,
                                 const perfc_range& range) {
  const void* at = perfc_record_range(&record, &range, 1);
  if (at == nullptr) return {};
  return {static_cast<const char*>(at), range.count};
}

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_RECORD_STRING_H_
