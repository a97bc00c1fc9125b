/* perfc/profiler.h - a table of counters at once, as far as the machine has
 * them.
 *
 * Threads: one at a time per profiler.
 */
#ifndef PERFC_PROFILER_H_
#define PERFC_PROFILER_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/counts.h"
#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct perfc_profiler perfc_profiler;

/* Counters of a profiler have numbers below this. */
#define PERFC_PROFILER_MAX 0x40

/* Opens the counters as one group: on the PMU all at once or not at all, and
 * read at one instant. */
#define PERFC_PROFILER_GROUP 0x1

/* Input struct: set size to sizeof. */
struct perfc_profiler_options {
  uint32_t size;
  uint32_t flags;      /* PERFC_PROFILER_* */
  uint64_t attr_flags; /* PERFC_ATTR_* that every counter gets: _INHERIT,
                          _EXCLUDE_KERNEL, ...; _PINNED and _EXCLUSIVE go to the
                          leader of a group alone */
  uint64_t open_flags; /* PERFC_FLAG_* of perfc_open */
  uint64_t reserved;   /* 0 */
};

/* Opens the counters of a mask, stopped, on pid and cpu as in perfc_open. Bit n
 * of the mask is the counter of number n, which is
 *
 *   PERFC_TYPE_HARDWARE  PERFC_COUNT_HW_*
 *   PERFC_TYPE_SOFTWARE  PERFC_COUNT_SW_*
 *   PERFC_TYPE_HW_CACHE  6 * cache + 2 * op + result, each the PERFC_COUNT_HW_
 *                        CACHE_* of that part
 *
 * Counters that this machine lacks, or that may not be opened, are left out; see
 * perfc_profiler_status. options NULL is none. The profiler is the caller's, to
 * be destroyed before its host.
 *
 * If none can be opened, the result and error are those of the first. Where an
 * errno says nothing of the counter (no fd left, no memory, no such process, no
 * perf events here) everything is closed and it is returned too.
 *
 *   -EINVAL  another type, an empty mask, a bit that is no cache counter, unknown
 *            flags
 *   -E2BIG   options has an unknown tail
 *   -ENOMEM, and perf_event_open(2)'s */
PERFC_API int perfc_profiler_create(
    const perfc_host *host, uint32_t type, uint64_t mask, int32_t pid,
    int32_t cpu, const struct perfc_profiler_options *options,
    perfc_profiler **profiler, struct perfc_error *error);

/* The same for events of any kind: `count` attrs, at most PERFC_PROFILER_MAX, of
 * attr_size bytes each, one behind the other. The number of a counter is its
 * attr's. What the attrs say is kept; the formats that counts need and
 * PERFC_ATTR_DISABLED are added.
 *
 *   -EINVAL  NULL attrs, a count of 0 or beyond the most, unknown flags
 *   -E2BIG   attr_size is below 64 or above 4096, or options has an unknown tail
 *   -ENOMEM, and perf_event_open(2)'s */
PERFC_API int perfc_profiler_create_attrs(
    const perfc_host *host, const void *attrs, size_t attr_size, uint32_t count,
    int32_t pid, int32_t cpu, const struct perfc_profiler_options *options,
    perfc_profiler **profiler, struct perfc_error *error);

/* Closes the counters. NULL is fine. */
PERFC_API void perfc_profiler_destroy(perfc_profiler *profiler);

/* Starts, stops or zeroes the counters. Zeroing leaves the times. Each counter
 * is tried; the result is the first failure. -EINVAL: NULL. -EOWNERDEAD, and
 * ioctl(2)'s. */
PERFC_API int perfc_profiler_start(perfc_profiler *profiler);
PERFC_API int perfc_profiler_stop(perfc_profiler *profiler);
PERFC_API int perfc_profiler_reset(perfc_profiler *profiler);

/* Reads the counters, each with its own times (in a group, the group's): counts,
 * an array of `capacity` structs of `size` bytes, gets the count of counter n at
 * index n, and *present gets bit n. Where the bit is 0 the machine lacks the
 * counter, and the struct isn't written; a 0 where it is 1 is a count, as far as
 * its quality says.
 *
 *   -ENOSPC      capacity isn't above the highest number that is open
 *   -EINVAL      NULL
 *   -EOWNERDEAD, read(2)'s, and ioctl(2)'s of a group's ids */
PERFC_API int perfc_profiler_profile(const perfc_profiler *profiler,
                                     struct perfc_count *counts, size_t size,
                                     uint32_t capacity, uint64_t *present);

/* 0 if the counter is open, or the negative errno that it could not be opened
 * with. -EINVAL: NULL, or a number that wasn't asked for. */
PERFC_API int perfc_profiler_status(const perfc_profiler *profiler,
                                    uint32_t number);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_PROFILER_H_ */
