// Where an event's records go: its own ring, another event's, or nowhere.
#include <atomic>
#include <cerrno>
#include <utility>

#include "impl/base/fail.h"
#include "impl/event/event.h"
#include "perfc/uapi.h"

namespace perfc::event {
namespace {

constexpr char kSetOutput[] = "SET_OUTPUT";
constexpr uint32_t kMaxPages = 1u << 30;

// A call that needs no ring, or needs one.
int WrongMapping(perfc_error* error, absl::string_view operation, bool mapped) {
  return base::WrongState(error, operation,
                          mapped ? "the event is mapped already; unmap it first"
                                 : "the event has no ring; call mmap first");
}

}  // namespace

int Event::Map(uint32_t data_pages, uint32_t flags, perfc_error* error) {
  constexpr char kOperation[] = "perfc_mmap";
  if (int failed = CheckOwner(kOperation, error)) return failed;
  if (flags & ~uint32_t{PERFC_MMAP_OVERWRITE}) {
    return base::BadArgument(
        error, kOperation,
        "unknown flags: PERFC_MMAP_OVERWRITE is the only one");
  }
  if ((data_pages & (data_pages - 1)) != 0 || data_pages > kMaxPages) {
    return base::BadArgument(
        error, kOperation,
        "data_pages must be 0 or a power of two, at most 2^30");
  }
  if (data_pages == 0 && flags != 0) {
    return base::BadArgument(
        error, kOperation,
        "PERFC_MMAP_OVERWRITE is for a ring, and data_pages 0 maps none");
  }
  if (ring_.mapped()) return WrongMapping(error, kOperation, true);
  // The kernel would map that ring once more, and two readers give back each
  // other's records.
  if (output() != nullptr) {
    return base::WrongState(
        error, kOperation,
        "the event's records go to another event's ring; drop the output "
        "first");
  }
  if (data_pages == 0) return ring_.MapControl(host_, fd_, kOperation, error);
  ring::Mode mode = ring::Mode::kWritable;
  if (flags & PERFC_MMAP_OVERWRITE) mode = ring::Mode::kOverwrite;
  if (attr().known().flags & PERFC_ATTR_WRITE_BACKWARD) {
    mode = ring::Mode::kBackward;
  }
  LeaveOutput();  // Of a ring that has gone.
  uint64_t id;
  if (const int failed = CachedId(&id)) {
    return base::Fail(error, failed, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                      kOperation);
  }
  return ring_.Map(host_, fd_, id, pinned(), data_pages, mode, kOperation,
                   error);
}

// The kernel detaches the events that wrote here when the last mapping goes
// (perf_mmap_close). Their attrs leave the plan: without them the event's records
// need no id again.
int Event::Unmap() {
  if (int failed = CheckOwner({}, nullptr)) return failed;
  if (!ring_.mapped()) return -EBADFD;
  ring_.Unmap(host_.system());
  if (plan_.count() > 1) plan_.KeepFirst();
  return 0;
}

int Event::Wait(int32_t timeout_ms, perfc_error* error) {
  constexpr char kOperation[] = "perfc_event_wait";
  if (!ring_.has_data()) {
    const int forked = CheckOwner(kOperation, error);
    return forked ? forked : WrongMapping(error, kOperation, false);
  }
  const int result = ring_.Wait(host_.system(), timeout_ms, kOperation, error);
  return result == -EOWNERDEAD ? CheckOwner(kOperation, error) : result;
}

int Event::Wake() {
  if (int failed = CheckOwner({}, nullptr)) return failed;
  if (!ring_.has_data()) return -EBADFD;
  ring_.waiter().Wake(host_.system());
  return 0;
}

// The first rule of perf_event_set_output (kernel/events/core.c) that isn't
// met.
const char* Event::WhyNoOutput(const Event& target) const {
  const perfc_attr& mine = attr().known();
  const perfc_attr& other = target.attr().known();
  if (ring_.mapped()) return "the event has a ring of its own; unmap it first";
  if (target_known_ && target.target_known_) {
    if (cpu_ != target.cpu_) return "the events are on different CPUs";
    if (cpu_ == -1 && pid_ != target.pid_) {
      return "the events are on different tasks, and on no particular CPU";
    }
  }
  const uint64_t differing = mine.flags ^ other.flags;
  if (differing & PERFC_ATTR_USE_CLOCKID || mine.clockid != other.clockid) {
    return "the events use different clocks";
  }
  if (differing & PERFC_ATTR_WRITE_BACKWARD) {
    return "one of the events has write_backward, the other hasn't";
  }
  return "the events must be on the same CPU, or on the same task where they "
         "have none; or one has AUX data";
}

// Forgets that records of this event go to another one's ring.
void Event::LeaveOutput() {
  // A signal handler may enable the event at any point, which tells the link.
  ring::Link* link = std::exchange(link_, nullptr);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  output_ = nullptr;
  if (link == nullptr) return;
  link->Leave(host_.system(), id_.load(std::memory_order_relaxed));
  link->Drop();
}

int Event::DropOutput(perfc_error* error) {
  // The kernel takes -1 as an int.
  const int failed =
      Explained(PERFC_IOC_SET_OUTPUT, ~uint64_t{0}, kSetOutput,
                {{EINVAL, "the event has a ring of its own"}}, error);
  if (!failed) LeaveOutput();
  return failed;
}

// From the second attr on the plan needs the ids of them all.
int Event::GrowPlan(Event* target, uint64_t id, uint64_t target_id,
                    perfc_error* error) {
  if (target->plan_.FindId(target_id) == decode::Plan::kNoAttr) {
    const int failed =
        target->plan_.AddIds(0, {&target_id, 1}, kSetOutput, error);
    if (failed) return failed;
  }
  const auto bytes = attr().bytes();
  perfc_error why;
  const int index =
      target->plan_.Add(bytes.data(), bytes.size(), {&id, 1}, kSetOutput, &why);
  // It was directed here before.
  if (index >= 0 || index == -EEXIST) return 0;
  if (error != nullptr) *error = why;
  return index;
}

// Refuses targets that the kernel would accept: a target with only the control
// page, or a target whose own records go elsewhere.
int Event::CheckTarget(const Event& target, perfc_error* error) const {
  if (int failed = target.CheckOwner(kSetOutput, error)) return failed;
  if (&target == this) {
    return base::Fail(error, -EINVAL, PERFC_CALL_NONE, PERFC_RULE_OUTPUT,
                      kSetOutput, {}, "an event can't be its own target");
  }
  if (target.ring_.has_data()) return 0;
  return base::WrongState(error, kSetOutput,
                          "the target has no ring; call mmap for it first");
}

int Event::JoinRing(Event* target, uint64_t id, uint64_t target_id,
                    perfc_error* error) {
  ring::Waiter& waiter = target->ring_.waiter();
  ring::Link* link = waiter.EnsureLink();
  if (link == nullptr || !waiter.AddWriter(fd_, id, pinned())) {
    return base::NoMemory(error, kSetOutput, sizeof *link);
  }
  int failed = GrowPlan(target, id, target_id, error);
  if (!failed && !link->Join({fd_, id, attr().known().read_format})) {
    failed = base::NoMemory(error, kSetOutput, sizeof(ring::Link::Writer));
  }
  if (failed) {
    waiter.RemoveWriter(id);
    return failed;
  }
  link->Hold();
  link_ = link;
  output_ = target;
  return 0;
}

int Event::SetOutput(Event* target, perfc_error* error) {
  if (int failed = CheckOwner(kSetOutput, error)) return failed;
  if (target == nullptr) return DropOutput(error);
  if (int failed = CheckTarget(*target, error)) return failed;
  uint64_t id;
  uint64_t target_id;
  int failed = CachedId(&id);
  if (!failed) failed = target->CachedId(&target_id);
  if (failed) {
    return base::Fail(error, failed, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                      "ID");
  }
  const int refused = host_.system().Ioctl(fd_, PERFC_IOC_SET_OUTPUT,
                                           static_cast<uint64_t>(target->fd_));
  if (refused < 0) {
    const bool invalid = refused == -EINVAL;
    return base::Fail(error, refused, PERFC_CALL_IOCTL,
                      invalid ? PERFC_RULE_OUTPUT : PERFC_RULE_UNKNOWN,
                      kSetOutput, {}, invalid ? WhyNoOutput(*target) : "");
  }
  LeaveOutput();
  failed = JoinRing(target, id, target_id, error);
  if (failed) {
    DropOutput(nullptr);
    return failed;
  }
  return !target->plan_.Matches(error);
}

}  // namespace perfc::event
