// Flight recorders: the newest records of rings that are overwritten.
#ifndef PERFC_FLIGHT_HPP_
#define PERFC_FLIGHT_HPP_

#include <chrono>
#include <cstdint>
#include <optional>

#include "perfc/batch.hpp"
#include "perfc/event.hpp"
#include "perfc/flight.h"
#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/stream.hpp"

namespace perfc {

// What is left of a cut, for a range-based for.
using FlightRecords = Taking<StreamRecord, perfc_flight, perfc_flight_next>;

// The events stay their owners', and mapped.
class Flight {
 public:
  static Result<Flight> create() {
    return internal::make<Flight>(
        [](perfc_flight** flight, perfc_error* error) {
          return perfc_flight_create(flight, error);
        });
  }

  // Takes over a flight of the C API.
  explicit Flight(perfc_flight* flight) : flight_(flight) {}

  // Returns the ring's number, which records carry as `source`.
  Result<int> add(EventView event) {
    return internal::cold([&](perfc_error* error) {
      return perfc_flight_add(get(), event.get(), error);
    });
  }
  Result<void> remove(EventView event) {
    return internal::done(perfc_flight_remove(get(), event.get()));
  }

  // Pauses all rings and returns how many records they hold: all, or those of
  // the last so many nanoseconds.
  Result<int> cut() { return cut_ns(PERFC_FLIGHT_ALL); }
  Result<int> cut(std::chrono::nanoseconds last) {
    return cut_ns(static_cast<std::uint64_t>(last.count()));
  }
  Result<std::optional<StreamRecord>> next() {
    return internal::take(get(), perfc_flight_next);
  }
  FlightRecords records() { return FlightRecords(get()); }
  Result<void> resume() {
    return internal::cold_done(
        [&](perfc_error* error) { return perfc_flight_resume(get(), error); });
  }

  // The event whose ring has that number, as rows tell it; its get() is
  // nullptr if none has.
  EventView event(std::uint32_t source) const {
    return EventView(perfc_flight_event(get(), source));
  }

  // Of one ring, or of all.
  Result<perfc_losses> losses() const { return losses(EventView(nullptr)); }
  Result<perfc_losses> losses(EventView event) const {
    return internal::filled<perfc_losses>(
        [&](perfc_losses* losses, std::size_t size) {
          return perfc_flight_losses(get(), event.get(), losses, size);
        });
  }

  perfc_flight* get() const { return flight_.get(); }

 private:
  Result<int> cut_ns(std::uint64_t last) {
    return internal::cold([&](perfc_error* error) {
      return perfc_flight_cut(get(), last, error);
    });
  }

  Owned<perfc_flight, perfc_flight_destroy> flight_;
};

inline Result<int> Batch::fill(Flight& flight) {
  return internal::count(perfc_batch_fill_flight(get(), flight.get()));
}

}  // namespace perfc

#endif  // PERFC_FLIGHT_HPP_
