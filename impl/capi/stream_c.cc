#include <cerrno>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "impl/capi/options.h"
#include "impl/stream/arrow_stream.h"
#include "perfc/stream.h"

using perfc::base::BadArgument;
using perfc::base::NoMemory;
using perfc::base::WrongState;

namespace {

constexpr char kCreate[] = "perfc_stream_create";
constexpr char kAdd[] = "perfc_stream_add_event";
constexpr char kWait[] = "perfc_stream_wait";
constexpr char kCut[] = "perfc_stream_cut";
constexpr char kResume[] = "perfc_stream_resume";
constexpr char kExport[] = "perfc_stream_export_arrow";

// The function works only with the other kind of stream, or the stream is NULL.
int OtherKind(const perfc_stream* stream, const char* operation,
              perfc_error* error) {
  if (stream == nullptr) return BadArgument(error, operation, "stream is NULL");
  return BadArgument(
      error, operation,
      stream->flight ? "the stream is a flight recorder, which nobody waits "
                       "for; perfc_stream_cut has its records"
                     : "the stream is no flight recorder; make one with kind "
                       "PERFC_STREAM_FLIGHT");
}

// Creates the rings for the kind of stream. Returns 0 or a negative errno.
int Open(perfc_stream* stream, const perfc_host* host,
         const perfc_stream_options& options, perfc_error* error) {
  if (options.kind == PERFC_STREAM_FLIGHT) {
    stream->flight = new (std::nothrow) perfc::flight::Flight;
    stream->rings.reset(stream->flight);
    return stream->flight ? 0
                          : NoMemory(error, kCreate, sizeof *stream->flight);
  }
  const uint64_t round =
      options.round_bytes ? options.round_bytes : PERFC_STREAM_DEFAULT_ROUND;
  stream->forward = new (std::nothrow)
      perfc::stream::Stream(perfc::capi::HostOf(host), round);
  stream->rings.reset(stream->forward);
  if (!stream->forward)
    return NoMemory(error, kCreate, sizeof *stream->forward);
  return stream->forward->Open(error);
}

// Null: the event reads its ring itself again.
void SetStream(perfc_event* event, perfc_stream* stream) {
  event->stream = stream;
  event->event.ring().SetStreamed(stream != nullptr);
}

}  // namespace

int perfc::capi::LeaveStream(perfc_event* event) {
  perfc_stream* stream = event->stream;
  if (stream == nullptr) return 0;
  SetStream(event, nullptr);
  const int number = stream->rings->NumberOf(&event->event);
  stream->events[static_cast<size_t>(number)] = nullptr;
  return stream->rings->Remove(&event->event);
}

int perfc_stream_create(const perfc_host* host,
                        const perfc_stream_options* options,
                        perfc_stream** stream, perfc_error* error) {
  if (stream == nullptr) return BadArgument(error, kCreate, "stream is NULL");
  perfc_stream_options taken;
  if (int failed = perfc::base::TakeOptions(options, &taken, kCreate, error)) {
    return failed;
  }
  if (taken.kind > PERFC_STREAM_FLIGHT) {
    return BadArgument(error, kCreate, "kind is none of PERFC_STREAM_*");
  }
  if (taken.kind == PERFC_STREAM_FLIGHT && taken.round_bytes != 0) {
    return BadArgument(error, kCreate, "a flight recorder has no rounds");
  }
  std::unique_ptr<perfc_stream> made(new (std::nothrow) perfc_stream);
  if (made == nullptr) return NoMemory(error, kCreate, sizeof(perfc_stream));
  if (int failed = Open(made.get(), host, taken, error)) return failed;
  *stream = made.release();
  return 0;
}

void perfc_stream_destroy(perfc_stream* stream) {
  if (stream == nullptr) return;
  for (perfc_event* event : stream->events) {
    if (event != nullptr) SetStream(event, nullptr);
  }
  delete stream;
}

int perfc_stream_add_event(perfc_stream* stream, perfc_event* event,
                           perfc_error* error) {
  if (!stream || !event) {
    return BadArgument(error, kAdd, "stream or event is NULL");
  }
  int forked = stream->rings->CheckOwner(kAdd, error);
  if (!forked) forked = event->event.CheckOwner(kAdd, error);
  if (forked) return forked;
  if (event->stream != nullptr) {
    return WrongState(error, kAdd,
                      "the event's ring is in a stream already; remove it "
                      "from that one first");
  }
  if (!stream->events.Reserve(stream->events.size() + 1)) {
    return NoMemory(error, kAdd, sizeof(perfc_event*));
  }
  const int number = stream->rings->Add(&event->event, &event->plan, error);
  if (number < 0) return number;
  const auto index = static_cast<size_t>(number);
  // There is room: numbers are given without gaps.
  if (index == stream->events.size() && !stream->events.Append(nullptr)) {
    return -ENOMEM;
  }
  stream->events[index] = event;
  SetStream(event, stream);
  return number;
}

int perfc_stream_remove_event(perfc_stream* stream, perfc_event* event) {
  if (!stream || !event) return -EINVAL;
  if (int forked = event->event.CheckOwner({}, nullptr)) return forked;
  return event->stream == stream ? perfc::capi::LeaveStream(event) : -EINVAL;
}

perfc_event* perfc_stream_event(const perfc_stream* stream, uint32_t source) {
  if (!stream || source >= stream->events.size()) return nullptr;
  return stream->events[source];
}

int perfc_stream_next_records(perfc_stream* stream,
                              perfc_stream_record* records, uint32_t capacity) {
  if (!stream || !records || capacity == 0) return -EINVAL;
  return stream->rings->Next(records, capacity);
}

int perfc_stream_wait(perfc_stream* stream, int32_t timeout_ms,
                      perfc_error* error) {
  if (!stream || !stream->forward) return OtherKind(stream, kWait, error);
  return stream->forward->Wait(timeout_ms, error);
}

int perfc_stream_wake(perfc_stream* stream) {
  return stream && stream->forward ? stream->forward->Wake() : -EINVAL;
}

int perfc_stream_fd(const perfc_stream* stream) {
  return stream && stream->forward ? stream->forward->fd() : -EINVAL;
}

int perfc_stream_losses(const perfc_stream* stream, const perfc_event* event,
                        perfc_losses* losses, size_t size) {
  if (!stream || !losses) return -EINVAL;
  if (int forked = stream->rings->CheckOwner({}, nullptr)) return forked;
  perfc_losses whole;
  const int failed =
      stream->rings->Losses(event ? &event->event : nullptr, &whole);
  if (!failed) perfc::base::CopyOut(whole, losses, size);
  return failed;
}

int perfc_stream_cut(perfc_stream* stream, uint64_t last_ns,
                     perfc_error* error) {
  if (!stream || !stream->flight) return OtherKind(stream, kCut, error);
  return stream->flight->Cut(last_ns, error);
}

int perfc_stream_resume(perfc_stream* stream, perfc_error* error) {
  if (!stream || !stream->flight) return OtherKind(stream, kResume, error);
  return stream->flight->Resume(error);
}

int perfc_stream_export_arrow(perfc_stream* stream,
                              const perfc_batch_options* options,
                              uint32_t table, int32_t duration_ms,
                              ArrowArrayStream* out, perfc_error* error) {
  if (!stream || !stream->forward) return OtherKind(stream, kExport, error);
  if (!out || table > PERFC_TABLE_RECORDS) {
    return BadArgument(error, kExport,
                       "out is NULL, or there is no such table");
  }
  perfc::stream::Stream& forward = *stream->forward;
  if (int forked = forward.CheckOwner(kExport, error)) return forked;
  perfc_batch_options taken;
  if (int failed =
          perfc::capi::TakeBatchOptions(options, &taken, kExport, error)) {
    return failed;
  }
  if (taken.flags != 0) {
    return BadArgument(error, kExport, "what a stream exports is copied");
  }
  const int failed =
      perfc::stream::ExportStream(&forward, taken, table, duration_ms, out);
  return failed ? NoMemory(error, kExport, 0) : 0;
}
