#include "impl/names/parser.h"

#include <cerrno>

#include "impl/catalog/complaint.h"
#include "impl/names/group.h"
#include "impl/names/resolver.h"
#include "impl/names/sample_type.h"
#include "impl/names/syntax.h"
#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

constexpr size_t kMaxText = 1 << 20;

class Parser {
 public:
  Parser(const catalog::Input& input, catalog::Pmus* pmus,
         specs::SpecList* list)
      : input_(input),
        syntax_(input),
        resolver_(input, pmus, list),
        list_(*list) {}

  int Parse() {
    for (;;) {
      absl::string_view name;
      const bool is_group = syntax_.TakeGroup(&name);
      if (int failed = is_group ? ParseGroup() : ParseEvent()) return failed;
      if (syntax_.AtEnd()) return 0;
      if (!syntax_.Take(',')) return syntax_.Unexpected("a comma or the end");
    }
  }

 private:
  int ParseEvent() {
    EventText event;
    if (int failed = syntax_.TakeEvent(&event)) return failed;
    return resolver_.Resolve(event);
  }

  int ParseGroup() {
    Group group(input_, &list_);
    do {
      if (int failed = ParseEvent()) return failed;
      if (int failed = group.EndElement()) return failed;
    } while (syntax_.Take(','));
    if (!syntax_.Take('}')) {
      return syntax_.Unexpected("a comma, or the } that closes the group");
    }
    absl::string_view modifiers;
    if (syntax_.Take(':')) {
      if (int failed = syntax_.TakeGroupModifiers(&modifiers)) return failed;
    }
    return group.End(modifiers);
  }

  catalog::Input input_;
  Syntax syntax_;
  Resolver resolver_;
  specs::SpecList& list_;
};

// What a list may hold, but perfc_open_string can't open. Null if it can.
const char* WhyNotOpened(const specs::Spec& spec, uint64_t sample_type) {
  if (spec.flags & PERFC_SPEC_TOOL) {
    return "the kernel has no such event; programs measure this time "
           "themselves";
  }
  if (sample_type == 0 && spec.terms & (PERFC_TERM_PERIOD | PERFC_TERM_FREQ)) {
    return "a period or frequency asks for samples, but sample_type is 0";
  }
  return nullptr;
}

}  // namespace

int ParseEvents(absl::string_view events, uint64_t sample_type,
                const char* operation, catalog::Pmus* pmus,
                specs::SpecList* list, perfc_error* error) {
  const catalog::Input input = {events, operation, error};
  if (events.size() > kMaxText) {
    return Complain(input, -EINVAL, events, "longer than a megabyte");
  }
  const specs::SpecList::Mark before = list->mark();
  if (int failed = Parser(input, pmus, list).Parse()) {
    list->Rewind(before);
    return failed;
  }
  if (sample_type == 0) {
    ReadCounts(before.count, list);
  } else {
    SampleFields(sample_type, before.count, list);
  }
  return static_cast<int>(list->count() - before.count);
}

int ParseOneEvent(absl::string_view event, uint64_t sample_type,
                  const char* operation, catalog::Pmus* pmus,
                  specs::SpecList* list, perfc_error* error) {
  const int count =
      ParseEvents(event, sample_type, operation, pmus, list, error);
  if (count < 0) return count;
  const catalog::Input input = {event, operation, error};
  if (count > 1) {
    catalog::Message why;
    why << "these are " << static_cast<uint64_t>(count)
        << " events, and one is opened here; open them as a set";
    return Complain(input, -ENOTUNIQ, event, why.view());
  }
  specs::Spec& spec = (*list)[0];
  if (const char* why = WhyNotOpened(spec, sample_type)) {
    return Complain(input, -EINVAL, event, why);
  }
  perfc_attr attr = spec.attr.known();
  attr.flags |= PERFC_ATTR_DISABLED;
  attr.read_format |=
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  if (sample_type != 0) attr.read_format |= PERFC_FORMAT_LOST;
  spec.attr.SetFirst(attr);
  return 0;
}

}  // namespace perfc::names
