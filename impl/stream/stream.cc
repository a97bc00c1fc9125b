#include "impl/stream/stream.h"

#include <algorithm>
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/ring/losses.h"

namespace perfc::stream {
namespace {

constexpr char kAdd[] = "perfc_stream_add_event";
constexpr char kWait[] = "perfc_stream_wait";

}  // namespace

Stream::~Stream() {
  for (Stream** reader : readers_) *reader = nullptr;
  // In a child of fork() the lock behind a waiter may be held for ever.
  if (CheckOwner({}, nullptr) != 0) return;
  order_.Stop();
  for (const Order::Source& source : order_.sources()) {
    if (source.event != nullptr) source.event->ring().waiter().SetStreamFd(-1);
  }
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
  owner_ = host_.system().Getpid();
  return watch_.Open(error);
}

// By the mark of a ring, where there is one.
int Stream::CheckAlive() const {
  for (const Order::Source& source : order_.sources()) {
    if (source.event == nullptr) continue;
    return source.event->ring().alive() ? 0 : -EOWNERDEAD;
  }
  return CheckOwner({}, nullptr);
}

// The lowest free number; -1: no memory.
int Stream::FreeNumber() {
  const int free = NumberOf(nullptr);
  if (free >= 0) return free;
  const size_t count = order_.sources().size();
  return watch_.Grow(count + 1) && order_.Grow() ? static_cast<int>(count) : -1;
}

int Stream::Add(event::Event* event, const perfc_plan* plan,
                perfc_error* error) {
  const ring::Ring& ring = event->ring();
  if (!ring.has_data() || ring.mode() != ring::Mode::kWritable) {
    return base::WrongState(
        error, kAdd,
        ring.has_data()
            ? "the event's ring is in overwrite mode, and a stream needs one "
              "that waits for its reader; unmap it, and map it without "
              "PERFC_MMAP_OVERWRITE or write_backward"
            : "the event has no ring; call mmap first");
  }
  const int number = FreeNumber();
  if (number < 0) return base::NoMemory(error, kAdd, sizeof(Order::Source));
  const auto index = static_cast<uint32_t>(number);
  if (const int failed = watch_.Add(index, event, error)) return failed;
  order_.Add(index, event, plan);
  ++live_;
  return number;
}

int Stream::Remove(const event::Event* event) {
  const auto number = static_cast<uint32_t>(NumberOf(event));
  if (CheckOwner({}, nullptr) != 0) {
    // A child's event may be closed, but its ring and the epoll set are the
    // parent's.
    order_.Forget(number);
    watch_.Forget(number);
  } else {
    KeepLosses(order_.sources()[number].event);
    watch_.Remove(number);
    order_.Remove(number);
  }
  --live_;
  return 0;
}

int Stream::End() {
  if (live_ == 0) return 0;
  int end = 0;
  for (const Order::Source& source : order_.sources()) {
    if (source.event == nullptr) continue;
    const int why = source.event->ring().waiter().End();
    if (why == 0) return 0;
    end = ring::WorseEnd(end, why);
  }
  return end;
}

// A call ends where the space of records that were handed out would have to be
// given back before the next one can be looked at.
int Stream::Next(perfc_stream_record* records, uint32_t capacity) {
  if (const int forked = CheckAlive()) return forked;
  uint32_t count = 0;
  do {
    if (!order_.Top(&records[count])) return End();
    order_.Take(records[count]);
  } while (++count < capacity && order_.InBlock());
  return static_cast<int>(count);
}

int Stream::PlaceBatch(batch::Batch* batch) {
  return stream::PlaceBatch(order_.sources(), batch);
}

int Stream::FillBatch(batch::Batch* batch) {
  if (const int failed = PlaceBatch(batch)) return failed;
  if (const int forked = CheckAlive()) {
    batch->End();
    return forked;
  }
  perfc_stream_record next;
  bool found;
  while ((found = order_.Top(&next)) && batch->Add(next)) order_.Take(next);
  batch->End();
  if (batch->rows() > 0) return static_cast<int>(batch->rows());
  return found ? batch->WhyEmpty() : End();
}

bool Stream::HasRecords() {
  if (order_.Settle()) return true;
  return std::any_of(order_.sources().begin(), order_.sources().end(),
                     [](const Order::Source& source) {
                       return source.event && source.event->ring().HasRecords();
                     });
}

int Stream::Wait(int timeout_ms, perfc_error* error) {
  if (const int failed = CheckOwner(kWait, error)) return failed;
  const int64_t deadline = host_.system().MonotonicMs() + timeout_ms;
  int left_ms = timeout_ms;
  for (;;) {
    if (HasRecords()) return 1;
    if (const int end = End()) {
      return base::Fail(error, end, PERFC_CALL_NONE, ring::RuleOfEnd(end),
                        kWait);
    }
    if (watch_.TakeWake()) {
      return base::Fail(error, -ECANCELED, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                        kWait);
    }
    const int happened = watch_.Wait(left_ms, error);
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
  return watch_.Wake();
}

// The losses of a ring that leaves are in the sum, and aren't counted again when
// it is added again.
void Stream::KeepLosses(event::Event* event) {
  perfc_losses losses;
  if (NewLosses(event, &losses) != 0) return;
  ring::AddLosses(losses, &removed_);
  ring::AddLosses(losses, &event->ring().kept());
}

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
    losses->out_of_order = order_.out_of_order(static_cast<uint32_t>(number));
    return failed;
  }
  return ring::SumLosses(
      order_.sources(), removed_,
      [this](event::Event* one, perfc_losses* its) {
        return NewLosses(one, its);
      },
      losses);
}

}  // namespace perfc::stream
