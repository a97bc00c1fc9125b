// Tracepoints: by the ids that tracefs gives.

#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "impl/base/fail.h"
#include "impl/explain/tracefs.h"
#include "impl/host/host.h"
#include "impl/names/glob.h"
#include "impl/names/modifiers.h"
#include "impl/names/resolver.h"
#include "impl/names/suggest.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

using absl::string_view;

catalog::Path FolderOf(string_view system) {
  catalog::Path path("events");
  if (!system.empty()) path << "/" << system;
  return path;
}

// Errnos of entries in a tracefs directory that are no events.
bool IsNoEvent(int failed) {
  return failed == -ENOENT || failed == -ENOTDIR || failed == -ENODEV;
}

}  // namespace

int Resolver::ResolveTracepoint(const EventText& event, string_view system,
                                string_view name) {
  const bool known =
      catalog::FindSymbol(system) || catalog::ParseCacheName(system).valid;
  size_t bad = 0;
  const char* why = known ? CheckModifiers(event.event, &bad) : nullptr;
  if (why != nullptr) {
    return Complain(input_, -EINVAL, event.event.substr(bad, 1), why);
  }
  if (name.empty()) {
    return Complain(input_, -EINVAL, event.whole.substr(event.whole.size()),
                    "expected a tracepoint's name");
  }
  char root[host::kMaxRoot];
  if (int failed = pmus_.host().FindTracefs(&root)) {
    return TracefsFailed(event, failed);
  }
  Draft draft;
  draft.attr.type = PERFC_TYPE_TRACEPOINT;
  draft.pmu_name = "tracepoint";
  if (int failed = ApplyTerms(event, TermSet::kTracepoint, &draft)) {
    return failed;
  }
  if (!IsGlob(system) && !IsGlob(name)) {
    return ResolveId(event, system, name, false, draft);
  }
  uint32_t matched = 0;
  if (!IsGlob(system)) {
    if (int bad = ResolveSystem(event, system, name, draft, &matched)) {
      return bad;
    }
    return matched > 0 ? 0 : UnknownTracepoint(event, system, name);
  }
  host::NameList systems;
  if (int failed = pmus_.host().ListTrace(FolderOf("").view(), &systems)) {
    return TracefsFailed(event, failed);
  }
  for (size_t i = 0; i < systems.size(); ++i) {
    if (!MatchesGlob(system, systems[i])) continue;
    if (int bad = ResolveSystem(event, systems[i], name, draft, &matched)) {
      return bad;
    }
  }
  return matched > 0 ? 0 : UnknownTracepoint(event, system, name);
}

// All tracepoints of a system that match.
int Resolver::ResolveSystem(const EventText& event, string_view system,
                            string_view pattern, const Draft& base,
                            uint32_t* matched) {
  host::NameList names;
  const int failed = pmus_.host().ListTrace(FolderOf(system).view(), &names);
  if (IsNoEvent(failed)) return 0;
  if (failed != 0) return TracefsFailed(event, failed);
  for (size_t i = 0; i < names.size(); ++i) {
    if (!MatchesGlob(pattern, names[i])) continue;
    const uint32_t before = list_.count();
    if (int bad = ResolveId(event, system, names[i], true, base)) return bad;
    *matched += list_.count() - before;
  }
  return 0;
}

int Resolver::ResolveId(const EventText& event, string_view system,
                        string_view name, bool is_one_of_many, Draft draft) {
  catalog::Path path = FolderOf(system);
  path << "/" << name << "/id";
  base::Buffer<char> content;
  const int failed = pmus_.host().ReadTrace(path.view(), &content);
  if (IsNoEvent(failed)) {
    return is_one_of_many ? 0 : UnknownTracepoint(event, system, name);
  }
  if (failed != 0) return TracefsFailed(event, failed);
  if (!absl::SimpleAtoi(absl::StripAsciiWhitespace(base::View(content)),
                        &draft.attr.config)) {
    catalog::Message why;
    why << path.view() << " of tracefs isn't a number";
    return base::Fail(input_.error, -EINVAL, PERFC_CALL_NONE,
                      PERFC_RULE_EVENT_FILE, input_.operation, {}, why.view());
  }
  if (!is_one_of_many) return Emit(event, draft, event.whole);
  catalog::Path full;
  full << system << ":" << name;
  if (!event.modifiers.empty()) full << ":" << event.modifiers;
  return Emit(event, draft, full.view());
}

int Resolver::UnknownTracepoint(const EventText& event, string_view system,
                                string_view name) {
  host::NameList names;
  const bool has_system =
      !IsGlob(system) &&
      pmus_.host().ListTrace(FolderOf(system).view(), &names) == 0;
  // A letter behind a name was meant as a modifier, most likely.
  if (!has_system && AreModifiers(name)) return UnknownEvent(event);
  catalog::Message why(has_system
                           ? "the kernel has no such tracepoint in this system"
                           : "the kernel has no such system of tracepoints");
  if (!has_system && pmus_.host().ListTrace(FolderOf("").view(), &names) != 0) {
    names.Clear();
  }
  const string_view wanted = has_system ? name : system;
  Suggestions nearest(wanted);
  for (size_t i = 0; i < names.size(); ++i) nearest.Offer(names[i]);
  nearest.Tell(&why);
  return Complain(input_, -ENOENT, wanted, why.view());
}

int Resolver::TracefsFailed(const EventText& event, int failed) {
  // Without tracefs its name may just as well be a mistyped event.
  if (failed == -ENOENT && AreModifiers(event.event) &&
      event.kind == EventKind::kName) {
    return UnknownEvent(event);
  }
  return explain::TracepointFailed(pmus_.host(), failed, event.whole,
                                   input_.operation, input_.error);
}

}  // namespace perfc::names
