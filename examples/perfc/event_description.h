// The names of a recording's events, for its file.
#ifndef PERFC_EXAMPLES_PERFC_EVENT_DESCRIPTION_H_
#define PERFC_EXAMPLES_PERFC_EVENT_DESCRIPTION_H_

#include <string>
#include <vector>

#include "perfc/perfc.h"

namespace tool {

// A HEADER_FEATURE record with EVENT_DESC. The library would name events by their
// attrs, which don't tell what the user called them.
class EventDescription {
 public:
  // The specs are the attrs of the plan, in their order.
  EventDescription(const std::vector<perfc_spec>& specs,
                   const perfc_plan* plan);

  // Valid as long as this object.
  perfc_stream_record Record() const;

 private:
  const perfc_plan* plan_;
  std::string content_;
  alignas(8) uint8_t header_[16] = {};
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_EVENT_DESCRIPTION_H_
