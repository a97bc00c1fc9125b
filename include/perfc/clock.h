/* perfc/clock.h - the clock of the times in records, and their conversion to another
 * clock.
 *
 * An attr with PERFC_ATTR_USE_CLOCKID chooses the clock. Without it, the times in
 * records are of the scheduler's clock. That clock starts near 0 at boot, NTP
 * doesn't steer it, and no system call reads it.
 *
 * Threads: any. perfc_event_relate_clock uses an event, whose thread rule is in
 * event.h.
 */
#ifndef PERFC_CLOCK_H_
#define PERFC_CLOCK_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the id of a clock by its name, for attr.clockid or
 * perfc_event_relate_clock. The name may begin with "CLOCK_", and case doesn't
 * matter. Names are monotonic (or mono), monotonic_raw (raw), realtime (real),
 * boottime (boot), tai, and those of the other clocks of clock_gettime(2). A number
 * is a name too.
 *
 * attr.clockid takes only the five clocks named here. It takes realtime, boottime
 * and tai only for events whose PMU uses no NMI, such as software events
 * (perf_event_set_clock, kernel/events/core.c). -EINVAL: NULL. -ENOENT: no clock
 * has that name. */
PERFC_API int perfc_clock_find(const char *name, int32_t *clock);

/* Returns the name of a clock, "monotonic" and so on. NULL: the clock has no name.
 * The string is static. */
PERFC_API const char *perfc_clock_name(int32_t clock);

/* perfc_clock_relation.how */

/* The times in records are of that clock. The relation is exact. */
#define PERFC_CLOCK_SAME 0x1
/* The library read both clocks at one moment: the clock of the records by the
 * control page and the cycle counter (cap_user_time_zero), or by clock_gettime(2). */
#define PERFC_CLOCK_READ 0x2
/* The library let the kernel write records, and read the clock before and after. */
#define PERFC_CLOCK_RECORDED 0x3

/* How the times in an event's records relate to a clock. Result struct, which later
 * goes into perfc_clock_convert. */
struct perfc_clock_relation {
  /* A time of the clock of the records, in nanoseconds. */
  uint64_t time;
  /* Nanoseconds: time + offset is the time of the other clock at the same moment. */
  int64_t offset;
  /* Nanoseconds by which offset may be wrong, at most. */
  uint64_t uncertainty;
  /* Id of the other clock. */
  int32_t clock;
  /* PERFC_CLOCK_SAME, _READ or _RECORDED. */
  uint32_t how;
};

/* Finds out how the times in the event's records relate to a clock now. clock is
 * CLOCK_MONOTONIC, CLOCK_REALTIME and so on. `how` of the relation is
 *
 *   SAME      if attr.clockid is that clock
 *   READ      if attr.clockid is another clock, or if the event is mapped and its
 *             control page has cap_user_time_zero
 *   RECORDED  otherwise. For this the library opens a dummy event on the calling
 *             thread, and maps and unmaps a few pages
 *
 * The library tries several times and takes the closest result. On an idle machine
 * its uncertainty is about a microsecond.
 *
 * On a machine whose cycle counter is stable, the scheduler's clock is the same on
 * all CPUs. On other machines it isn't, and the relation is valid for the CPU of
 * the calling thread.
 *
 *   -EINVAL   NULL, or clock_gettime(2) doesn't know the clock
 *   -EIO      the kernel wrote no record of the mappings
 *   -EAGAIN   at every try somebody set the clock back, or the control page changed
 *   -ENOMEM, -EOWNERDEAD, clock_gettime(2)'s
 *   perf_event_open(2)'s, ioctl(2)'s, mmap(2)'s and madvise(2)'s: from the dummy event */
PERFC_API int perfc_event_relate_clock(const perfc_event *event, int32_t clock,
                                       struct perfc_clock_relation *relation,
                                       size_t size, struct perfc_error *error);

/* Converts a time from a record. *ns becomes the time of the other clock, in
 * nanoseconds. *uncertainty becomes the nanoseconds by which *ns may be wrong, at
 * most; uncertainty may be NULL. `size` is sizeof the struct.
 *
 * With one relation (later is NULL) the uncertainty is that of the relation plus
 * 500 ppm of the distance from relation->time, because NTP may steer a clock by
 * that much. It doesn't include jumps: clock_settime(2), leap seconds.
 *
 * With two relations, one taken before the record and one after, times between them
 * are interpolated. The uncertainty is the larger one of the two, plus the
 * difference of their offsets.
 *
 *   -EINVAL  NULL, a size that is too small, or relations of different clocks
 *   -ERANGE  the result is below 0 or above INT64_MAX */
PERFC_API int perfc_clock_convert(const struct perfc_clock_relation *relation,
                                  const struct perfc_clock_relation *later,
                                  size_t size, uint64_t time, uint64_t *ns,
                                  uint64_t *uncertainty);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_CLOCK_H_ */
