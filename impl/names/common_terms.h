// The terms that events of every kind know: period=, call-graph=, name=.
#ifndef PERFC_IMPL_NAMES_COMMON_TERMS_H_
#define PERFC_IMPL_NAMES_COMMON_TERMS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/catalog/complaint.h"
#include "impl/catalog/pmus.h"
#include "impl/names/draft.h"
#include "impl/names/terms.h"

namespace perfc::names {

// Which terms an event may have, apart from its PMU's formats.
enum class TermSet : uint8_t { kAll, kTracepoint };

// Applies the term if it is one that events of every kind know. Returns 1 if
// it was, 0 if the name is unknown, or a negative errno.
int ApplyCommonTerm(const catalog::Input& input, const Term& term, TermSet set,
                    Draft* draft);

// Complains about a term that neither the event's kind nor its PMU knows; pmu
// may be nullptr.
int UnknownTerm(const catalog::Input& input, const Term& term, TermSet set,
                const catalog::Pmu* pmu);

// True for terms that every kind of event may have.
bool IsCommonTerm(absl::string_view name);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_COMMON_TERMS_H_
