#include <cerrno>
#include <new>
#include <utility>

#include "impl/base/fail.h"
#include "impl/capi/handles.h"
#include "impl/capi/results.h"
#include "perfc/flight.h"

using perfc::base::BadArgument;
using perfc::base::WrongState;

namespace {

constexpr char kCreate[] = "perfc_flight_create";
constexpr char kAdd[] = "perfc_flight_add";

}  // namespace

int perfc::capi::LeaveFlight(perfc_event* event) {
  perfc_flight* flight = std::exchange(event->flight, nullptr);
  if (flight == nullptr) return 0;
  const int number = flight->flight.NumberOf(&event->event);
  flight->events[static_cast<size_t>(number)] = nullptr;
  return flight->flight.Remove(&event->event);
}

int perfc_flight_create(perfc_flight** flight, perfc_error* error) {
  if (flight == nullptr) return BadArgument(error, kCreate, "flight is NULL");
  auto* made = new (std::nothrow) perfc_flight;
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCreate, sizeof(perfc_flight));
  }
  *flight = made;
  return 0;
}

void perfc_flight_destroy(perfc_flight* flight) {
  if (flight == nullptr) return;
  for (perfc_event* event : flight->events) {
    if (event != nullptr) event->flight = nullptr;
  }
  delete flight;
}

int perfc_flight_add(perfc_flight* flight, perfc_event* event,
                     perfc_error* error) {
  if (!flight || !event) {
    return BadArgument(error, kAdd, "flight or event is NULL");
  }
  int forked = flight->flight.CheckOwner(kAdd, error);
  if (!forked) forked = event->event.CheckOwner(kAdd, error);
  if (forked) return forked;
  if (event->flight != nullptr) {
    return WrongState(error, kAdd,
                      "the event's ring is in a flight recorder already; "
                      "remove it from that one first");
  }
  if (!flight->events.Reserve(flight->events.size() + 1)) {
    return perfc::base::NoMemory(error, kAdd, sizeof(perfc_event*));
  }
  const int number =
      flight->flight.Add(&event->event, &event->plan.plan, error);
  if (number < 0) return number;
  const auto index = static_cast<size_t>(number);
  // There is room: numbers are given without gaps.
  if (index == flight->events.size() && !flight->events.Append(nullptr)) {
    return -ENOMEM;
  }
  flight->events[index] = event;
  event->flight = flight;
  return number;
}

int perfc_flight_remove(perfc_flight* flight, perfc_event* event) {
  if (!flight || !event) return -EINVAL;
  if (int forked = event->event.CheckOwner({}, nullptr)) return forked;
  return event->flight == flight ? perfc::capi::LeaveFlight(event) : -EINVAL;
}

perfc_event* perfc_flight_event(const perfc_flight* flight, uint32_t source) {
  if (!flight || source >= flight->events.size()) return nullptr;
  return flight->events[source];
}

int perfc_flight_cut(perfc_flight* flight, uint64_t last_ns,
                     perfc_error* error) {
  if (flight == nullptr) {
    return BadArgument(error, "perfc_flight_cut", "flight is NULL");
  }
  return flight->flight.Cut(last_ns, error);
}

int perfc_flight_next(perfc_flight* flight, perfc_stream_record* record) {
  if (!flight || !record) return -EINVAL;
  const uint64_t sequence = flight->flight.sequence();
  const int found =
      flight->flight.Next(&record->record, &record->time, &record->source);
  if (found != 1) return found;
  record->sequence = sequence;
  record->event = flight->events[record->source];
  record->reserved = 0;
  return 1;
}

int perfc_batch_fill_flight(perfc_batch* batch, perfc_flight* flight) {
  if (!batch || !flight || batch->batch.views()) return -EINVAL;
  return flight->flight.FillBatch(&batch->batch);
}

int perfc_flight_resume(perfc_flight* flight, perfc_error* error) {
  if (flight == nullptr) {
    return BadArgument(error, "perfc_flight_resume", "flight is NULL");
  }
  return flight->flight.Resume(error);
}

int perfc_flight_losses(const perfc_flight* flight, const perfc_event* event,
                        perfc_losses* losses, size_t size) {
  if (!flight || !losses) return -EINVAL;
  perfc_losses whole;
  const int failed =
      flight->flight.Losses(event ? &event->event : nullptr, &whole);
  if (!failed) perfc::capi::CopyOut(whole, losses, size);
  return failed;
}
