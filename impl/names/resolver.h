// From the text of one event to the specs that it means on this machine.
#ifndef PERFC_IMPL_NAMES_RESOLVER_H_
#define PERFC_IMPL_NAMES_RESOLVER_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/catalog/pmus.h"
#include "impl/catalog/symbols.h"
#include "impl/names/common_terms.h"
#include "impl/names/draft.h"
#include "impl/names/syntax.h"
#include "impl/names/terms.h"
#include "impl/specs/spec_list.h"

namespace perfc::names {

class Resolver {
 public:
  Resolver(const catalog::Input& input, catalog::Pmus* pmus,
           specs::SpecList* list)
      : input_(input), pmus_(*pmus), list_(*list) {}

  // Appends the specs of the event: one, or one for each PMU or tracepoint.
  // Returns 0 or a negative errno.
  int Resolve(const EventText& event);

 private:
  // By kind; in resolver.cc.
  int ResolveName(const EventText& event);
  int ResolveNumeric(const EventText& event);
  int ResolveBreakpoint(const EventText& event);
  int ResolveKnown(const EventText& event, const Draft& base);
  int UnknownEvent(const EventText& event);

  // Events of PMUs; in resolve_pmu.cc.
  int ResolvePmu(const EventText& event, bool* found);
  int ResolveAlias(const EventText& event, bool* found);
  int ResolveOn(const EventText& event, catalog::Pmu* pmu,
                absl::string_view alias, bool is_one_of_many);
  int ExpandAlias(const Terms& terms, Draft* draft, Terms* expanded);
  catalog::Input InputOf(const catalog::Alias* alias) const;
  catalog::Input InputOf(const Term& term, const Draft& draft) const;
  int ApplyPmuTerms(const Terms& terms, Draft* draft);
  int ApplyPmuTerm(const Term& term, const Terms& all, bool* generic,
                   Draft* draft);
  int NeedParameter(const Term& term, const Terms& all);
  int ApplyGeneric(const Term& term, bool* generic, Draft* draft);
  int ApplySink(const Term& term, Draft* draft);
  int SetDefaults(Draft* draft);

  // Tracepoints; in resolve_tracepoint.cc.
  int ResolveTracepoint(const EventText& event, absl::string_view system,
                        absl::string_view name);
  int ResolveSystem(const EventText& event, absl::string_view system,
                    absl::string_view pattern, const Draft& base,
                    uint32_t* matched);
  int ResolveId(const EventText& event, absl::string_view system,
                absl::string_view name, bool is_one_of_many, Draft draft);
  int UnknownTracepoint(const EventText& event, absl::string_view system,
                        absl::string_view name);
  int TracefsFailed(const EventText& event, int failed);

  // Probes; in resolve_probe.cc.
  int ResolveProbe(const EventText& event);
  int ParseKprobe(const EventText& event, Draft* draft);
  int ParseUprobe(const EventText& event, Draft* draft);
  int KeepPointer(absl::string_view text, uint64_t* pointer);

  int ResolvePfm(const EventText& event);

  // Terms that need no PMU.
  int ApplyTerms(const EventText& event, TermSet set, Draft* draft);
  // Appends the draft with the event's modifiers. `name` is the spec's name,
  // unless the event has a name term.
  int Emit(const EventText& event, const Draft& draft, absl::string_view name);
  int EmitOn(const EventText& event, const Draft& draft,
             const catalog::Pmu& pmu);

  catalog::Input input_;
  catalog::Pmus& pmus_;
  specs::SpecList& list_;
};

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_RESOLVER_H_
