// Resolves "pfm:EVENT" by libpfm4.

#include "impl/names/resolver.h"

namespace perfc::names {

int Resolver::ResolvePfm(const EventText& event) {
  if (int failed = pmus_.Load(input_)) return failed;
  Draft draft;
  if (int failed = pmus_.pfm().Encode(input_, event.event, &draft.attr)) {
    return failed;
  }
  catalog::Pmu* pmu = pmus_.Find(draft.attr.type);
  if (pmu != nullptr) {
    if (int failed = pmus_.Detail(input_, pmu)) return failed;
    draft.pmu = pmu;
  }
  return Emit(event, draft, event.whole);
}

}  // namespace perfc::names
