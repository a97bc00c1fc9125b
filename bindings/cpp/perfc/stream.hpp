// Streams: many rings as one source, in the order of time.
#ifndef PERFC_STREAM_HPP_
#define PERFC_STREAM_HPP_

#include <chrono>
#include <cstdint>
#include <optional>

#include "perfc/batch.hpp"
#include "perfc/event.hpp"
#include "perfc/host.hpp"
#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/set.h"
#include "perfc/stream.h"

namespace perfc {

class Set;

// A record, when it was, and whose it is. Borrowed until the next call with the
// stream.
struct StreamRecord : perfc_stream_record {
  Record view() const { return Record{record}; }
  EventView source_event() const { return EventView(event); }
  template <typename T>
  Result<T> decode() const {
    return source_event().plan().decode<T>(record);
  }
};

namespace internal {

template <typename Handle>
Result<std::optional<StreamRecord>> take(Handle* from,
                                         int (*next)(Handle*,
                                                     perfc_stream_record*)) {
  StreamRecord record;
  const int result = next(from, &record);
  if (result < 0) return Error(result);
  return result == 1 ? std::optional<StreamRecord>(record) : std::nullopt;
}

}  // namespace internal

// What a stream has now, for a range-based for. status(): ESHUTDOWN if every
// ring has come to its end.
using StreamRecords = Taking<StreamRecord, perfc_stream, perfc_stream_next>;

// The events stay their owners', and mapped.
class Stream {
 public:
  // size is filled in here.
  static Result<Stream> create(perfc_stream_options options = {},
                               const Host* host = nullptr) {
    options.size = sizeof options;
    return internal::make<Stream>([&](perfc_stream** stream,
                                      perfc_error* error) {
      return perfc_stream_create(internal::get(host), &options, stream, error);
    });
  }

  // Takes over a stream of the C API.
  explicit Stream(perfc_stream* stream) : stream_(stream) {}

  // Returns the ring's number, which records carry as `source`.
  Result<int> add(EventView event) {
    return internal::cold([&](perfc_error* error) {
      return perfc_stream_add_event(get(), event.get(), error);
    });
  }
  // All rings of a set that are in no stream yet; returns how many.
  Result<int> add(Set& set);
  Result<void> remove(EventView event) {
    return internal::done(perfc_stream_remove_event(get(), event.get()));
  }

  Result<std::optional<StreamRecord>> next() {
    return internal::take(get(), perfc_stream_next);
  }
  StreamRecords records() { return StreamRecords(get()); }

  // As EventView::wait.
  Result<bool> wait(
      std::optional<std::chrono::milliseconds> timeout = std::nullopt) {
    return internal::cold_truth([&](perfc_error* error) {
      return perfc_stream_wait(get(), internal::timeout_ms(timeout), error);
    });
  }
  Result<void> wake() { return internal::done(perfc_stream_wake(get())); }
  Result<int> fd() const { return internal::count(perfc_stream_fd(get())); }

  // The event whose ring has that number, as rows tell it; its get() is
  // nullptr if none has.
  EventView event(std::uint32_t source) const {
    return EventView(perfc_stream_event(get(), source));
  }

  // Of one ring, or of all.
  Result<perfc_losses> losses() const { return losses(EventView(nullptr)); }
  Result<perfc_losses> losses(EventView event) const {
    return internal::filled<perfc_losses>(
        [&](perfc_losses* losses, std::size_t size) {
          return perfc_stream_losses(get(), event.get(), losses, size);
        });
  }

  // Through the Arrow C Stream Interface; the caller releases *out. Without a
  // duration it ends with the rings, or by wake().
  Result<void> export_arrow(
      std::uint32_t table, ArrowArrayStream* out,
      std::optional<std::chrono::milliseconds> duration = std::nullopt,
      perfc_batch_options options = {}) {
    options.size = sizeof options;
    return internal::cold_done([&](perfc_error* error) {
      return perfc_stream_export_arrow(
          get(), &options, table, internal::timeout_ms(duration), out, error);
    });
  }

  perfc_stream* get() const { return stream_.get(); }

 private:
  Owned<perfc_stream, perfc_stream_destroy> stream_;
};

inline Result<int> Batch::fill(Stream& stream) {
  return internal::count(perfc_batch_fill_stream(get(), stream.get()));
}

}  // namespace perfc

#endif  // PERFC_STREAM_HPP_
