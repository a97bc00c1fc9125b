// One event: its fd, its attr, its ring, and the target of its records.
#ifndef PERFC_IMPL_EVENT_EVENT_H_
#define PERFC_IMPL_EVENT_EVENT_H_

#include <pthread.h>
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "absl/strings/string_view.h"
#include "impl/decode/plan.h"
#include "impl/host/host.h"
#include "impl/ring/ring.h"
#include "impl/uapi/attr.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/record.h"
#include "perfc/ring.h"

namespace perfc::event {

// The meaning of one errno of a request.
struct ErrnoRule {
  int code;
  const char* sentence;
};

// The times of a read, for the event or the group as a whole.
struct ReadTimes {
  uint64_t
      read_format;  // which of these, and of a value's members, are present
  uint64_t time_enabled;
  uint64_t time_running;
};

// An event can't be moved, because events whose records go to it point to it.
class Event {
 public:
  // `plan` decodes the records of this event's ring. Both outlive the event.
  Event(const host::Host& host, decode::Plan& plan)
      : host_(host), plan_(plan) {}
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event();

  int Open(const void* attr, size_t attr_size, int32_t pid, int32_t cpu,
           Event* group, uint64_t flags, perfc_error* error);
  // The same in two steps: the first stays in user space.
  int TakeAttr(const void* attr, size_t attr_size, const char* operation,
               perfc_error* error);
  int OpenTaken(int32_t pid, int32_t cpu, Event* group, uint64_t flags,
                perfc_error* error);
  int OpenFd(int fd, const void* attr, size_t attr_size, perfc_error* error);

  int fd() const { return fd_; }
  const uapi::Attr& attr() const { return plan_.attr(0); }
  ring::Ring& ring() { return ring_; }
  const ring::Ring& ring() const { return ring_; }
  // Whose ring its records go to, if not its own; null: none.
  const Event* output() const {
    return link_ != nullptr && link_->open() ? output_ : nullptr;
  }
  const host::Host& host() const { return host_; }
  // True if the event counts the calling thread, and nothing else.
  bool CountsCaller() const {
    return counts_opener_ && pthread_equal(opener_, pthread_self());
  }

  // 0, or -EOWNERDEAD in a child of fork(), whose calls would reach the
  // parent's event.
  int CheckOwner(absl::string_view operation, perfc_error* error) const;

  // ioctl.cc, bpf.cc
  int Enable(uint32_t flags);
  int Disable(uint32_t flags);
  int Reset(uint32_t flags);
  int Id(uint64_t* id) const;
  // The same without a system call from the second time on, for callers that
  // have asked CheckOwner.
  int CachedId(uint64_t* id) const;
  int SetFilter(const char* filter, perfc_error* error);
  int SetBpf(int prog_fd, perfc_error* error);
  int QueryBpf(uint32_t* ids, uint32_t capacity, uint32_t* count,
               perfc_error* error);
  // A BPF link to the event, which is closed before the event.
  int LinkBpf(int prog_fd, const char* operation, perfc_error* error);
  int UnlinkBpf();
  bool has_bpf_link() const { return bpf_link_fd_ >= 0; }
  int PauseOutput(int paused);
  int ModifyAttributes(const void* attr, size_t attr_size, perfc_error* error);
  // A request whose argument is a number.
  int Request(uint32_t request, uint64_t argument, perfc_error* error);

  // output.cc
  int SetOutput(Event* target, perfc_error* error);
  int Map(uint32_t data_pages, uint32_t flags, perfc_error* error);
  int Unmap();
  int Wait(int32_t timeout_ms, perfc_error* error);
  int Wake();

  // aux_area.cc
  int MapAux(uint32_t pages, uint32_t flags, perfc_error* error);
  int UnmapAux();

  // read.cc: read(2) returns one value, or with PERFC_FORMAT_GROUP one value
  // for each member in the order of opening. Read returns the number of values;
  // 0 means that the event is pinned and in error.
  int Read(ReadTimes* times, perfc_read_value* values, size_t capacity) const;
  int ReadLosses(perfc_losses* losses) const;

 private:
  bool pinned() const;
  // False where it can't be told.
  bool CountsOther(int32_t pid) const;

  int Simple(uint32_t request, uint64_t argument) const;
  int Start(uint32_t request, uint64_t argument);
  int Explained(uint32_t request, uint64_t argument,
                absl::string_view operation,
                std::initializer_list<ErrnoRule> rules,
                perfc_error* error) const;
  const char* FilterRule() const;
  int RequestNumber(uint32_t request, uint64_t argument);
  int QueryLink(uint32_t* ids, uint32_t capacity, uint32_t* count,
                perfc_error* error) const;

  int DropOutput(perfc_error* error);
  int CheckTarget(const Event& target, perfc_error* error) const;
  int JoinRing(Event* target, uint64_t id, uint64_t target_id,
               perfc_error* error);
  int GrowPlan(Event* target, uint64_t id, uint64_t target_id,
               perfc_error* error);
  void LeaveOutput();
  const char* WhyNoOutput(const Event& target) const;

  const host::Host& host_;
  decode::Plan& plan_;
  ring::Ring ring_;
  int fd_ = -1;
  int bpf_link_fd_ = -1;
  pid_t owner_ = 0;
  int32_t pid_ = 0;
  int32_t cpu_ = -1;
  // pid_ and cpu_ are known. Those of an fd that was opened elsewhere aren't.
  bool target_known_ = false;
  bool is_sibling_ = false;
  bool counts_opener_ = false;
  pthread_t opener_ = {};
  mutable std::atomic<uint64_t> id_{0};  // 0: not asked yet

  // Whose ring this event's records go to, if not its own. That event may be
  // closed in another thread, which the link tells.
  const Event* output_ = nullptr;
  ring::Link* link_ = nullptr;
};

}  // namespace perfc::event

#endif  // PERFC_IMPL_EVENT_EVENT_H_
