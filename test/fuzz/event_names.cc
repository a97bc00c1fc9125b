#include "test/fuzz/event_names.h"

#include <cstring>

#include "test/fuzz/fuzz.h"
#include "test/fuzz/machine.h"

namespace fuzz {
namespace {

constexpr int kMostSpecs = 64;

}  // namespace

int EventNames::Parse(const std::string& events, perfc_error* error) {
  if (perfc_specs_count(specs_.get()) > kMostSpecs) specs_.reset();
  if (specs_ == nullptr) {
    perfc_specs* specs = nullptr;
    Demand(perfc_specs_create(host_, &specs, nullptr) == 0, "a list is made");
    specs_.reset(specs);
  }
  const int before = perfc_specs_count(specs_.get());
  const int added = perfc_specs_parse(specs_.get(), events.c_str(), 0, error);
  const int after = perfc_specs_count(specs_.get());
  Demand(after == before + (added < 0 ? 0 : added),
         "the list is as before, or has them all");
  if (added < 0) {
    DemandExplained(added, *error);
    Demand(error->rule != PERFC_RULE_EVENT_STRING ||
               error->number[0] <= strlen(events.c_str()),
           "the mistake is in the string");
  }
  return added;
}

// The label is an event string, where the machine is as it says.
void EventNames::Label(uint32_t index) {
  perfc_spec spec;
  perfc_specs_get(specs_.get(), index, &spec, sizeof spec);
  char text[8192];
  const int length =
      perfc_attr_label(host_, spec.attr, spec.attr_size, text, sizeof text);
  Demand(length > 0, "every attr has a label");
  if (static_cast<size_t>(length) >= sizeof text) return;
  Demand(strlen(text) == static_cast<size_t>(length), "its length is told");
  perfc_error error;
  Parse(text, &error);
}

void EventNames::Try(const std::string& events) {
  perfc_error error;
  const int added = Parse(events, &error);
  const int count = perfc_specs_count(specs_.get());
  for (int i = count - std::max(added, 0); i < count; ++i) {
    perfc_spec spec;
    const auto index = static_cast<uint32_t>(i);
    Demand(perfc_specs_get(specs_.get(), index, &spec, sizeof spec) == 0,
           "each can be looked at");
    Demand(spec.leader <= index, "a leader comes first");
    for (const char* words : {spec.name, spec.pmu, spec.unit, spec.filter}) {
      Touch(words, strlen(words));
    }
    Touch(spec.cpu_list, spec.cpu_count * sizeof *spec.cpu_list);
  }
  if (added > 0) Label(static_cast<uint32_t>(count - 1));
}

}  // namespace fuzz
