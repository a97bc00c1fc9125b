#include <cerrno>

#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "impl/counts/record_clock.h"
#include "perfc/clock.h"

int perfc_clock_find(const char* name, int32_t* clock) {
  return name && clock ? perfc::counts::ClockId(name, clock) : -EINVAL;
}

const char* perfc_clock_name(int32_t clock) {
  return perfc::counts::ClockName(clock);
}

int perfc_event_relate_clock(const perfc_event* event, int32_t clock,
                             perfc_clock_relation* relation, size_t size,
                             perfc_error* error) {
  constexpr char kOperation[] = "perfc_event_relate_clock";
  if (!event) return perfc::capi::NullEvent(error, kOperation);
  if (!relation) {
    return perfc::base::BadArgument(error, kOperation, "relation is NULL");
  }
  perfc_clock_relation found;
  const int failed =
      perfc::counts::RelateClock(event->event, clock, &found, error);
  if (!failed) perfc::base::CopyOut(found, relation, size);
  return failed;
}

int perfc_clock_convert(const perfc_clock_relation* relation,
                        const perfc_clock_relation* later, size_t size,
                        uint64_t time, uint64_t* ns, uint64_t* error) {
  if (!relation || !ns || size < sizeof *relation) return -EINVAL;
  if (later && later->clock != relation->clock) return -EINVAL;
  return perfc::counts::ConvertTime(*relation, later, time, ns, error);
}
