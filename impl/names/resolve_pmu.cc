// Events of PMUs: by the fields of their `format`, and by the names in `events`.

#include <algorithm>
#include <cerrno>
#include <functional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "impl/names/resolver.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

using absl::string_view;

bool IsOne(const Term& term) {
  return term.kind == TermKind::kFlag ||
         (term.kind == TermKind::kNumber && term.number == 1);
}

bool IsNumber(const Term& term) {
  return term.kind == TermKind::kFlag || term.kind == TermKind::kNumber;
}

// intel_pt's fields have default values, those that perf records with.
bool HasDefaults(const catalog::Pmu& pmu) { return pmu.name == "intel_pt"; }

void ClearBits(const catalog::Format& format, perfc_attr* attr) {
  *catalog::ConfigOf(attr, format.config) &= ~format.mask;
}

int TooBig(const catalog::Input& input, const Term& term,
           const catalog::Format& format) {
  catalog::Message why("the field ");
  why << format.name << " takes at most " << MostOf(format);
  return Complain(input, -ERANGE, term.value.empty() ? term.name : term.value,
                  why.view());
}

// The alias that the term means: "mem-loads", or "event=mem-loads".
const catalog::Alias* AliasOf(const catalog::Pmu& pmu, const Term& term) {
  if (IsCommonTerm(term.name)) return nullptr;
  if (IsOne(term)) {
    return pmu.FindFormat(term.name) ? nullptr : pmu.FindAlias(term.name);
  }
  const bool by_value = term.kind == TermKind::kText &&
                        absl::EqualsIgnoreCase(term.name, "event");
  return by_value ? pmu.FindAlias(term.value) : nullptr;
}

// A generic event which the PMU's sysfs doesn't list.
bool IsGeneric(const catalog::Pmu& pmu, const Term& term) {
  if (!pmu.is_core || term.kind != TermKind::kFlag) return false;
  if (pmu.FindFormat(term.name) != nullptr) return false;
  const catalog::Symbol* symbol = catalog::FindSymbol(term.name);
  if (symbol != nullptr) return symbol->type == PERFC_TYPE_HARDWARE;
  return catalog::ParseCacheName(term.name).valid;
}

// The bit that is set in `supported` at `wanted`, or the nearest below it.
uint64_t NearestBit(uint64_t supported, uint64_t wanted) {
  while (wanted > 0 && (supported >> wanted & 1) == 0) --wanted;
  return wanted;
}

}  // namespace

int Resolver::ResolvePmu(const EventText& event, bool* found) {
  if (int failed = pmus_.Load(input_)) return failed;
  catalog::Pmu* exact = pmus_.Find(event.name);
  if (exact != nullptr) {
    *found = true;
    return ResolveOn(event, exact, "", false);
  }
  for (catalog::Pmu& pmu : pmus_.all()) {
    if (!catalog::Pmus::IsMeant(event.name, pmu)) continue;
    *found = true;
    if (int failed = ResolveOn(event, &pmu, "", true)) return failed;
  }
  return 0;
}

// A name of `events` alone means each PMU that has it.
int Resolver::ResolveAlias(const EventText& event, bool* found) {
  if (int failed = pmus_.Load(input_)) return failed;
  if (int failed = pmus_.DetailAll(input_)) return failed;
  const auto has = [&event](const catalog::Pmu& pmu) {
    return pmu.FindAlias(event.name) != nullptr;
  };
  const auto pmus = pmus_.all();
  const bool many = std::count_if(pmus.begin(), pmus.end(), has) > 1;
  for (catalog::Pmu& pmu : pmus) {
    if (!has(pmu)) continue;
    *found = true;
    if (int failed = ResolveOn(event, &pmu, event.name, many)) return failed;
  }
  return 0;
}

// `alias` is an event of the PMU whose name stands outside the terms, or "".
int Resolver::ResolveOn(const EventText& event, catalog::Pmu* pmu,
                        string_view alias, bool is_one_of_many) {
  if (int failed = pmus_.Detail(input_, pmu)) return failed;
  Draft draft;
  draft.pmu = pmu;
  draft.attr.type = pmu->type;
  if (int failed = SetDefaults(&draft)) return failed;
  Terms terms;
  if (!alias.empty() && !terms.Append({alias, "", 1, TermKind::kFlag})) {
    return NoMemory(input_);
  }
  if (int failed = ParseTerms(input_, event.terms, &terms)) return failed;
  if (int failed = ApplyPmuTerms(terms, &draft)) return failed;
  return is_one_of_many ? EmitOn(event, draft, *pmu)
                        : Emit(event, draft, event.whole);
}

int Resolver::SetDefaults(Draft* draft) {
  const catalog::Pmu& pmu = *draft->pmu;
  if (!HasDefaults(pmu)) return 0;
  for (string_view name : {"tsc", "pt", "branch"}) {
    const catalog::Format* format = pmu.FindFormat(name);
    if (format != nullptr) PutBits(*format, 1, &draft->attr);
  }
  // Where the CPU has these packets: a period near 3, as far as there is one.
  constexpr struct {
    string_view capability;
    string_view periods;
    string_view enable;
    string_view field;
  } kPackets[] = {
      {"caps/mtc", "caps/mtc_periods", "mtc", "mtc_period"},
      {"caps/psb_cyc", "caps/psb_periods", "", "psb_period"},
  };
  for (const auto& packet : kPackets) {
    base::Buffer<char> has;
    base::Buffer<char> periods;
    if (int bad = pmus_.ReadOptional(input_, pmu, packet.capability, &has)) {
      return bad;
    }
    if (int bad = pmus_.ReadOptional(input_, pmu, packet.periods, &periods)) {
      return bad;
    }
    uint64_t supported;
    if (absl::StripAsciiWhitespace(base::View(has)) != "1" ||
        !absl::SimpleHexAtoi(absl::StripAsciiWhitespace(base::View(periods)),
                             &supported)) {
      continue;
    }
    const catalog::Format* enable = pmu.FindFormat(packet.enable);
    const catalog::Format* field = pmu.FindFormat(packet.field);
    if (enable != nullptr) PutBits(*enable, 1, &draft->attr);
    if (field != nullptr)
      PutBits(*field, NearestBit(supported, 3), &draft->attr);
  }
  return 0;
}

// Puts an alias's terms in the place of the term that names it.
int Resolver::ExpandAlias(const Terms& terms, Draft* draft, Terms* expanded) {
  for (const Term& term : terms) {
    const catalog::Alias* alias = AliasOf(*draft->pmu, term);
    if (alias == nullptr) {
      if (!expanded->Append(term)) return NoMemory(input_);
      continue;
    }
    if (draft->alias != nullptr) {
      return Complain(input_, -EINVAL, term.name,
                      "a second event between the slashes");
    }
    draft->alias = alias;
    if (int failed = ParseTerms(InputOf(alias), alias->terms, expanded)) {
      return failed;
    }
  }
  return 0;
}

// Where complaints about an alias's terms point: into its file.
catalog::Input Resolver::InputOf(const catalog::Alias* alias) const {
  return {alias->terms, input_.operation, input_.error};
}

catalog::Input Resolver::InputOf(const Term& term, const Draft& draft) const {
  const std::less<const char*> before;
  const catalog::Alias* alias = draft.alias;
  const bool inside =
      alias != nullptr && !before(term.name.data(), alias->terms.data()) &&
      before(term.name.data(), alias->terms.data() + alias->terms.size());
  return inside ? InputOf(alias) : input_;
}

// Applies terms that set a whole config first, then terms that set bits of it.
int Resolver::ApplyPmuTerms(const Terms& terms, Draft* draft) {
  Terms expanded;
  if (int failed = ExpandAlias(terms, draft, &expanded)) return failed;
  for (const Term& term : expanded) {
    const int applied =
        ApplyCommonTerm(InputOf(term, *draft), term, TermSet::kAll, draft);
    if (applied < 0) return applied;
  }
  bool generic = false;
  for (const Term& term : expanded) {
    if (term.kind == TermKind::kRaw || IsCommonTerm(term.name)) continue;
    if (int failed = ApplyPmuTerm(term, terms, &generic, draft)) return failed;
  }
  return 0;
}

int Resolver::ApplyPmuTerm(const Term& term, const Terms& all, bool* generic,
                           Draft* draft) {
  const catalog::Input input = InputOf(term, *draft);
  if (term.kind == TermKind::kDriver) return ApplySink(term, draft);
  if (IsGeneric(*draft->pmu, term)) return ApplyGeneric(term, generic, draft);
  const catalog::Format* format = draft->pmu->FindFormat(term.name);
  if (format == nullptr) {
    return UnknownTerm(input, term, TermSet::kAll, draft->pmu);
  }
  if (*generic) {
    return Complain(input, -EINVAL, term.name,
                    "a generic event takes no fields of the PMU");
  }
  if (term.kind == TermKind::kParameter) return NeedParameter(term, all);
  if (!IsNumber(term)) {
    return Complain(input, -EINVAL, term.value, "expected a number");
  }
  if (HasDefaults(*draft->pmu)) ClearBits(*format, &draft->attr);
  if (PutBits(*format, term.number, &draft->attr)) return 0;
  return TooBig(input, term, *format);
}

// An alias with "core=?" needs a value from the event; its own term puts it.
int Resolver::NeedParameter(const Term& term, const Terms& all) {
  for (const Term& given : all) {
    if (given.name == term.name && IsNumber(given)) return 0;
  }
  catalog::Message why("this event needs the term ");
  why << term.name << "=NUMBER";
  return Complain(input_, -EINVAL, input_.text, why.view());
}

// "cpu_core/cycles/": a generic event on that PMU, where sysfs doesn't list it.
int Resolver::ApplyGeneric(const Term& term, bool* generic, Draft* draft) {
  if (*generic || draft->alias != nullptr) {
    return Complain(input_, -EINVAL, term.name,
                    "a second event between the slashes");
  }
  *generic = true;
  const catalog::Symbol* symbol = catalog::FindSymbol(term.name);
  draft->attr.type = symbol ? PERFC_TYPE_HARDWARE : PERFC_TYPE_HW_CACHE;
  draft->attr.config =
      symbol ? symbol->config : catalog::ParseCacheName(term.name).config;
  if (pmus_.cores() > 1) {
    draft->attr.config |= uint64_t{draft->pmu->type} << PERFC_PMU_TYPE_SHIFT;
  }
  return 0;
}

// "@tmc_etr0": where trace data goes. The driver knows it by a number from the
// file of that name, in the upper configs' field sinkid.
int Resolver::ApplySink(const Term& term, Draft* draft) {
  const catalog::Format* format = draft->pmu->FindFormat("sinkid");
  catalog::Path file("sinks/");
  file << term.value;
  base::Buffer<char> content;
  if (int bad =
          pmus_.ReadOptional(input_, *draft->pmu, file.view(), &content)) {
    return bad;
  }
  uint64_t number;
  if (format == nullptr || term.value.find('/') != absl::string_view::npos ||
      !ParseNumber(absl::StripAsciiWhitespace(base::View(content)), &number)) {
    return Complain(input_, -ENOENT, term.value, "the PMU has no such sink");
  }
  return PutBits(*format, number, &draft->attr) ? 0
                                                : TooBig(input_, term, *format);
}

}  // namespace perfc::names
