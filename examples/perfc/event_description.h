// The names of a recording's events and their groups, for its file.
#ifndef PERFC_EXAMPLES_PERFC_EVENT_DESCRIPTION_H_
#define PERFC_EXAMPLES_PERFC_EVENT_DESCRIPTION_H_

#include <string>
#include <vector>

#include "perfc/perfc.h"

namespace tool {

// The specs are the attrs of the plan, in their order.

// The content of EVENT_DESC. The library would name events by their attrs, which don't
// tell what the user called them.
std::string DescribeEvents(const std::vector<perfc_spec>& specs,
                           const perfc_plan* plan);
// The content of GROUP_DESC; empty: there are no groups. Attrs don't tell them.
std::string DescribeGroups(const std::vector<perfc_spec>& specs);

// A HEADER_FEATURE record.
class FeatureRecord {
 public:
  FeatureRecord(uint64_t feature, std::string content, const perfc_plan* plan);

  bool empty() const { return content_.empty(); }
  // Valid as long as this object.
  perfc_stream_record Record() const;

 private:
  const perfc_plan* plan_;
  std::string content_;
  alignas(8) uint8_t header_[16] = {};
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_EVENT_DESCRIPTION_H_
