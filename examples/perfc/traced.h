// The traced tracepoints: their events, and the fields of their samples.
#ifndef PERFC_EXAMPLES_PERFC_TRACED_H_
#define PERFC_EXAMPLES_PERFC_TRACED_H_

#include <string>
#include <vector>

#include "examples/perfc/handles.h"
#include "perfc/perfc.h"

namespace tool {

class Traced {
 public:
  // Adds an event string of tracepoints, "sched:sched_switch,irq:*". A filter
  // that isn't empty applies to each of them. If one can't be added, prints the
  // reason and returns false.
  bool Add(const std::string& events, const std::string& filter);

  const perfc_specs* specs() const { return specs_.get(); }

  // "sched:sched_switch: prev_comm=bash prev_pid=12 ...", of the spec's sample.
  std::string Text(const perfc_record& record, const perfc_sample& sample);

 private:
  struct Event {
    std::string name;
    Handle<perfc_tracepoint> tracepoint;
  };

  int Prepare(uint32_t index, const std::string& filter, perfc_error* error);

  Handle<perfc_specs> specs_;
  std::vector<Event> events_;  // by spec
  std::vector<char> text_ = std::vector<char>(4096);
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_TRACED_H_
