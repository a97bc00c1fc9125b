#include "impl/names/parser.h"

#include <cerrno>

#include "impl/catalog/complaint.h"
#include "impl/names/group.h"
#include "impl/names/resolver.h"
#include "impl/names/syntax.h"

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

}  // namespace

int ParseEvents(absl::string_view events, const char* operation,
                catalog::Pmus* pmus, specs::SpecList* list,
                perfc_error* error) {
  const catalog::Input input = {events, operation, error};
  if (events.size() > kMaxText) {
    return Complain(input, -EINVAL, events, "longer than a megabyte");
  }
  const specs::SpecList::Mark before = list->mark();
  if (int failed = Parser(input, pmus, list).Parse()) {
    list->Rewind(before);
    return failed;
  }
  return static_cast<int>(list->count() - before.count);
}

}  // namespace perfc::names
