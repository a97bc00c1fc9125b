// BPF programs at an event.
#include <cerrno>
#include <cstring>

#include "impl/base/fail.h"
#include "impl/bpf/link.h"
#include "impl/event/event.h"
#include "perfc/uapi.h"

namespace perfc::event {
namespace {

constexpr char kQuery[] = "QUERY_BPF";

}  // namespace

int Event::SetBpf(int prog_fd, perfc_error* error) {
  return Explained(PERFC_IOC_SET_BPF, static_cast<uint32_t>(prog_fd), "SET_BPF",
                   {{EINVAL,
                     "prog_fd is no BPF program, or of a type that this event "
                     "can't run"},
                    {EBADF,
                     "prog_fd isn't open, or somebody else has closed the "
                     "event's fd"},
                    {EEXIST, "the event has a BPF program already"}},
                   error);
}

int Event::LinkBpf(int prog_fd, const char* operation, perfc_error* error) {
  if (has_bpf_link()) {
    return base::Fail(error, -EEXIST, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      operation, {}, "the event has a link already");
  }
  const int fd = bpf::CreateLink(host_.system(), prog_fd, fd_);
  if (fd >= 0) {
    bpf_link_fd_ = fd;
    return 0;
  }
  const bool refused = fd == -EINVAL;
  return base::Fail(
      error, fd, PERFC_CALL_BPF,
      refused ? PERFC_RULE_ARGUMENT : PERFC_RULE_UNKNOWN, operation, {},
      refused ? "the event can't run a BPF program of this type, or "
                "the kernel is older than 5.15 and has no such links"
              : "");
}

int Event::UnlinkBpf() {
  if (!has_bpf_link()) return 0;
  const int failed = host_.system().Close(bpf_link_fd_);
  bpf_link_fd_ = -1;
  return failed;
}

// Perf events, and the kprobe and uprobe PMUs, have a program that the ioctl
// doesn't tell.
int Event::QueryLink(uint32_t* ids, uint32_t capacity, uint32_t* count,
                     perfc_error* error) const {
  uint32_t id;
  const int failed = bpf::ProgramOfLink(host_.system(), bpf_link_fd_, &id);
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

int Event::QueryBpf(uint32_t* ids, uint32_t capacity, uint32_t* count,
                    perfc_error* error) {
  if (count == nullptr || (ids == nullptr && capacity > 0)) {
    return base::BadArgument(error, kQuery, "ids or count is NULL");
  }
  // struct perf_event_query_bpf: u32 ids_len, u32 prog_cnt, u32 ids[]. The
  // kernel returns at most 64 ids (BPF_TRACE_MAX_PROGS), so a larger capacity
  // changes nothing.
  constexpr uint32_t kMost = 64;
  uint32_t query[2 + kMost] = {capacity < kMost ? capacity : kMost};
  perfc_error why = {};
  const int failed =
      Explained(PERFC_IOC_QUERY_BPF, reinterpret_cast<uintptr_t>(query), kQuery,
                {{EINVAL, "only tracepoints and tracefs kprobes can be asked"},
                 {EPERM, "needs CAP_PERFMON"}},
                &why);
  if (failed == -EINVAL && has_bpf_link()) {
    return QueryLink(ids, capacity, count, error);
  }
  if (failed && error != nullptr) *error = why;
  if (failed && failed != -ENOSPC) return failed;
  *count = query[1];
  const uint32_t got = *count < query[0] ? *count : query[0];
  if (got > 0) memcpy(ids, query + 2, got * sizeof *ids);
  // Of a capacity of 0 the kernel says nothing (bpf_prog_array_copy_info).
  if (!failed && *count > capacity) {
    return base::Fail(error, -ENOSPC, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                      kQuery);
  }
  return failed;
}

}  // namespace perfc::event
