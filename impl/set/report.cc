#include "impl/set/report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "impl/explain/text.h"

namespace perfc::set {
namespace {

using absl::StrCat;
using absl::StrFormat;

// "cycles on CPU 2 of thread 17".
std::string Where(const Entry& entry) {
  std::string text(entry.event[0] ? entry.event : "the set");
  if (entry.cpu >= 0) absl::StrAppend(&text, " on CPU ", entry.cpu);
  if (entry.pid > 0) absl::StrAppend(&text, " of thread ", entry.pid);
  return text;
}

std::string StepText(const Entry& entry) {
  switch (entry.step) {
    case PERFC_FALLBACK_FREQ:
      return StrFormat("samples at %d Hz instead of %d", entry.after,
                       entry.before);
    case PERFC_FALLBACK_INHERIT_THREAD:
      return "is inherited by processes too, and not by threads alone";
    case PERFC_FALLBACK_GUEST:
      return "counts guests too (exclude_guest)";
    case PERFC_FALLBACK_EXCLUDE_KERNEL:
      return "sees user space only (exclude_kernel, exclude_hv)";
    case PERFC_FALLBACK_PRECISE_IP:
      return StrFormat("has precise_ip %d instead of %d", entry.after,
                       entry.before);
    case PERFC_FALLBACK_CPU_CLOCK:
      return "is cpu-clock instead of cycles";
    case PERFC_FALLBACK_RING_SIZE:
      return StrFormat("has rings of %d pages instead of %d", entry.after,
                       entry.before);
    default:
      return "was degraded";
  }
}

// What a caller who didn't ask for it could ask for.
std::string Hint(const Entry& entry) {
  switch (entry.step) {
    case PERFC_FALLBACK_FREQ:
      return "; PERFC_FALLBACK_FREQ would lower the frequency";
    case PERFC_FALLBACK_INHERIT_THREAD:
      return "; PERFC_FALLBACK_INHERIT_THREAD would do without inherit_thread";
    case PERFC_FALLBACK_GUEST:
      return "; PERFC_FALLBACK_GUEST would count guests too";
    case PERFC_FALLBACK_EXCLUDE_KERNEL:
      return "; PERFC_FALLBACK_EXCLUDE_KERNEL would try user space only";
    case PERFC_FALLBACK_PRECISE_IP:
      return "; PERFC_FALLBACK_PRECISE_IP would try a lower precise_ip";
    case PERFC_FALLBACK_CPU_CLOCK:
      return "; PERFC_FALLBACK_CPU_CLOCK would take cpu-clock instead";
    case PERFC_FALLBACK_RING_SIZE:
      return "; PERFC_FALLBACK_RING_SIZE would try smaller rings";
    default:
      return "";
  }
}

std::string LineOf(const Entry& entry) {
  const std::string where = Where(entry);
  const std::string why = explain::Text(entry.error);
  switch (entry.kind) {
    case PERFC_REPORT_FAILED:
      return StrCat(where, ": ", why, Hint(entry));
    case PERFC_REPORT_DEGRADED:
      return StrCat(where, " ", StepText(entry), ", for ", why);
    case PERFC_REPORT_OFFLINE:
      return StrFormat("CPU %d was left out: %s", entry.cpu, why);
    case PERFC_REPORT_GONE:
      return StrFormat("thread %d was left out, for it has exited: %s",
                       entry.pid, why);
    case PERFC_REPORT_ABSENT:
      return StrCat(where, " was left out: ", why, Hint(entry));
    case PERFC_REPORT_REGROUPED:
      return StrCat("the weak group of ", where, " was broken up, for ", why);
    case PERFC_REPORT_FD_LIMIT:
      return StrFormat(
          "the soft RLIMIT_NOFILE was raised from %d to %d, for %s",
          entry.before, entry.after, why);
    case PERFC_REPORT_NO_CPU:
      return StrCat(where, " counts on none of the target's CPUs");
    case PERFC_REPORT_OPENED:
      return StrCat(where, " was opened by a refresh, and counts from 0");
    case PERFC_REPORT_NO_IDS:
      return StrCat(where, " shares a ring, but ", why);
    default:
      return where;
  }
}

}  // namespace

void SetName(absl::string_view name, Entry* entry) {
  entry->event[name.copy(entry->event, sizeof entry->event - 1)] = '\0';
}

Entry Report::Of(uint32_t kind, const perfc_error& error) {
  Entry entry = {};
  entry.kind = kind;
  entry.spec = PERFC_REPORT_NO_SPEC;
  entry.cpu = -1;
  entry.pid = -1;
  entry.error = error;
  return entry;
}

bool Report::Tells(const Entry& entry) const {
  for (size_t i = count(); i-- > 0;) {
    const Entry& one = entries_[i];
    if (one.spec != entry.spec || one.cpu != entry.cpu ||
        one.pid != entry.pid) {
      continue;
    }
    return one.kind == entry.kind && one.error.code == entry.error.code &&
           one.before == entry.before && one.after == entry.after;
  }
  return false;
}

bool Report::CopyFrom(const Report& other) {
  entries_.Clear();
  return entries_.AppendAll(other.entries_.data(), other.entries_.size());
}

std::string Report::Text(size_t index) const { return LineOf(entries_[index]); }

}  // namespace perfc::set
