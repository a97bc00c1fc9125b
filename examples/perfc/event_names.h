// Events by their names.
#ifndef PERFC_EXAMPLES_PERFC_EVENT_NAMES_H_
#define PERFC_EXAMPLES_PERFC_EVENT_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "perfc/perfc.h"

namespace tool {

// The name that this machine gives to an attr of the plan.
std::string LabelOf(const perfc_plan* plan, uint32_t index);

// A list of events, "cycles:u,cpu/event=1,umask=2/", at its commas outside of
// slashes and braces.
std::vector<std::string> SplitEvents(std::string_view events);

// Whether these words choose the event: the whole name, or the name without its
// modifiers, "cycles" for "cycles:u".
bool NamesEvent(std::string_view words, std::string_view name);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_EVENT_NAMES_H_
