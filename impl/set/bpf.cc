// BPF programs at all events of a set.
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/set/set.h"

namespace perfc::set {
namespace {

constexpr char kAttach[] = "perfc_set_attach_bpf";

}  // namespace

// All events of one tracepoint, kprobe or uprobe share one array of programs,
// and the array holds each program once (perf_event_attach_bpf_prog,
// kernel/trace/bpf_trace.c).
int Set::AttachBpf(int prog_fd, uint32_t flags, perfc_error* error) {
  if (flags & ~uint32_t{PERFC_BPF_LINK}) {
    return base::BadArgument(error, kAttach, "unknown flags");
  }
  if (const int failed = CheckOwner(kAttach, error)) return failed;
  base::Buffer<bool> taken;  // by spec
  base::Buffer<event::Event*> linked;
  if (!taken.Resize(specs_.count()) || !linked.Reserve(count())) {
    return base::NoMemory(error, kAttach, count() * sizeof(event::Event*));
  }
  int attached = 0;
  for (uint32_t i = 0; i < count(); ++i) {
    const Member& member = members_[i];
    if (member.event == nullptr) continue;
    perfc_error why = {};
    const bool had_link = member.event->has_bpf_link();
    const int failed = flags & PERFC_BPF_LINK
                           ? member.event->LinkBpf(prog_fd, kAttach, &why)
                           : member.event->SetBpf(prog_fd, &why);
    if (failed == -EEXIST && taken[member.spec] && !had_link) continue;
    if (failed) {
      for (event::Event* made : linked) made->UnlinkBpf();
      if (error != nullptr) *error = why;
      return failed;
    }
    taken[member.spec] = true;
    // There is room for it.
    if (flags & PERFC_BPF_LINK) (void)linked.Append(member.event);
    ++attached;
  }
  return attached;
}

int Set::DetachBpf() {
  if (const int failed = CheckOwner({}, nullptr)) return failed;
  int first = 0;
  for (const Member& member : members_) {
    const int failed = member.event ? member.event->UnlinkBpf() : 0;
    if (first == 0) first = failed;
  }
  return first;
}

}  // namespace perfc::set
