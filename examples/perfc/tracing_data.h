// The formats of tracepoints, as a perf.data file has them.
#ifndef PERFC_EXAMPLES_PERFC_TRACING_DATA_H_
#define PERFC_EXAMPLES_PERFC_TRACING_DATA_H_

#include <string>
#include <vector>

#include "perfc/perfc.h"

namespace tool {

// A HEADER_TRACING_DATA record. Without it perf opens no file with tracepoints.
class TracingData {
 public:
  // Collects the formats of the tracepoints among the events. False: tracefs can't
  // be read, which it says.
  bool Collect(const std::vector<perfc_spec>& specs);

  // Whether there is a tracepoint among them.
  bool empty() const { return bytes_.empty(); }

  // Valid as long as this object.
  perfc_stream_record Record(const perfc_plan* plan) const;

 private:
  std::string bytes_;
  alignas(8) uint8_t header_[16] = {};
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_TRACING_DATA_H_
