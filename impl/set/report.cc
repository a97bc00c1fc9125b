#include "impl/set/report.h"

#include "impl/explain/text.h"

namespace perfc::set {
namespace {

using base::TextWriter;

// "cycles on CPU 2 of thread 17".
void WriteWhere(const Entry& entry, TextWriter* out) {
  out->AppendPrintable(entry.event[0] ? entry.event : "the set");
  if (entry.cpu >= 0) out->Format(" on CPU %d", entry.cpu);
  if (entry.pid > 0) out->Format(" of thread %d", entry.pid);
}

void WriteStep(const Entry& entry, TextWriter* out) {
  switch (entry.step) {
    case PERFC_FALLBACK_FREQ:
      return out->Format("samples at %d Hz instead of %d", entry.after,
                         entry.before);
    case PERFC_FALLBACK_INHERIT_THREAD:
      return out->Append(
          "is inherited by processes too, and not by threads alone");
    case PERFC_FALLBACK_GUEST:
      return out->Append("counts guests too (exclude_guest)");
    case PERFC_FALLBACK_EXCLUDE_KERNEL:
      return out->Append("sees user space only (exclude_kernel, exclude_hv)");
    case PERFC_FALLBACK_PRECISE_IP:
      return out->Format("has precise_ip %d instead of %d", entry.after,
                         entry.before);
    case PERFC_FALLBACK_CPU_CLOCK:
      return out->Append("is cpu-clock instead of cycles");
    case PERFC_FALLBACK_RING_SIZE:
      return out->Format("has rings of %d pages instead of %d", entry.after,
                         entry.before);
    default:
      return out->Append("was degraded");
  }
}

// The option that the caller could set for a fallback that it didn't allow.
absl::string_view Hint(const Entry& entry) {
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
      return {};
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

bool Report::FindAbsent(perfc_error* why) const {
  for (const Entry& entry : entries_) {
    if (entry.kind != PERFC_REPORT_ABSENT) continue;
    *why = entry.error;
    return true;
  }
  return false;
}

bool Report::CopyFrom(const Report& other) {
  entries_.Clear();
  return entries_.AppendAll(other.entries_.data(), other.entries_.size());
}

void Report::WriteText(size_t index, TextWriter* out) const {
  const Entry& entry = entries_[index];
  switch (entry.kind) {
    case PERFC_REPORT_FAILED:
      WriteWhere(entry, out);
      out->Append(": ");
      explain::WriteText(entry.error, out);
      return out->Append(Hint(entry));
    case PERFC_REPORT_DEGRADED:
      WriteWhere(entry, out);
      out->Append(" ");
      WriteStep(entry, out);
      out->Append(", for ");
      return explain::WriteText(entry.error, out);
    case PERFC_REPORT_OFFLINE:
      out->Format("CPU %d was left out: ", entry.cpu);
      return explain::WriteText(entry.error, out);
    case PERFC_REPORT_GONE:
      out->Format("thread %d was left out, for it has exited: ", entry.pid);
      return explain::WriteText(entry.error, out);
    case PERFC_REPORT_ABSENT:
      WriteWhere(entry, out);
      out->Append(" was left out: ");
      explain::WriteText(entry.error, out);
      return out->Append(Hint(entry));
    case PERFC_REPORT_REGROUPED:
      out->Append("the weak group of ");
      WriteWhere(entry, out);
      out->Append(" was broken up, for ");
      return explain::WriteText(entry.error, out);
    case PERFC_REPORT_FD_LIMIT:
      out->Format("the soft RLIMIT_NOFILE was raised from %d to %d, for ",
                  entry.before, entry.after);
      return explain::WriteText(entry.error, out);
    case PERFC_REPORT_NO_CPU:
      WriteWhere(entry, out);
      return out->Append(" counts on none of the target's CPUs");
    case PERFC_REPORT_OPENED:
      WriteWhere(entry, out);
      return out->Append(" was opened by an update, and counts from 0");
    case PERFC_REPORT_NO_IDS:
      WriteWhere(entry, out);
      out->Append(" shares a ring, but ");
      return explain::WriteText(entry.error, out);
    default:
      return WriteWhere(entry, out);
  }
}

}  // namespace perfc::set
