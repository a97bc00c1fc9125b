#include "impl/names/resolver.h"

#include <cerrno>

#include "impl/names/modifiers.h"
#include "impl/names/suggest.h"
#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

using absl::string_view;

// The default length of a breakpoint: an int for data, and for instructions the
// length that the kernel demands of 64-bit machines.
constexpr uint64_t kUsualLength = PERFC_HW_BREAKPOINT_LEN_4;
constexpr uint64_t kInstructionLength = PERFC_HW_BREAKPOINT_LEN_8;

bool IsCounted(uint32_t type) {
  return type == PERFC_TYPE_HARDWARE || type == PERFC_TYPE_HW_CACHE;
}

// "rw" as bits; each letter once.
bool ParseAccess(string_view letters, uint32_t* type) {
  for (char letter : letters) {
    const uint32_t bit = letter == 'r'   ? PERFC_HW_BREAKPOINT_R
                         : letter == 'w' ? PERFC_HW_BREAKPOINT_W
                                         : PERFC_HW_BREAKPOINT_X;
    if ((*type & bit) != 0) return false;
    *type |= bit;
  }
  return true;
}

}  // namespace

int Resolver::Resolve(const EventText& event) {
  size_t bad = 0;
  if (const char* why = CheckModifiers(event.modifiers, &bad)) {
    return Complain(input_, -EINVAL, event.modifiers.substr(bad, 1), why);
  }
  switch (event.kind) {
    case EventKind::kName:
      return ResolveName(event);
    case EventKind::kTracepoint:
      return ResolveTracepoint(event, event.name, event.event);
    case EventKind::kNumeric:
      return ResolveNumeric(event);
    case EventKind::kBreakpoint:
      return ResolveBreakpoint(event);
    case EventKind::kProbe:
      return ResolveProbe(event);
    case EventKind::kPfm:
      break;
  }
  return ResolvePfm(event);
}

int Resolver::ResolveName(const EventText& event) {
  Draft draft;
  if (const catalog::Symbol* symbol = catalog::FindSymbol(event.name)) {
    draft.attr.type = symbol->type;
    draft.attr.config = symbol->config;
    if (symbol->is_tool) draft.flags |= PERFC_SPEC_TOOL;
    if (!symbol->is_tool || !event.has_terms) return ResolveKnown(event, draft);
    return Complain(input_, -EINVAL, event.terms,
                    "this event has no terms: the kernel doesn't count it");
  }
  const catalog::CacheName cache = catalog::ParseCacheName(event.name);
  if (cache.valid) {
    draft.attr.type = PERFC_TYPE_HW_CACHE;
    draft.attr.config = cache.config;
    return ResolveKnown(event, draft);
  }
  if (ParseRaw(event.name, &draft.attr.config)) {
    draft.attr.type = PERFC_TYPE_RAW;
    return ResolveKnown(event, draft);
  }
  bool found = false;
  int failed = 0;
  if (event.has_terms) failed = ResolvePmu(event, &found);
  if (failed == 0 && !found) failed = ResolveAlias(event, &found);
  if (failed != 0 || found) return failed;
  // "system:u" may be a tracepoint called u.
  if (!event.modifiers.empty() && !event.has_terms) {
    return ResolveTracepoint(event, event.name, event.modifiers);
  }
  return UnknownEvent(event);
}

// An event of the kernel's own types. On a machine with several core PMUs each
// of them has the event: the upper half of config names the PMU, and raw events
// have the PMU's type.
int Resolver::ResolveKnown(const EventText& event, const Draft& base) {
  Draft draft = base;
  if (int failed = ApplyTerms(event, TermSet::kAll, &draft)) return failed;
  const bool raw = draft.attr.type == PERFC_TYPE_RAW;
  if (!raw && !IsCounted(draft.attr.type)) {
    draft.pmu_name = draft.attr.type == PERFC_TYPE_SOFTWARE ? "software" : "";
    return Emit(event, draft, event.whole);
  }
  if (int failed = pmus_.Load(input_)) return failed;
  for (catalog::Pmu& pmu : pmus_.all()) {
    if (!pmu.is_core) continue;
    draft.pmu = &pmu;
    if (pmus_.cores() == 1) return Emit(event, draft, event.whole);
    if (int failed = pmus_.Detail(input_, &pmu)) return failed;
    Draft one = draft;
    if (raw) {
      one.attr.type = pmu.type;
    } else {
      one.attr.config |= uint64_t{pmu.type} << PERFC_PMU_TYPE_SHIFT;
    }
    if (int failed = EmitOn(event, one, pmu)) return failed;
  }
  return pmus_.cores() > 1 ? 0 : Emit(event, draft, event.whole);
}

int Resolver::ResolveNumeric(const EventText& event) {
  uint64_t type;
  Draft draft;
  if (!ParseNumber(event.name, &type) || type > UINT32_MAX) {
    return Complain(input_, -EINVAL, event.name,
                    "expected a PMU's type: a number of at most 32 bits");
  }
  if (!ParseNumber(event.event, &draft.attr.config)) {
    return Complain(input_, -EINVAL, event.event,
                    "expected a config: a number of at most 64 bits, decimal "
                    "or behind 0x");
  }
  draft.attr.type = static_cast<uint32_t>(type);
  // One that already names its PMU is meant as it is.
  if (IsCounted(draft.attr.type) && draft.attr.config > PERFC_HW_EVENT_MASK) {
    if (int failed = ApplyTerms(event, TermSet::kAll, &draft)) return failed;
    return Emit(event, draft, event.whole);
  }
  return ResolveKnown(event, draft);
}

int Resolver::ResolveBreakpoint(const EventText& event) {
  Draft draft;
  perfc_attr& attr = draft.attr;
  attr.type = PERFC_TYPE_BREAKPOINT;
  draft.pmu_name = "breakpoint";
  if (!ParseNumber(event.event, &attr.config1)) {
    return Complain(input_, -EINVAL, event.event,
                    "expected an address, decimal or behind 0x");
  }
  if (!event.length.empty() && !ParseNumber(event.length, &attr.config2)) {
    return Complain(input_, -EINVAL, event.length,
                    "expected a length in bytes");
  }
  if (!ParseAccess(event.access, &attr.bp_type)) {
    return Complain(input_, -EINVAL, event.access,
                    "expected r, w and x, each once at most");
  }
  if (attr.bp_type == 0) attr.bp_type = PERFC_HW_BREAKPOINT_RW;
  if (attr.config2 == 0) {
    attr.config2 = attr.bp_type == PERFC_HW_BREAKPOINT_X ? kInstructionLength
                                                         : kUsualLength;
  }
  return Emit(event, draft, event.whole);
}

int Resolver::ApplyTerms(const EventText& event, TermSet set, Draft* draft) {
  if (!event.has_terms) return 0;
  Terms terms;
  if (int failed = ParseTerms(input_, event.terms, &terms)) return failed;
  for (const Term& term : terms) {
    const int applied = ApplyCommonTerm(input_, term, set, draft);
    if (applied < 0) return applied;
    if (applied == 0) return UnknownTerm(input_, term, set, nullptr);
  }
  return 0;
}

int Resolver::Emit(const EventText& event, const Draft& draft,
                   string_view name) {
  Modified modified = Unmodified();
  if (!event.modifiers.empty()) {
    modified = {};
    static_cast<void>(Modify(event.modifiers, true, &modified));
  }
  perfc_attr attr = draft.attr;
  attr.size = sizeof attr;
  attr.flags |= modified.attr_flags;
  const int index =
      list_.Append(&attr, sizeof attr, input_.operation, input_.error);
  if (index < 0) return index;
  specs::Spec& spec = list_[static_cast<uint32_t>(index)];
  spec.guest_decided = modified.guest_decided;
  spec.flags = draft.flags | modified.spec_flags;
  spec.terms = draft.terms;
  spec.max_events = draft.max_events;
  const catalog::Pmu* pmu = draft.pmu;
  const catalog::Alias* alias = draft.alias;
  if (pmu != nullptr) {
    spec.cpu_list = pmu->cpus.data();
    spec.cpu_count = static_cast<uint32_t>(pmu->cpus.size());
    if (pmu->system_wide) spec.flags |= PERFC_SPEC_SYSTEM_WIDE;
  }
  if (alias != nullptr) {
    spec.scale = alias->scale;
    if (alias->snapshot) spec.flags |= PERFC_SPEC_SNAPSHOT;
    if (alias->per_pkg) spec.flags |= PERFC_SPEC_PER_PKG;
  }
  const bool kept =
      list_.Keep(draft.name.empty() ? name : draft.name, &spec.name) &&
      list_.Keep(pmu ? pmu->name : draft.pmu_name, &spec.pmu) &&
      list_.Keep(alias ? alias->unit : "", &spec.unit);
  return kept ? 0 : NoMemory(input_);
}

// One of several, which are called after their PMUs: "cpu_core/cycles/u".
int Resolver::EmitOn(const EventText& event, const Draft& draft,
                     const catalog::Pmu& pmu) {
  catalog::Path name;
  name << pmu.name << "/";
  if (event.kind == EventKind::kNumeric) {
    name << "config=" << event.event;
  } else if (pmus_.IsMeant(event.name, pmu)) {
    name << event.terms;
  } else {
    name << event.name;
  }
  name << "/" << event.modifiers;
  return Emit(event, draft, name.view());
}

int Resolver::UnknownEvent(const EventText& event) {
  // "cs:D:D", which reads as a tracepoint's modifiers.
  for (const catalog::Symbol& symbol : catalog::Symbols()) {
    if (!event.has_terms && symbol.name == event.name) {
      return Complain(input_, -EINVAL, event.whole,
                      "all modifiers stand behind one colon");
    }
  }
  catalog::Message why(event.has_terms ? "no PMU and no event has this name"
                                       : "no event has this name");
  const catalog::CacheName cache = catalog::ParseCacheName(event.name);
  string_view part = event.name;
  if (cache.is_cache) {
    part = event.name.substr(cache.bad_at);
    why = catalog::Message("this cache has no such event");
  }
  Suggestions nearest(event.name);
  for (const catalog::Symbol& symbol : catalog::Symbols())
    nearest.Offer(symbol.name);
  catalog::CacheText caches[catalog::kCacheConfigs];
  for (uint32_t i = 0; i < catalog::kCacheConfigs; ++i) {
    if (!catalog::NameCache(catalog::CacheConfig(i), &caches[i])) continue;
    nearest.Offer(caches[i].view());
  }
  for (catalog::Pmu& pmu : pmus_.all()) {
    if (event.has_terms) nearest.Offer(pmu.name);
    for (const catalog::Alias& alias : pmu.aliases) nearest.Offer(alias.name);
  }
  nearest.Tell(&why);
  if (pmus_.missing()) {
    why << "; sysfs isn't mounted, or hidden, so PMUs can't be looked up";
  }
  return Complain(input_, -ENOENT, part, why.view());
}

}  // namespace perfc::names
