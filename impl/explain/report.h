// What perf_event_open(2) failed with, as facts.
#ifndef PERFC_IMPL_EXPLAIN_REPORT_H_
#define PERFC_IMPL_EXPLAIN_REPORT_H_

#include <cstdint>
#include <initializer_list>

#include "absl/strings/string_view.h"
#include "impl/base/fail.h"
#include "perfc/error.h"

namespace perfc::explain {

inline int Report(perfc_error* error, int code, uint32_t rule, int64_t paranoid,
                  std::initializer_list<uint64_t> numbers,
                  absl::string_view detail = {}) {
  base::Fail(error, code, PERFC_CALL_PERF_EVENT_OPEN, rule, "perfc_open",
             numbers, detail);
  error->paranoid = static_cast<int32_t>(paranoid);
  return code;
}

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_REPORT_H_
