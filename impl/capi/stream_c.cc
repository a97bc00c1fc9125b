#include <cerrno>
#include <memory>
#include <new>
#include <utility>

#include "impl/base/fail.h"
#include "impl/capi/handles.h"
#include "impl/capi/options.h"
#include "impl/capi/results.h"
#include "impl/stream/arrow_stream.h"
#include "perfc/stream.h"

using perfc::base::BadArgument;
using perfc::base::WrongState;

namespace {

constexpr char kCreate[] = "perfc_stream_create";
constexpr char kAdd[] = "perfc_stream_add_event";

}  // namespace

void perfc::capi::LeaveStream(perfc_event* event) {
  perfc_stream* stream = std::exchange(event->stream, nullptr);
  if (stream == nullptr) return;
  const int number = stream->stream.NumberOf(&event->event);
  stream->events[static_cast<size_t>(number)] = nullptr;
  stream->stream.Remove(&event->event);
}

int perfc_stream_create(const perfc_host* host,
                        const perfc_stream_options* options,
                        perfc_stream** stream, perfc_error* error) {
  if (stream == nullptr) return BadArgument(error, kCreate, "stream is NULL");
  perfc_stream_options taken;
  if (int failed = perfc::capi::TakeOptions(options, &taken, kCreate, error)) {
    return failed;
  }
  const uint64_t round =
      taken.round_bytes ? taken.round_bytes : PERFC_STREAM_DEFAULT_ROUND;
  std::unique_ptr<perfc_stream> made(
      new (std::nothrow) perfc_stream(perfc::capi::HostOf(host), round));
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCreate, sizeof(perfc_stream));
  }
  if (int failed = made->stream.Open(error)) return failed;
  *stream = made.release();
  return 0;
}

void perfc_stream_destroy(perfc_stream* stream) {
  if (stream == nullptr) return;
  for (perfc_event* event : stream->events) {
    if (event != nullptr) event->stream = nullptr;
  }
  delete stream;
}

int perfc_stream_add_event(perfc_stream* stream, perfc_event* event,
                           perfc_error* error) {
  if (!stream || !event) {
    return BadArgument(error, kAdd, "stream or event is NULL");
  }
  int forked = stream->stream.CheckOwner(kAdd, error);
  if (!forked) forked = event->event.CheckOwner(kAdd, error);
  if (forked) return forked;
  if (event->stream != nullptr) {
    return WrongState(error, kAdd,
                      "the event's ring is in a stream already; remove it "
                      "from that one first");
  }
  if (!stream->events.Reserve(stream->events.size() + 1)) {
    return perfc::base::NoMemory(error, kAdd, sizeof(perfc_event*));
  }
  const int number =
      stream->stream.Add(&event->event, &event->plan.plan, error);
  if (number < 0) return number;
  const auto index = static_cast<size_t>(number);
  // There is room: numbers are given without gaps.
  if (index == stream->events.size() && !stream->events.Append(nullptr)) {
    return -ENOMEM;
  }
  stream->events[index] = event;
  event->stream = stream;
  return number;
}

int perfc_stream_remove_event(perfc_stream* stream, perfc_event* event) {
  if (!stream || !event) return -EINVAL;
  if (int forked = stream->stream.CheckOwner({}, nullptr)) return forked;
  if (event->stream != stream) return -EINVAL;
  perfc::capi::LeaveStream(event);
  return 0;
}

perfc_event* perfc_stream_event(const perfc_stream* stream, uint32_t source) {
  if (!stream || source >= stream->events.size()) return nullptr;
  return stream->events[source];
}

int perfc_stream_next(perfc_stream* stream, perfc_stream_record* record) {
  if (!stream || !record) return -EINVAL;
  const uint64_t sequence = stream->stream.sequence();
  const int found =
      stream->stream.Next(&record->record, &record->time, &record->source);
  if (found != 1) return found;
  record->sequence = sequence;
  record->event = stream->events[record->source];
  record->reserved = 0;
  return 1;
}

int perfc_stream_wait(perfc_stream* stream, int32_t timeout_ms,
                      perfc_error* error) {
  if (stream == nullptr) {
    return BadArgument(error, "perfc_stream_wait", "stream is NULL");
  }
  return stream->stream.Wait(timeout_ms, error);
}

int perfc_stream_wake(perfc_stream* stream) {
  return stream ? stream->stream.Wake() : -EINVAL;
}

int perfc_stream_fd(const perfc_stream* stream) {
  return stream ? stream->stream.fd() : -EINVAL;
}

int perfc_stream_losses(const perfc_stream* stream, const perfc_event* event,
                        perfc_losses* losses, size_t size) {
  if (!stream || !losses) return -EINVAL;
  if (int forked = stream->stream.CheckOwner({}, nullptr)) return forked;
  perfc_losses whole;
  const int failed =
      stream->stream.Losses(event ? &event->event : nullptr, &whole);
  if (!failed) perfc::capi::CopyOut(whole, losses, size);
  return failed;
}

int perfc_batch_fill_stream(perfc_batch* batch, perfc_stream* stream) {
  if (!batch || !stream || batch->batch.views()) return -EINVAL;
  if (int forked = stream->stream.CheckOwner({}, nullptr)) return forked;
  return stream->stream.FillBatch(&batch->batch);
}

int perfc_stream_export_arrow(perfc_stream* stream,
                              const perfc_batch_options* options,
                              uint32_t table, int32_t duration_ms,
                              ArrowArrayStream* out, perfc_error* error) {
  constexpr char kExport[] = "perfc_stream_export_arrow";
  if (!stream || !out || table > PERFC_TABLE_RECORDS) {
    return BadArgument(error, kExport, "a NULL argument, or no such table");
  }
  if (int forked = stream->stream.CheckOwner(kExport, error)) return forked;
  perfc_batch_options taken;
  if (int failed = perfc::capi::TakeOptions(options, &taken, kExport, error)) {
    return failed;
  }
  if (taken.flags != 0) {
    return BadArgument(error, kExport, "what a stream exports is copied");
  }
  const int failed = perfc::stream::ExportStream(&stream->stream, taken, table,
                                                 duration_ms, out);
  return failed ? perfc::base::NoMemory(error, kExport, 0) : 0;
}
