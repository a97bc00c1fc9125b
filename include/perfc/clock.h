/* perfc/clock.h - which clock the times of records are in, and how they become
 * those of another.
 *
 * Without PERFC_ATTR_USE_CLOCKID records carry the scheduler's clock, which
 * begins near 0 at boot, which nobody else can read, and which NTP doesn't
 * steer. Threads: any; the event as in event.h.
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

/* The id of a clock by its name, with or without "CLOCK_", in any case:
 * monotonic or mono, monotonic_raw or raw, realtime or real, boottime or boot,
 * tai, and others of clock_gettime(2); or a number. Those five are what attr.
 * clockid takes, the last three of them only for software events and others
 * whose PMU has no NMI (perf_event_set_clock, kernel/events/core.c). -EINVAL:
 * NULL. -ENOENT: no such name. */
PERFC_API int perfc_clock_find(const char *name, int32_t *clock);

/* "monotonic", ...; NULL for one without a name. Static. */
PERFC_API const char *perfc_clock_name(int32_t clock);

/* perfc_clock_relation.how */
#define PERFC_CLOCK_SAME 0x1 /* records are in that clock: exact */
/* Both clocks were read at one moment, the records' by the control page and the
 * cycle counter (cap_user_time_zero), or by clock_gettime(2). */
#define PERFC_CLOCK_READ 0x2
/* The kernel wrote records between two looks at the clock. */
#define PERFC_CLOCK_RECORDED 0x3

/* How the times of an event's records relate to a clock. Result struct, and for
 * perfc_clock_convert the whole of it goes in. */
struct perfc_clock_relation {
  uint64_t time; /* a time of records */
  int64_t
      offset; /* what to add to it for that moment's time of the clock, ns */
  uint64_t uncertainty; /* how far off that is at most, ns */
  int32_t clock;
  uint32_t how; /* PERFC_CLOCK_SAME, ... */
};

/* Finds out how the times of the event's records relate to a clock (CLOCK_
 * MONOTONIC, CLOCK_REALTIME, ...) now: SAME if attr.clockid is that clock; READ
 * if attr.clockid is another, or if the event is mapped and its control page has
 * cap_user_time_zero; else RECORDED, for which a dummy event is opened on the
 * calling thread and a few pages are mapped and unmapped. The closest of several
 * looks counts, within a microsecond or so on an idle machine.
 *
 * The scheduler's clock is one clock on machines whose cycle counter is stable;
 * on others it differs by CPU, and the relation is that of this thread's CPU.
 *
 *   -EINVAL   NULL, or a clock that clock_gettime(2) doesn't know
 *   -EIO      the kernel wrote no record of the mappings
 *   -EAGAIN   the clock was set back, or the control page changed, at each look
 *   -ENOMEM, -EOWNERDEAD, clock_gettime(2)'s, and those of the dummy event:
 *   perf_event_open(2)'s, ioctl(2)'s, mmap(2)'s and madvise(2)'s */
PERFC_API int perfc_event_relate_clock(const perfc_event *event, int32_t clock,
                                       struct perfc_clock_relation *relation,
                                       size_t size, struct perfc_error *error);

/* Converts a record's time. *ns becomes the clock's, and *uncertainty, unless it is
 * NULL, how far off it is at most. `size` is sizeof the struct.
 *
 * With one relation (later NULL) the uncertainty grows by 500 ppm of the distance from
 * relation->time, which is what the kernel lets NTP steer; set times
 * (clock_settime, the steps of leap seconds) are not in it. With two, one taken
 * before and one after, times between them are interpolated, and the uncertainty is
 * that of the worse plus what the offset changed by.
 *
 *   -EINVAL  NULL, a size too small, or relations of different clocks
 *   -ERANGE  the result is below 0 or above INT64_MAX */
PERFC_API int perfc_clock_convert(const struct perfc_clock_relation *relation,
                                  const struct perfc_clock_relation *later,
                                  size_t size, uint64_t time, uint64_t *ns,
                                  uint64_t *uncertainty);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_CLOCK_H_ */
