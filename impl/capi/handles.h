// The opaque handles: each is a struct that contains the object of its room.
#ifndef PERFC_IMPL_CAPI_HANDLES_H_
#define PERFC_IMPL_CAPI_HANDLES_H_

#include <memory>

#include "impl/base/buffer.h"
#include "impl/base/fail.h"
#include "impl/batch/batch.h"
#include "impl/catalog/catalog.h"
#include "impl/catalog/pmus.h"
#include "impl/decode/plan.h"
#include "impl/event/event.h"
#include "impl/flight/flight.h"
#include "impl/host/host.h"
#include "impl/set/report.h"
#include "impl/set/set.h"
#include "impl/specs/spec_list.h"
#include "impl/stitch/stitch.h"
#include "impl/stream/rings.h"
#include "impl/stream/stream.h"
#include "impl/tracefs/tracepoint.h"
#include "perfc/stitch.h"

struct perfc_host {
  perfc::host::Host host{perfc::host::ThisMachine().system()};
};

struct perfc_event {
  explicit perfc_event(const perfc::host::Host& host) : event(host, plan) {}
  perfc_plan plan;
  perfc::event::Event event;
  perfc_stream* stream = nullptr;  // that its ring is in, and that reads it
  // Of perfc_open_string: has the names that a probe's attr points to.
  std::unique_ptr<perfc::specs::SpecList> spec;
};

struct perfc_stream {
  std::unique_ptr<perfc::stream::Rings> rings;
  // The rings, by the kind of the stream; the other pointer is null.
  perfc::stream::Stream* forward = nullptr;
  perfc::flight::Flight* flight = nullptr;
  perfc::base::Buffer<perfc_event*> events;  // by their numbers
};

struct perfc_report {
  perfc::set::Report report;
};

struct perfc_specs {
  explicit perfc_specs(const perfc::host::Host& host) : pmus(host) {}
  perfc::catalog::Pmus pmus;
  perfc::specs::SpecList list;
};

struct perfc_set final : perfc::set::EventMaker {
  explicit perfc_set(const perfc::host::Host& from)
      : host(from), specs(from), set(from, *this, report.report, specs.list) {}

  perfc::event::Event* Make(uint32_t index) override;
  void Drop(uint32_t index) override;

  const perfc::host::Host& host;
  perfc_report report;
  perfc_specs specs;
  perfc::base::Buffer<perfc_event*> events;  // by member
  perfc::set::Set set;  // the last, so that it closes its events first
};

struct perfc_stitch {
  perfc::stitch::Stitch stitch;
};

struct perfc_tracepoint {
  perfc::tracefs::Tracepoint tracepoint;
};

struct perfc_batch {
  perfc::batch::Batch batch;
};

struct perfc_catalog {
  explicit perfc_catalog(const perfc::host::Host& host) : catalog(host) {}
  perfc::catalog::Catalog catalog;
};

namespace perfc::capi {

// Removes an event from the stream that its ring is in, if there is one. Also
// works in a child of fork(), where the event is about to be closed. Returns
// the result of resuming the event's output.
int LeaveStream(perfc_event* event);

inline int NullEvent(perfc_error* error, const char* operation) {
  return base::BadArgument(error, operation, "event is NULL");
}

inline const host::Host& HostOf(const perfc_host* host) {
  return host ? host->host : host::ThisMachine();
}

}  // namespace perfc::capi

#endif  // PERFC_IMPL_CAPI_HANDLES_H_
