// Stitchers: deferred call chains, put into their samples.
#ifndef PERFC_STITCH_HPP_
#define PERFC_STITCH_HPP_

#include <cstdint>
#include <optional>

#include "perfc/plan.hpp"
#include "perfc/range.hpp"
#include "perfc/record.hpp"
#include "perfc/result.hpp"
#include "perfc/stitch.h"

namespace perfc {

// Borrowed until the next call with the stitcher.
struct StitchedRecord : perfc_stitched_record {
  Record view() const { return Record{pushed.record}; }
  template <typename T>
  Result<T> decode() const {
    return PlanView(pushed.plan).decode<T>(pushed.record);
  }
};

// The finished records, for a range-based for. Take all of them before the next
// push.
using StitchedRecords =
    Taking<StitchedRecord, perfc_stitch, perfc_stitch_next_record>;

class Stitch {
 public:
  // size is filled in here.
  static Result<Stitch> create(perfc_stitch_options options = {}) {
    options.size = sizeof options;
    return internal::make<Stitch>(
        [&](perfc_stitch** stitch, perfc_error* error) {
          return perfc_stitch_create(&options, stitch, error);
        });
  }

  // Takes over a stitcher of the C API.
  explicit Stitch(perfc_stitch* stitch) : stitch_(stitch) {}

  Result<void> push(const perfc_stream_record& record) {
    return internal::done(perfc_stitch_push(get(), &record));
  }
  // A record of another source; its sequence is a number of the caller's.
  Result<void> push(PlanView plan, const perfc_record& record,
                    std::uint64_t sequence = 0) {
    perfc_stream_record pushed = {};
    pushed.record = record;
    pushed.plan = plan.get();
    pushed.sequence = sequence;
    pushed.position = PERFC_NO_POSITION;
    return push(pushed);
  }
  Result<std::optional<StitchedRecord>> next() {
    StitchedRecord record;
    const int result = perfc_stitch_next_record(get(), &record);
    if (result < 0) return Error(result);
    return result == 1 ? std::optional<StitchedRecord>(record) : std::nullopt;
  }
  StitchedRecords records() { return StitchedRecords(get()); }
  Result<void> flush() { return internal::done(perfc_stitch_flush(get())); }

  Result<perfc_stitch_info> info() const {
    return internal::filled<perfc_stitch_info>(
        [&](perfc_stitch_info* info, std::size_t size) {
          return perfc_stitch_get_info(get(), info, size);
        });
  }

  perfc_stitch* get() const { return stitch_.get(); }

 private:
  Owned<perfc_stitch, perfc_stitch_destroy> stitch_;
};

}  // namespace perfc

#endif  // PERFC_STITCH_HPP_
