// An event while it is being made from its text.
#ifndef PERFC_IMPL_NAMES_DRAFT_H_
#define PERFC_IMPL_NAMES_DRAFT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/names/complaint.h"
#include "impl/names/pmus.h"
#include "impl/names/terms.h"
#include "perfc/attr.h"

namespace perfc::names {

struct Draft {
  perfc_attr attr = {};
  const Pmu* pmu = nullptr;      // Where it counts, if that is known.
  const Alias* alias = nullptr;  // Of that PMU.
  absl::string_view pmu_name = "";
  absl::string_view name = "";  // From name=; "": as it was written.
  uint32_t flags = 0;           // PERFC_SPEC_*
  uint32_t terms = 0;           // PERFC_TERM_*
  uint64_t max_events = 0;
};

// Which terms an event may have, apart from its PMU's formats.
enum class TermSet : uint8_t { kAll, kTracepoint };

// Applies the term if it is one that events of every kind know. Returns 1 if
// it was, 0 if the name is unknown, or a negative errno.
int ApplyCommonTerm(const Input& input, const Term& term, TermSet set,
                    Draft* draft);

// Complains about a term that neither the event's kind nor its PMU knows; pmu
// may be nullptr.
int UnknownTerm(const Input& input, const Term& term, TermSet set,
                const Pmu* pmu);

// True for terms that every kind of event may have.
bool IsCommonTerm(absl::string_view name);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_DRAFT_H_
