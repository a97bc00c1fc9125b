#include "impl/names/alias_attr.h"

#include <cerrno>

#include "impl/names/common_terms.h"
#include "impl/names/terms.h"

namespace perfc::names {
namespace {

// -EINVAL if the alias has terms that its PMU doesn't, or needs parameters.
int AttrOf(const catalog::Pmu& pmu, const catalog::Alias& alias,
           perfc_attr* attr) {
  const catalog::Input silent = {alias.terms, "perfc_attr_label", nullptr};
  Terms terms;
  if (int failed = ParseTerms(silent, alias.terms, &terms)) return failed;
  Draft draft;
  for (const Term& term : terms) {
    const int common = ApplyCommonTerm(silent, term, TermSet::kAll, &draft);
    if (common < 0) return common;
    if (common == 1) continue;
    const catalog::Format* format = pmu.FindFormat(term.name);
    const bool number =
        term.kind == TermKind::kFlag || term.kind == TermKind::kNumber;
    if (format == nullptr || !number) return -EINVAL;
    if (!PutBits(*format, term.number, &draft.attr)) return -EINVAL;
  }
  *attr = draft.attr;
  return 0;
}

}  // namespace

int FindEqualAlias(const catalog::Pmu& pmu, const perfc_attr& attr,
                   const catalog::Alias** found) {
  *found = nullptr;
  for (const catalog::Alias& alias : pmu.aliases) {
    perfc_attr named = {};
    const int failed = AttrOf(pmu, alias, &named);
    if (failed == -ENOMEM) return failed;
    bool equal = failed == 0;
    for (size_t i = 0; i < catalog::kConfigs; ++i) {
      equal =
          equal && catalog::ConfigOf(named, i) == catalog::ConfigOf(attr, i);
    }
    if (!equal) continue;
    *found = &alias;
    break;
  }
  return 0;
}

}  // namespace perfc::names
