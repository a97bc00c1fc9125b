// Handles of the C interface, which end with their owner.
#ifndef PERFC_EXAMPLES_PERFC_HANDLES_H_
#define PERFC_EXAMPLES_PERFC_HANDLES_H_

#include <memory>
#include <string>

#include "perfc/perfc.h"

namespace tool {

struct Closer {
  void operator()(perfc_specs* specs) const { perfc_specs_destroy(specs); }
  void operator()(perfc_set* set) const { perfc_set_close(set); }
  void operator()(perfc_report* report) const { perfc_report_destroy(report); }
  void operator()(perfc_catalog* list) const { perfc_catalog_destroy(list); }
  void operator()(perfc_stream* stream) const { perfc_stream_destroy(stream); }
  void operator()(perfc_plan* plan) const { perfc_plan_destroy(plan); }
  void operator()(perfc_tracepoint* tracepoint) const {
    perfc_tracepoint_destroy(tracepoint);
  }
};

template <typename T>
using Handle = std::unique_ptr<T, Closer>;

// The text of a failed call.
inline std::string TextOf(const perfc_error& error) {
  char text[2048];
  perfc_error_text(&error, text, sizeof text);
  return text;
}

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_HANDLES_H_
