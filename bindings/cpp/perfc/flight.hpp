// Flight recorders: the newest records of rings that are overwritten.
#ifndef PERFC_FLIGHT_HPP_
#define PERFC_FLIGHT_HPP_

#include <chrono>
#include <cstdint>

#include "perfc/result.hpp"
#include "perfc/rings.hpp"
#include "perfc/stream.h"

namespace perfc {

// A stream of kind PERFC_STREAM_FLIGHT. Its records are those of the cut.
class Flight : public Rings {
 public:
  static Result<Flight> create() {
    return internal::make<Flight>(
        [](perfc_stream** flight, perfc_error* error) {
          perfc_stream_options options = {};
          options.size = sizeof options;
          options.kind = PERFC_STREAM_FLIGHT;
          return perfc_stream_create(nullptr, &options, flight, error);
        });
  }

  // Takes over a flight recorder of the C API.
  explicit Flight(perfc_stream* flight) : Rings(flight) {}

  // Pauses all rings and returns how many records they hold: all, or those of
  // the last so many nanoseconds.
  Result<int> cut() { return cut_ns(PERFC_STREAM_CUT_ALL); }
  Result<int> cut(std::chrono::nanoseconds last) {
    return cut_ns(static_cast<std::uint64_t>(last.count()));
  }
  Result<void> resume() {
    return internal::cold_done(
        [&](perfc_error* error) { return perfc_stream_resume(get(), error); });
  }

 private:
  Result<int> cut_ns(std::uint64_t last) {
    return internal::cold([&](perfc_error* error) {
      return perfc_stream_cut(get(), last, error);
    });
  }
};

}  // namespace perfc

#endif  // PERFC_FLIGHT_HPP_
