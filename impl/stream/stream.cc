#include "impl/stream/stream.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "impl/base/fail.h"
#include "impl/base/order.h"
#include "impl/decode/time.h"
#include "impl/record/record.h"
#include "impl/ring/losses.h"
#include "perfc/uapi.h"

namespace perfc::stream {
namespace {

constexpr char kCreate[] = "perfc_stream_create";
constexpr char kAdd[] = "perfc_stream_add_event";
constexpr char kWait[] = "perfc_stream_wait";
constexpr uint64_t kWakeMark = ~uint64_t{0};

}  // namespace

Stream::~Stream() {
  for (Stream** reader : readers_) *reader = nullptr;
  const bool owned = CheckOwner({}, nullptr) == 0;
  for (Source& source : sources_) {
    if (source.event == nullptr) continue;
    TellRing(&source);
    // In a child of fork() the lock behind it may be held for ever.
    if (owned) source.event->ring().waiter().SetStreamFd(-1);
  }
  if (borrowed_ >= 0) {
    const Source& last = sources_[static_cast<size_t>(borrowed_)];
    last.event->ring().Consume(last.record.size);
  }
  const host::System& system = host_.system();
  if (epoll_fd_ >= 0) system.Close(epoll_fd_);
  if (wake_fd_ >= 0) system.Close(wake_fd_);
}

bool Stream::AddReader(Stream** reader) {
  if (!readers_.Append(reader)) return false;
  *reader = this;
  return true;
}

void Stream::RemoveReader(Stream** reader) {
  Stream*** kept = std::remove(readers_.begin(), readers_.end(), reader);
  // It only shrinks, which can't fail.
  (void)readers_.Resize(static_cast<size_t>(kept - readers_.begin()));
}

int Stream::Open(perfc_error* error) {
  const host::System& system = host_.system();
  owner_ = system.Getpid();
  epoll_fd_ = system.EpollCreate(EPOLL_CLOEXEC);
  if (epoll_fd_ < 0) {
    return base::Fail(error, epoll_fd_, PERFC_CALL_EPOLL, PERFC_RULE_UNKNOWN,
                      kCreate);
  }
  wake_fd_ = system.Eventfd(EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake_fd_ < 0) {
    return base::Fail(error, wake_fd_, PERFC_CALL_EVENTFD, PERFC_RULE_UNKNOWN,
                      kCreate);
  }
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = kWakeMark;
  const int watched =
      system.EpollCtl(epoll_fd_, EPOLL_CTL_ADD, wake_fd_, &event);
  if (watched < 0) {
    return base::Fail(error, watched, PERFC_CALL_EPOLL, PERFC_RULE_UNKNOWN,
                      kCreate);
  }
  if (!tree_.Resize(1)) return base::NoMemory(error, kCreate, 0);
  return 0;
}

// By the mark of a ring, where there is one.
int Stream::CheckAlive() const {
  for (const Source& source : sources_) {
    if (source.event == nullptr) continue;
    return source.event->ring().alive() ? 0 : -EOWNERDEAD;
  }
  return CheckOwner({}, nullptr);
}

// The lowest free number, with a leaf of the tree; -1: no memory.
int Stream::FreeNumber() {
  const int free = NumberOf(nullptr);
  if (free >= 0) return free;
  const size_t count = sources_.size();
  MinTree larger;
  if (!larger.Resize(count + 1) || !sources_.Append({})) return -1;
  for (uint32_t i = 0; i < count; ++i) larger.Set(i, tree_.TimeOf(i));
  tree_ = std::move(larger);
  return static_cast<int>(count);
}

int Stream::Add(event::Event* event, const perfc_plan* plan,
                perfc_error* error) {
  ring::Ring& ring = event->ring();
  if (!ring.has_data() || ring.mode() != ring::Mode::kWritable) {
    return base::WrongState(
        error, kAdd,
        ring.has_data()
            ? "the event's ring is in overwrite mode, and a stream needs one "
              "that waits for its reader; unmap it, and map it without "
              "PERFC_MMAP_OVERWRITE or write_backward"
            : "the event has no ring; call mmap first");
  }
  FinishBorrowed();
  const int number = FreeNumber();
  if (number < 0) return base::NoMemory(error, kAdd, sizeof(Source));
  Source& source = sources_[static_cast<size_t>(number)];
  source = {};
  source.event = event;
  source.plan = plan;
  source.polled_fd = -1;
  ring.waiter().SetStreamFd(wake_fd_);
  if (const int failed = Watch(&source, error)) {
    ring.waiter().SetStreamFd(-1);
    source.event = nullptr;
    return failed;
  }
  ++live_;
  return number;
}

// Ends all that is going on with a source.
void Stream::Retire(Source* source) {
  FinishBorrowed();
  perfc_losses losses;
  if (NewLosses(source->event, &losses) == 0) {
    ring::AddLosses(losses, &removed_);
    ring::AddLosses(losses, &source->event->ring().kept());
  }
  source->event->ring().waiter().SetStreamFd(-1);
  Unwatch(source);
  TellRing(source);
  EndRound(source);
}

int Stream::Remove(const event::Event* event) {
  const int number = NumberOf(event);
  Source& source = sources_[static_cast<size_t>(number)];
  if (CheckOwner({}, nullptr) != 0) {
    // A child's event may be closed, but its ring and the epoll set are the
    // parent's.
    borrowed_ = -1;
    pending_ = 0;
  } else {
    Retire(&source);
  }
  source = {};
  tree_.Set(static_cast<uint32_t>(number), MinTree::kNever);
  --live_;
  return 0;
}

// ---- order
// --------------------------------------------------------------------------------------

// Puts the next record of a source that was seen into the tree.
bool Stream::Look(uint32_t number) {
  Source& source = sources_[number];
  ring::Ring& ring = source.event->ring();
  const bool found = ring.PeekSeen(&source.record) == 1;
  if (!found) source.record = {};
  source.consumed = source.record.data;
  if (!found) {
    tree_.Set(number, MinTree::kNever);
    return false;
  }
  source.limit = source.record.data +
                 std::min<uint64_t>(source.round_left, ring.SeenWhole());
  decode::SampleTimeOf(*source.plan, &source.time_at, &source.sample_size);
  uint64_t time;
  source.guessed = !decode::TimeOf(*source.plan, source.record, &time);
  if (source.guessed) time = source.last_time;
  source.last_time = time;
  // kNever means that there is no record.
  tree_.Set(number, std::min(time, MinTree::kNever - 1));
  return true;
}

// Goes to the next record where that lies below the limit. The ring is told
// later, of many records at once.
bool Stream::Advance(uint32_t number) {
  Source& source = sources_[number];
  const uint8_t* data = source.record.data + source.record.size;
  if (data >= source.limit) return false;
  const auto header = base::Load<uint64_t>(data);
  const uint64_t size = record::SizeOf(header);
  if (record::TypeOf(header) != PERFC_RECORD_SAMPLE || source.time_at == 0 ||
      size < source.sample_size || size % 8 != 0 ||
      size > static_cast<uint64_t>(source.limit - data)) {
    return false;
  }
  // The next bytes should be in the cache when it is this ring's turn again.
  __builtin_prefetch(data + size);
  __builtin_prefetch(data + size + 64);
  pending_ -= source.record.size;
  record::View(data, header, &source.record);
  source.guessed = false;
  source.last_time = base::Load<uint64_t>(data + source.time_at);
  tree_.Set(number, std::min(source.last_time, MinTree::kNever - 1));
  return true;
}

// Prefetches the memory of the next record, while the caller works on the
// current one.
void Stream::PrefetchTop() const {
  const Source& source = sources_[tree_.top().source];
  __builtin_prefetch(source.record.data);
  if (source.plan == nullptr || !source.plan->HasOneLayout()) return;
  __builtin_prefetch(&source.plan->only_layout());
}

void Stream::TellRing(Source* source) {
  const auto handed_out =
      static_cast<size_t>(source->record.data - source->consumed);
  source->event->ring().Consume(handed_out);
  source->round_left -= handed_out;
  source->consumed = source->record.data;
}

// The ring was told of all that this round had of it.
void Stream::EndRound(Source* source) {
  pending_ -= source->round_left;
  source->round_left = 0;
}

// Looks at all heads once, which makes the round, and then once more at those
// of empty rings. Records that are missed by the second look were written after
// all records that the round saw, so they are later.
bool Stream::BeginRound() {
  pending_ = 0;
  for (uint32_t i = 0; i < sources_.size(); ++i) {
    Source& source = sources_[i];
    if (source.event == nullptr) continue;
    ring::Ring& ring = source.event->ring();
    const uint64_t from = ring.position();
    const uint64_t head = ring.Look();
    if (ring.position() != from) {
      // The head moved to another place, and the records that were seen before
      // are gone.
      tree_.Set(i, MinTree::kNever);
      ring.Release();
    }
    source.round_left = std::min(head - ring.position(), round_bytes_);
    pending_ += source.round_left;
  }
  if (pending_ == 0) return false;
  for (uint32_t i = 0; i < sources_.size(); ++i) {
    Source& source = sources_[i];
    if (source.event == nullptr || tree_.TimeOf(i) != MinTree::kNever) continue;
    ring::Ring& ring = source.event->ring();
    const uint64_t head = ring.Look();
    if (head != ring.position() && Look(i)) continue;
    // The ring is empty, or the records that were seen can't be read and were
    // dropped.
    EndRound(&source);
    ring.Release();
  }
  return pending_ != 0;
}

// The record that was handed out last has been used: its source goes on to the
// next.
void Stream::FinishBorrowed() {
  if (borrowed_ < 0) return;
  const auto number = static_cast<uint32_t>(borrowed_);
  borrowed_ = -1;
  Source& source = sources_[number];
  TellRing(&source);
  ring::Ring& ring = source.event->ring();
  ring.Consume(source.record.size);
  // The round may end within a record.
  const uint64_t of_round =
      std::min<uint64_t>(source.record.size, source.round_left);
  source.round_left -= of_round;
  pending_ -= of_round;
  if (!Look(number)) {
    // The records that were seen are taken, or the rest of them can't be read.
    EndRound(&source);
    ring.Release();
  } else {
    ring.ReleaseIfDue();
  }
}

int Stream::End() {
  if (live_ == 0) return 0;
  int end = 0;
  for (Source& source : sources_) {
    if (source.event == nullptr) continue;
    const int why = source.event->ring().waiter().End();
    if (why == 0) return 0;
    end = ring::WorseEnd(end, why);
  }
  return end;
}

// The earliest record, which stays where it is.
int Stream::Top(perfc_stream_record* out) {
  if (const int forked = CheckAlive()) return forked;
  if (borrowed_ >= 0) FinishBorrowed();
  if (pending_ == 0 && !BeginRound()) return End();
  const MinTree::Node& top = tree_.top();
  // In the pieces that it was stored in: a wider load would wait for both.
  const Source& source = sources_[top.source];
  const perfc_record& first = source.record;
  record::View(first.data, base::Load<uint64_t>(&first.type), &out->record);
  SetOrigin(source.plan, sequence_, out);
  out->time = top.time;
  out->source = static_cast<uint32_t>(top.source);
  out->flags = FlagsOf(source, top.time);
  return 1;
}

// It has been handed out, and is borrowed from now on.
[[gnu::always_inline]] inline void Stream::Take(
    const perfc_stream_record& out) {
  Source& source = sources_[out.source];
  const perfc_record& record = out.record;
  if (record.type != PERFC_RECORD_SAMPLE) source.event->ring().Account(record);
  if (out.time < latest_) ++source.out_of_order;
  latest_ = std::max(latest_, out.time);
  ++sequence_;
  // No space is given back before the next call.
  if (!Advance(out.source)) borrowed_ = out.source;
  PrefetchTop();
}

// A block ends where the space of a record that was handed out would have to be
// given back before the next one can be looked at.
int Stream::Next(perfc_stream_record* records, uint32_t capacity) {
  uint32_t count = 0;
  do {
    const int found = Top(&records[count]);
    if (found != 1) return count ? static_cast<int>(count) : found;
    Take(records[count]);
    ++count;
  } while (count < capacity && borrowed_ < 0);
  return static_cast<int>(count);
}

uint32_t Stream::FlagsOf(const Source& source, uint64_t time) const {
  return (source.guessed ? PERFC_STREAM_RECORD_TIME_GUESSED : 0) |
         (time < latest_ ? PERFC_STREAM_RECORD_LATE : 0);
}

int Stream::PlaceBatch(batch::Batch* batch) {
  return stream::PlaceBatch(sources_, batch);
}

int Stream::FillBatch(batch::Batch* batch) {
  if (const int failed = PlaceBatch(batch)) return failed;
  perfc_stream_record next;
  int found;
  while ((found = Top(&next)) == 1 && batch->Add(next)) Take(next);
  batch->End();
  if (batch->rows() > 0) return static_cast<int>(batch->rows());
  return found < 0 ? found : batch->WhyEmpty();
}

// ---- waiting
// ------------------------------------------------------------------------------------

// Writers leave in threads of their own. If one left meanwhile, the fd that
// failed may be its fd; then the next writer is watched.
int Stream::Watch(Source* source, perfc_error* error) {
  ring::Waiter& waiter = source->event->ring().waiter();
  for (;;) {
    const bool ended = waiter.End() != 0;
    source->changes = waiter.changes();
    if (ended) return 0;
    const int failed = WatchFirst(source, error);
    (void)waiter.End();
    if (!failed || source->changes == waiter.changes()) return failed;
  }
}

int Stream::WatchFirst(Source* source, perfc_error* error) {
  ring::Waiter& waiter = source->event->ring().waiter();
  // An fd with a number that was taken would be watched for ever.
  if (int failed = waiter.CheckLive(host_.system(), kAdd, error)) return failed;
  const int fd = waiter.live_fd();
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = static_cast<uint64_t>(source - sources_.begin());
  const host::System& system = host_.system();
  int watched = system.EpollCtl(epoll_fd_, EPOLL_CTL_ADD, fd, &event);
  // From a time when it couldn't be taken out.
  if (watched == -EEXIST) {
    watched = system.EpollCtl(epoll_fd_, EPOLL_CTL_MOD, fd, &event);
  }
  if (watched < 0) {
    return base::Fail(error, watched, PERFC_CALL_EPOLL, PERFC_RULE_UNKNOWN,
                      kAdd);
  }
  source->polled_fd = fd;
  return 0;
}

void Stream::Unwatch(Source* source) {
  const int fd = std::exchange(source->polled_fd, -1);
  if (fd < 0) return;
  // A writer may have been closed since, and the number be another ring's.
  const bool shared =
      std::any_of(sources_.begin(), sources_.end(),
                  [fd](const Source& other) { return other.polled_fd == fd; });
  if (shared) return;
  epoll_event unused = {};
  host_.system().EpollCtl(epoll_fd_, EPOLL_CTL_DEL, fd, &unused);
}

// The writer that is watched may have been closed or sent elsewhere, and one
// that had ended may write again.
int Stream::FollowWriters(perfc_error* error) {
  for (Source& source : sources_) {
    if (source.event == nullptr) continue;
    ring::Waiter& waiter = source.event->ring().waiter();
    (void)waiter.End();  // Takes in who was enabled again.
    if (source.changes == waiter.changes()) continue;
    Unwatch(&source);
    if (const int failed = Watch(&source, error)) return failed;
  }
  return 0;
}

// One epoll_wait. Returns 1 if something happened, 0 on a time-out, or a
// negative errno. A writer that has ended is removed from the epoll set,
// because it would be reported forever. The next writer of its ring is added
// instead.
int Stream::Collect(int timeout_ms, perfc_error* error) {
  const host::System& system = host_.system();
  epoll_event events[64];
  const int ready = system.EpollWait(epoll_fd_, events, 64, timeout_ms);
  if (ready < 0) {
    return base::Fail(error, ready, PERFC_CALL_EPOLL, PERFC_RULE_UNKNOWN,
                      kWait);
  }
  bool happened = false;
  for (int i = 0; i < ready; ++i) {
    if (events[i].data.u64 == kWakeMark) {
      happened = true;
      uint64_t count;
      system.Read(wake_fd_, &count, sizeof count);
      continue;
    }
    Source& source = sources_[events[i].data.u64];
    // It couldn't be taken out with its ring.
    if (source.event == nullptr) continue;
    happened = true;
    if (!(events[i].events & (EPOLLHUP | EPOLLERR))) continue;
    ring::Waiter& waiter = source.event->ring().waiter();
    (void)waiter.End();
    // The writer that hung up may have gone since.
    if (source.changes != waiter.changes()) continue;
    waiter.Latch(static_cast<short>(events[i].events));
    Unwatch(&source);
    if (const int failed = Watch(&source, error)) return failed;
  }
  return happened;
}

bool Stream::HasRecords() {
  if (pending_ != 0) return true;
  return std::any_of(sources_.begin(), sources_.end(), [](Source& source) {
    return source.event && source.event->ring().HasRecords();
  });
}

int Stream::Wait(int timeout_ms, perfc_error* error) {
  if (const int failed = CheckOwner(kWait, error)) return failed;
  FinishBorrowed();
  const int64_t deadline = host_.system().MonotonicMs() + timeout_ms;
  int left_ms = timeout_ms;
  for (;;) {
    if (HasRecords()) return 1;
    if (const int end = End()) {
      return base::Fail(error, end, PERFC_CALL_NONE, ring::RuleOfEnd(end),
                        kWait);
    }
    if (woken_.exchange(false)) {
      return base::Fail(error, -ECANCELED, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                        kWait);
    }
    if (const int failed = FollowWriters(error)) return failed;
    const int happened = Collect(left_ms, error);
    if (happened < 0) return happened;
    if (happened == 0) return HasRecords();
    if (timeout_ms > 0) {
      left_ms = static_cast<int>(
          std::max<int64_t>(deadline - host_.system().MonotonicMs(), 0));
    }
  }
}

int Stream::Wake() {
  if (const int failed = CheckOwner({}, nullptr)) return failed;
  woken_.store(true);
  const uint64_t one = 1;
  const ssize_t written = host_.system().Write(wake_fd_, &one, sizeof one);
  return written < 0 && written != -EAGAIN ? static_cast<int>(written) : 0;
}

// ---- losses
// -------------------------------------------------------------------------------------

// Without those that a stream has in its sum from before.
int Stream::NewLosses(event::Event* event, perfc_losses* losses) const {
  const int failed = Losses(event, losses);
  ring::SubtractLosses(event->ring().kept(), losses);
  return failed;
}

int Stream::Losses(const event::Event* event, perfc_losses* losses) const {
  if (event != nullptr) {
    const int number = NumberOf(event);
    if (number < 0) return -EINVAL;
    const int failed = event->ReadLosses(losses);
    losses->out_of_order = sources_[static_cast<size_t>(number)].out_of_order;
    return failed;
  }
  return ring::SumLosses(
      sources_, removed_,
      [this](event::Event* one, perfc_losses* its) {
        return NewLosses(one, its);
      },
      losses);
}

}  // namespace perfc::stream
