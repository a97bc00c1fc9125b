#include "impl/names/alias_attr.h"

#include <cerrno>

#include "impl/names/draft.h"
#include "impl/names/terms.h"

namespace perfc::names {
namespace {

// -EINVAL if the alias has terms that its PMU doesn't, or needs parameters.
int AttrOf(const Pmu& pmu, const Alias& alias, perfc_attr* attr) {
  const Input silent = {alias.terms, "perfc_attr_label", nullptr};
  Terms terms;
  if (int failed = ParseTerms(silent, alias.terms, &terms)) return failed;
  Draft draft;
  for (const Term& term : terms) {
    const int common = ApplyCommonTerm(silent, term, TermSet::kAll, &draft);
    if (common < 0) return common;
    if (common == 1) continue;
    const Format* format = pmu.FindFormat(term.name);
    const bool number =
        term.kind == TermKind::kFlag || term.kind == TermKind::kNumber;
    if (format == nullptr || !number) return -EINVAL;
    if (!PutBits(*format, term.number, &draft.attr)) return -EINVAL;
  }
  *attr = draft.attr;
  return 0;
}

}  // namespace

uint64_t TakeBits(const Format& format, uint64_t config) {
  uint64_t value = 0;
  int bit = 0;
  for (uint64_t left = format.mask; left != 0; left &= left - 1, ++bit) {
    if ((config & (left & -left)) != 0) value |= uint64_t{1} << bit;
  }
  return value;
}

int FindEqualAlias(const Pmu& pmu, const perfc_attr& attr,
                   const Alias** found) {
  *found = nullptr;
  for (const Alias& alias : pmu.aliases) {
    perfc_attr named = {};
    const int failed = AttrOf(pmu, alias, &named);
    if (failed == -ENOMEM) return failed;
    bool equal = failed == 0;
    for (size_t i = 0; i < kConfigs; ++i) {
      equal = equal && ConfigOf(named, i) == ConfigOf(attr, i);
    }
    if (!equal) continue;
    *found = &alias;
    break;
  }
  return 0;
}

}  // namespace perfc::names
