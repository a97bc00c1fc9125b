// BPF programs at all events of a set.
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/bpf/link.h"
#include "impl/set/set.h"

namespace perfc::set {
namespace {

constexpr char kAttach[] = "perfc_set_attach_bpf";

}  // namespace

int Set::AttachTo(Member* member, int prog_fd, uint32_t flags,
                  perfc_error* error) {
  if (!(flags & PERFC_BPF_LINK)) return member->event->SetBpf(prog_fd, error);
  if (member->link_fd >= 0) {
    return base::Fail(error, -EEXIST, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      kAttach, {}, "the event has a link already");
  }
  const int fd = bpf::CreateLink(host_.system(), prog_fd, member->event->fd());
  if (fd < 0) {
    return base::Fail(
        error, fd, PERFC_CALL_BPF,
        fd == -EINVAL ? PERFC_RULE_ARGUMENT : PERFC_RULE_UNKNOWN, kAttach, {},
        fd == -EINVAL ? "the event can't run a BPF program of this type, or "
                        "the kernel is older than 5.15 and has no such links"
                      : "");
  }
  member->link_fd = fd;
  return 0;
}

// Events of one tracepoint, kprobe or uprobe have one array of programs, and
// each program is in it once (perf_event_attach_bpf_prog,
// kernel/trace/bpf_trace.c).
int Set::AttachBpf(int prog_fd, uint32_t flags, perfc_error* error) {
  if (flags & ~uint32_t{PERFC_BPF_LINK}) {
    return base::BadArgument(error, kAttach, "unknown flags");
  }
  if (const int failed = CheckOwner(kAttach, error)) return failed;
  base::Buffer<bool> taken;       // by spec
  base::Buffer<uint32_t> linked;  // members
  if (!taken.Resize(specs_.count()) || !linked.Reserve(count())) {
    return base::NoMemory(error, kAttach, count() * sizeof(uint32_t));
  }
  int attached = 0;
  for (uint32_t i = 0; i < count(); ++i) {
    Member& member = members_[i];
    if (member.event == nullptr) continue;
    perfc_error why = {};
    const bool had_link = member.link_fd >= 0;
    const int failed = AttachTo(&member, prog_fd, flags, &why);
    if (failed == -EEXIST && taken[member.spec] && !had_link) continue;
    if (failed) {
      for (uint32_t made : linked) CloseLink(&members_[made]);
      if (error != nullptr) *error = why;
      return failed;
    }
    taken[member.spec] = true;
    // There is room for it.
    if (member.link_fd >= 0) (void)linked.Append(i);
    ++attached;
  }
  return attached;
}

int Set::CloseLink(Member* member) {
  if (member->link_fd < 0) return 0;
  const int failed = host_.system().Close(member->link_fd);
  member->link_fd = -1;
  return failed;
}

int Set::DetachBpf() {
  if (const int failed = CheckOwner({}, nullptr)) return failed;
  int first = 0;
  for (Member& member : members_) {
    const int failed = CloseLink(&member);
    if (first == 0) first = failed;
  }
  return first;
}

int Set::QueryBpf(uint32_t index, uint32_t* ids, uint32_t capacity,
                  uint32_t* count, perfc_error* error) {
  constexpr char kQuery[] = "perfc_set_query_bpf";
  const Member& member = members_[index];
  if (const int failed = CheckOwner(kQuery, error)) return failed;
  if (member.event == nullptr) {
    return base::WrongState(error, kQuery,
                            "the member isn't open; its status says why");
  }
  perfc_error why = {};
  const int told = member.event->QueryBpf(ids, capacity, count, &why);
  if (told != -EINVAL || member.link_fd < 0) {
    if (told < 0 && error != nullptr) *error = why;
    return told;
  }
  uint32_t id;
  const int failed = bpf::ProgramOfLink(host_.system(), member.link_fd, &id);
  if (failed < 0) {
    return base::Fail(error, failed, PERFC_CALL_BPF, PERFC_RULE_UNKNOWN,
                      kQuery);
  }
  *count = 1;
  if (capacity == 0) {
    return base::Fail(error, -ENOSPC, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                      kQuery);
  }
  *ids = id;
  return 0;
}

}  // namespace perfc::set
