/* perfc/counts.h - the verb read: counts, and how far they can be trusted.
 *
 * Threads: perfc_read, perfc_read_user and perfc_read_group may run in one thread
 * while another reads the ring of the same event, and in signal handlers.
 * perfc_read_user avoids the system call only in the thread that the event counts.
 * The functions that take no handle are pure.
 */
#ifndef PERFC_COUNTS_H_
#define PERFC_COUNTS_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/host.h"
#include "perfc/set.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* perfc_count.quality. Of EXACT, SCALED and NEVER_RAN at most one is set, and none
 * where the event's read_format lacks one of the times. */

/* It was on the PMU whenever it was enabled: raw is the count, as far as nothing
 * is PARTIAL. The kernel's times don't show that a sampling event was throttled,
 * which stops its count: PERF_RECORD_THROTTLE does. */
#define PERFC_QUALITY_EXACT 0x1
/* It was on the PMU for a part of the time: scaled is an estimate. */
#define PERFC_QUALITY_SCALED 0x2
/* Something is missing: of a sum a part that has no count, of a delta what was
 * counted before a reset. */
#define PERFC_QUALITY_PARTIAL 0x4
/* It was never on the PMU. Its 0 isn't a count. */
#define PERFC_QUALITY_NEVER_RAN 0x8
/* Pinned, and the PMU had no counter for it; it counts nothing until it is
 * enabled again. Its 0 isn't a count. */
#define PERFC_QUALITY_PINNED_ERROR 0x10
/* Its CPU is offline. The kernel leaves the count as it was then. */
#define PERFC_QUALITY_OFFLINE 0x20
/* Of a delta: the event was reset or opened anew in between. */
#define PERFC_QUALITY_RESET 0x40
/* Always with PARTIAL: an event that was to be in a group isn't, most often
 * because the kernel has broken the group up, as it does when the CPU goes offline;
 * then it counts no more. Events that were read together were read one by one, not
 * at one instant. */
#define PERFC_QUALITY_UNGROUPED 0x80

/* perfc_count.origin: where the count comes from, and from PERFC_ORIGIN_NO_PAGE
 * on why perfc_read_user had to make a system call. */
#define PERFC_ORIGIN_READ 0x0       /* read(2), as was asked for */
#define PERFC_ORIGIN_USER 0x1       /* the counter itself, read in user space */
#define PERFC_ORIGIN_NO_PAGE 0x2    /* no control page is mapped */
#define PERFC_ORIGIN_NO_ACCESS 0x3  /* cap_user_rdpmc isn't set */
#define PERFC_ORIGIN_NO_TIME 0x4    /* cap_user_time isn't set */
#define PERFC_ORIGIN_NOT_ON_PMU 0x5 /* index is 0: no counter is its own now */
/* It counts another thread, a CPU or a cgroup, or was adopted. */
#define PERFC_ORIGIN_OTHER_TASK 0x6
#define PERFC_ORIGIN_INHERIT 0x7 /* the page lacks what children counted */
/* The counter holds several numbers, as Intel's topdown metrics do. */
#define PERFC_ORIGIN_METRICS 0x8
#define PERFC_ORIGIN_NO_COUNTER 0x9 /* no code reads this counter here */
#define PERFC_ORIGIN_CHANGING 0xa   /* the page changed at each try */

/* A count. Result struct. */
struct perfc_count {
  /* As counted. */
  uint64_t raw;
  /* raw * time_enabled / time_running, in 128 bits and rounded; UINT64_MAX if
   * that is more. raw if the event ran all the time, or a time isn't known. */
  uint64_t scaled;
  /* ns that the event was enabled. */
  uint64_t time_enabled;
  /* ns that the event was on the PMU. */
  uint64_t time_running;
  /* Samples lost for want of ring space. */
  uint64_t lost;
  /* The event's id. */
  uint64_t id;
  /* PERFC_FORMAT_TOTAL_TIME_ENABLED, _TOTAL_TIME_RUNNING, _LOST, _ID: which of
   * these members are known. The others are 0. */
  uint64_t fields;
  /* PERFC_QUALITY_* */
  uint32_t quality;
  /* PERFC_ORIGIN_* */
  uint32_t origin;
};

/* Reads one event's count, also of a group's leader or member alone. size is the
 * caller's sizeof. Async-signal-safe.
 *
 * With PERFC_FORMAT_GROUP the times are those of the group's leader, whose
 * siblings have none of their own in a read. A sibling that was disabled alone,
 * or opened or enabled while its leader was on, may have counted less. Where the
 * leader is pinned and in error only the leader's read, or that of the whole
 * group, says so.
 *
 * Linux 5.10 answers the read of a sibling that it has taken out of its group
 * with the count of the old leader. Then the count is that of the event's control
 * page, with PERFC_QUALITY_UNGROUPED; where the page can't be mapped, or is
 * mapped already, `fields` is 0.
 *
 *   -EINVAL      NULL; or the event has PERFC_FORMAT_GROUP without
 *                PERFC_FORMAT_ID, and which of several values is its own can't
 *                be told
 *   -EBADMSG     the attr's read_format isn't that of the fd, which perfc_open_fd
 *                took over
 *   -EOWNERDEAD, ioctl(2)'s of the id, and read(2)'s */
PERFC_API int perfc_read(const perfc_event *event, struct perfc_count *count,
                         size_t size);

/* Reads a group's counts at one instant, with one read(2) of `leader`. counts is an
 * array of `capacity` structs of count_size bytes. Returns how many counts there
 * are. Async-signal-safe from the second call on.
 *
 * events is an array of `capacity` members of the group, in any order: counts[i] is
 * that of events[i], found by its id. The leader's read_format has PERFC_FORMAT_GROUP
 * and PERFC_FORMAT_ID. Where the leader is pinned and in error, every count says
 * so. A group that is too large for the PMU never runs, which quality says; only
 * this tells such a group from one that counted zero. Where one of the events isn't
 * in the group, or no more, each is read by itself, and every count has
 * PERFC_QUALITY_UNGROUPED.
 *
 * events NULL: the counts are those of all members in the order of opening, as
 * read(2) gives them; of an event without PERFC_FORMAT_GROUP its own count. 0: the
 * leader is pinned and in error, and read(2) doesn't tell how many members there
 * are. As a CPU goes offline the kernel breaks up the groups on it, and their
 * leaders read as groups of one.
 *
 *   -EINVAL      NULL, capacity 0, or one of the formats is missing
 *   -ENOSPC      events NULL: the group has more than capacity members
 *   -EBADMSG     as perfc_read
 *   -EOWNERDEAD, ioctl(2)'s of the ids, and read(2)'s */
PERFC_API int perfc_read_group(const perfc_event *leader,
                               perfc_event *const *events,
                               struct perfc_count *counts, size_t count_size,
                               uint32_t capacity);

/* Reads one event's count in user space, without a system call, where that is
 * right: its control page is mapped (perfc_map_control or perfc_mmap), it counts
 * the calling thread alone, and the kernel lets user space read the counter
 * (x86: /sys/bus/event_source/devices/cpu/rdpmc; arm64:
 * /proc/sys/kernel/perf_user_access and bit 1 of attr.config1). In every other
 * case it is perfc_read. count->origin tells which it was, and why.
 *
 * An event of a CPU is never read so: nothing keeps the thread on that CPU
 * between the look at the page and the look at the counter. `lost` isn't known. A
 * PERFC_IOC_RESET in another thread at the same moment may show half done.
 * Async-signal-safe. Errors as perfc_read. */
PERFC_API int perfc_read_user(const perfc_event *event,
                              struct perfc_count *count, size_t size);

/* What was counted between two reads of one event: raw and times are
 * differences, quality is that of the time between. Each struct is of `size`
 * bytes; delta may be one of the two.
 *
 * Where the count was reset or the event opened anew in between, the delta is
 * what was counted since then, with PERFC_QUALITY_RESET and _PARTIAL; so it is
 * where `from` had no count because the event wasn't open. After a pinned error,
 * which hides what was counted before, there is no delta: `fields` 0 and
 * PERFC_QUALITY_PARTIAL. -EINVAL: NULL. */
PERFC_API int perfc_count_delta(const struct perfc_count *from,
                                const struct perfc_count *to,
                                struct perfc_count *delta, size_t size);

/* Adds up counts of one event on several CPUs or threads. The quality is the
 * worst of the parts: SCALED if one is; PARTIAL if one is, or has no count
 * although it was enabled; NEVER_RAN if none ran; OFFLINE, PINNED_ERROR, RESET
 * and UNGROUPED if one is. A part that was never enabled, such as that of a CPU
 * to which the task never came, takes nothing away. `counts` are `count` structs
 * of count_size bytes each, and `sum` is another. -EINVAL: NULL, or count 0. */
PERFC_API int perfc_count_sum(const struct perfc_count *counts, uint32_t count,
                              size_t count_size, struct perfc_count *sum);

/* value * enabled / running as `scaled` of struct perfc_count, for counts that
 * came with a sample. -EINVAL: scaled is NULL, or running is 0. */
PERFC_API int perfc_count_scale(uint64_t value, uint64_t enabled,
                                uint64_t running, uint64_t *scaled);

/* Reads the counts of a set: counts, an array of `capacity` structs of `size`
 * bytes, gets that of member i at index i. A group whose leader has PERFC_FORMAT_
 * GROUP and _ID is read at one instant. A member whose CPU is offline, as
 * perfc_set_update saw it last, has what it counted until then, and
 * PERFC_QUALITY_OFFLINE and _PARTIAL; one that isn't open has `fields` 0 and
 * PERFC_QUALITY_PARTIAL. An event of a core PMU that follows a thread, and
 * was off the PMU for a part of the time, has PERFC_QUALITY_PARTIAL too: the thread
 * may have run on the other PMU's CPUs, or the event may have waited. Use raw there.
 * The same is true of a thread's event on one CPU (PERFC_TARGET_EACH_CPU). If
 * software alone makes the event, it never waits, and time_enabled is the time that
 * the thread was on that CPU. Every count has
 * its event's id, so that a difference over a refresh which opened it again shows.
 * Where a pinned leader is in error, so is its group.
 *
 * A CPU that went offline since the last perfc_set_update shows only in groups,
 * by PERFC_QUALITY_UNGROUPED; other counts of it stand still: refresh first.
 *
 * Returns how many members there are. -ENOSPC: more than capacity. -EINVAL:
 * NULL, or a group has PERFC_FORMAT_GROUP without PERFC_FORMAT_ID. -ENOMEM,
 * -EOWNERDEAD, ioctl(2)'s and read(2)'s. */
PERFC_API int perfc_set_read(const perfc_set *set, struct perfc_count *counts,
                             size_t size, uint32_t capacity);

/* What perfc_set_sum adds up: everything of a spec, or what of it is on one CPU
 * or thread. */
#define PERFC_SUM_SPEC 0x0
#define PERFC_SUM_CPU 0x1
#define PERFC_SUM_THREAD 0x2

/* What a sum is of. Result struct. */
struct perfc_sum_row {
  uint32_t spec;
  /* With PERFC_SUM_CPU, else -1. */
  int32_t cpu;
  /* With PERFC_SUM_THREAD, else -1. */
  int32_t pid;
  /* How many members have a count. */
  uint32_t parts;
  /* How many members have none. */
  uint32_t missing;
};

/* Adds up counts of a set as perfc_count_sum does. `counts` are `count` structs
 * of count_size bytes, as perfc_set_read gave them, or differences of such. Members
 * beyond them, which a perfc_set_update may have added since, have no count.
 * sums[i] and rows[i] are one sum and what it is of, in the order of specs, then
 * CPUs or threads; a spec's scale is left to the caller. Returns how many there
 * are. -ENOSPC: more than capacity, which is at most the number of members.
 * -EINVAL: NULL, or `by` is none of the three. -ENOMEM, -EOWNERDEAD. */
PERFC_API int perfc_set_sum(const perfc_set *set, uint32_t by,
                            const struct perfc_count *counts, uint32_t count,
                            struct perfc_count *sums, size_t count_size,
                            struct perfc_sum_row *rows, size_t row_size,
                            uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_COUNTS_H_ */
