#include <cerrno>

#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "perfc/ring.h"

using perfc::capi::NullEvent;

constexpr char kWait[] = "perfc_event_wait";

int perfc_mmap(perfc_event* event, uint32_t data_pages, uint32_t flags,
               perfc_error* error) {
  if (event == nullptr) return NullEvent(error, "perfc_mmap");
  return event->event.Map(data_pages, flags, error);
}

int perfc_munmap(perfc_event* event) {
  if (event == nullptr) return -EINVAL;
  if (int forked = event->event.CheckOwner({}, nullptr)) return forked;
  perfc::capi::LeaveStream(event);
  return event->event.Unmap();
}

const perfc_mmap_page* perfc_event_control_page(const perfc_event* event) {
  return event ? event->event.ring().control() : nullptr;
}

// The result of a call on a ring. An event without a ring can't detect by it
// that it is in a child of fork(), so this function checks.
[[gnu::noinline]] static int OrForked(const perfc_event* event, int result) {
  const int forked = event->event.CheckOwner({}, nullptr);
  return forked ? forked : result;
}

// Its own cache lines: 10% of a short record's time.
[[gnu::aligned(64)]] int perfc_next_record(perfc_event* event,
                                           perfc_record* record) {
  if (!event || !record) return -EINVAL;
  const int found = event->event.ring().Next(record);
  return found == -EBADFD ? OrForked(event, found) : found;
}

int perfc_next_records(perfc_event* event, perfc_record* records,
                       uint32_t capacity) {
  if (!event || !records || capacity == 0) return -EINVAL;
  const int found = event->event.ring().NextBlock(records, capacity);
  return found == -EBADFD ? OrForked(event, found) : found;
}

int perfc_event_peek_record(perfc_event* event, perfc_record* record) {
  if (!event || !record) return -EINVAL;
  if (event->stream != nullptr) return OrForked(event, -EBADFD);
  const int found = event->event.ring().Peek(record);
  return found == -EBADFD ? OrForked(event, found) : found;
}

int perfc_event_wait(perfc_event* event, int32_t timeout_ms,
                     perfc_error* error) {
  if (event == nullptr) return NullEvent(error, kWait);
  if (event->stream != nullptr) {
    const int forked = event->event.CheckOwner(kWait, error);
    return forked ? forked
                  : perfc::base::WrongState(
                        error, kWait,
                        "the event's ring is in a stream; wait for the stream");
  }
  return event->event.Wait(timeout_ms, error);
}

int perfc_event_wake(perfc_event* event) {
  return event ? event->event.Wake() : -EINVAL;
}

int perfc_event_losses(const perfc_event* event, perfc_losses* losses,
                       size_t size) {
  if (!event || !losses) return -EINVAL;
  if (int forked = event->event.CheckOwner({}, nullptr)) return forked;
  if (!event->event.ring().has_data()) return -EBADFD;
  perfc_losses whole;
  const int failed = event->event.ReadLosses(&whole);
  if (!failed) perfc::base::CopyOut(whole, losses, size);
  return failed;
}
