// The common part of streams and flight recorders: many rings as one source of
// records, in the order of time.
#ifndef PERFC_RINGS_HPP_
#define PERFC_RINGS_HPP_

#include <cstdint>
#include <optional>

#include "perfc/batch.hpp"
#include "perfc/event.hpp"
#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/set.h"
#include "perfc/stream.h"
#include "perfc/stream_record.hpp"

namespace perfc {

class Set;

namespace internal {

inline int next_record(perfc_stream* stream, perfc_stream_record* record) {
  return perfc_stream_next_records(stream, record, 1);
}

}  // namespace internal

// The records of this moment, for a range-based for. status() of a stream is
// ESHUTDOWN if every ring has ended.
using StreamRecords = Taking<StreamRecord, perfc_stream, internal::next_record>;

// The events stay their owners', and mapped.
class Rings {
 public:
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
    StreamRecord record;
    const int result = internal::next_record(get(), &record);
    if (result < 0) return Error(result);
    return result == 1 ? std::optional<StreamRecord>(record) : std::nullopt;
  }
  // The next records, as many as there are at once and `records` has room for;
  // returns how many.
  Result<int> next(Span<perfc_stream_record> records) {
    return internal::count(perfc_stream_next_records(
        get(), records.data(), static_cast<std::uint32_t>(records.size())));
  }
  StreamRecords records() { return StreamRecords(get()); }

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

  perfc_stream* get() const { return stream_.get(); }

 protected:
  explicit Rings(perfc_stream* stream) : stream_(stream) {}

 private:
  Owned<perfc_stream, perfc_stream_destroy> stream_;
};

inline Result<int> Batch::fill(Rings& rings) {
  return internal::count(perfc_batch_fill_stream(get(), rings.get()));
}

}  // namespace perfc

#endif  // PERFC_RINGS_HPP_
