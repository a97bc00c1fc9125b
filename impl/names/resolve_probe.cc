// Probes by function or path, through the kprobe and uprobe PMUs: the attr holds
// a pointer to the name, which lies in the list.

#include <cerrno>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "impl/names/resolver.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

using absl::string_view;

// Takes "+OFFSET" or "-OFFSET" off the back; offsets below a function are none.
bool TakeOffset(string_view* place, char separator, uint64_t* offset) {
  const size_t at = place->rfind(separator);
  if (at == string_view::npos) return true;
  if (!ParseNumber(place->substr(at + 1), offset)) return false;
  *place = place->substr(0, at);
  return true;
}

}  // namespace

int Resolver::KeepPointer(string_view text, uint64_t* pointer) {
  string_view kept;
  if (!list_.Keep(text, &kept)) return NoMemory(input_);
  *pointer = reinterpret_cast<uintptr_t>(kept.data());
  return 0;
}

// "kprobe:FUNCTION+OFFSET" or "kprobe:0xADDRESS".
int Resolver::ParseKprobe(const EventText& event, Draft* draft) {
  string_view place = event.event;
  if (ParseNumber(place, &draft->attr.config2)) return 0;
  if (!TakeOffset(&place, '+', &draft->attr.config2) || place.empty()) {
    return Complain(input_, -EINVAL, event.event,
                    "expected FUNCTION, FUNCTION+OFFSET or an address behind "
                    "0x");
  }
  return KeepPointer(place, &draft->attr.config1);
}

// "uprobe:/PATH:OFFSET", and "(REF_CTR_OFFSET)" behind it for a USDT semaphore.
int Resolver::ParseUprobe(const EventText& event, Draft* draft) {
  constexpr string_view kExpected =
      "expected /PATH:OFFSET, the offset in the file, and perhaps "
      "(REF_CTR_OFFSET) behind it";
  string_view place = event.event;
  uint64_t semaphore = 0;
  if (absl::ConsumeSuffix(&place, ")") &&
      !TakeOffset(&place, '(', &semaphore)) {
    return Complain(input_, -EINVAL, event.event, kExpected);
  }
  const size_t before = place.size();
  if (!absl::StartsWith(place, "/") ||
      !TakeOffset(&place, ':', &draft->attr.config2) ||
      place.size() == before) {
    return Complain(input_, -EINVAL, event.event, kExpected);
  }
  const catalog::Format* format = draft->pmu->FindFormat("ref_ctr_offset");
  if (semaphore != 0 &&
      (format == nullptr || !PutBits(*format, semaphore, &draft->attr))) {
    return Complain(input_, -ERANGE, event.event,
                    "this kernel's uprobes take no such ref_ctr_offset");
  }
  return KeepPointer(place, &draft->attr.config1);
}

int Resolver::ResolveProbe(const EventText& event) {
  const bool user = absl::StartsWith(event.name, "u");
  const bool at_return = absl::StrContains(event.name, "ret");
  if (int failed = pmus_.Load(input_)) return failed;
  catalog::Pmu* pmu = pmus_.Find(user ? "uprobe" : "kprobe");
  if (pmu == nullptr) {
    if (pmus_.missing()) {
      return Complain(input_, -ENOENT, event.name,
                      "sysfs isn't mounted, or hidden, so the PMU of probes "
                      "can't be looked up");
    }
    return Complain(input_, -ENOENT, event.name,
                    user ? "this kernel has no uprobe PMU"
                         : "this kernel has no kprobe PMU");
  }
  if (int failed = pmus_.Detail(input_, pmu)) return failed;
  Draft draft;
  draft.pmu = pmu;
  draft.attr.type = pmu->type;
  const catalog::Format* format = pmu->FindFormat("retprobe");
  if (at_return && (format == nullptr || !PutBits(*format, 1, &draft.attr))) {
    return Complain(input_, -EOPNOTSUPP, event.name,
                    "this kernel's PMU has no return probes");
  }
  const int failed =
      user ? ParseUprobe(event, &draft) : ParseKprobe(event, &draft);
  return failed ? failed : Emit(event, draft, event.whole);
}

}  // namespace perfc::names
