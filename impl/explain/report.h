// A failed perf_event_open(2), and functions that report its reason.
#ifndef PERFC_IMPL_EXPLAIN_REPORT_H_
#define PERFC_IMPL_EXPLAIN_REPORT_H_

#include <cstdint>
#include <initializer_list>

#include "absl/strings/string_view.h"
#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "impl/explain/explain.h"
#include "impl/explain/facts.h"
#include "impl/host/host.h"
#include "perfc/attr.h"
#include "perfc/error.h"

namespace perfc::explain {

// A detail with numbers or names in it.
using Words = base::ShortText<sizeof(perfc_error::detail)>;

class FailedOpen {
 public:
  FailedOpen(const host::Host& host, int code, const OpenRequest& request,
             perfc_error* error)
      : host_(host),
        request_(request),
        attr_(request.attr),
        code_(code),
        error_(error) {}

 protected:
  int Say(uint32_t rule, std::initializer_list<uint64_t> numbers = {},
          absl::string_view detail = {}) const {
    base::Fail(error_, code_, PERFC_CALL_PERF_EVENT_OPEN, rule, "perfc_open",
               numbers, detail);
    error_->paranoid = static_cast<int32_t>(paranoid_);
    return code_;
  }

  int Argument(absl::string_view detail) const {
    return Say(PERFC_RULE_ARGUMENT, {}, detail);
  }

  int NoTrials() const {
    return Say(PERFC_RULE_UNKNOWN, {},
               "which part of the request the kernel refuses can't be found by "
               "trying, because there is no file descriptor or no memory left");
  }

  const host::Host& host_;
  const OpenRequest& request_;
  const perfc_attr& attr_;
  int code_;
  perfc_error* error_;  // not null
  int64_t paranoid_ = kUnreadable;
};

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_REPORT_H_
