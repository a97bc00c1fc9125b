/* perfc/counts.h - the verb read: counts with their quality.
 *
 * Threads: perfc_read, perfc_read_user and perfc_read_group may run in one thread
 * while another reads the ring of the same event, and in signal handlers.
 * perfc_set_read may run in one thread while another reads the set's rings or waits
 * for them, also through a stream. perfc_read_user avoids the system call only in
 * the thread that the event counts. Functions without a handle: any thread.
 *
 * Stack: perfc_read, perfc_read_user and perfc_read_group take at most 6 KiB. For a
 * group of more than 32 members they take 70 KiB, and perfc_read_group takes 120 KiB
 * if one of the events isn't in that group.
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

/* perfc_count.quality. At most one of EXACT, SCALED and NEVER_RAN is set, and none if the
 * event's read_format lacks one of the times. */
/* The event was on the PMU whenever it was enabled: raw is the count, unless PARTIAL is set
 * too. A sampling event that the kernel throttled counts nothing meanwhile, and its times
 * don't show that: PERFC_RECORD_THROTTLE does. */
#define PERFC_QUALITY_EXACT 0x1
/* The event was on the PMU for a part of the time: scaled is an estimate. */
#define PERFC_QUALITY_SCALED 0x2
/* A part of the count is missing. Of a sum: a part has no count. Of a delta: hits before a
 * reset aren't in it. Of a thread's event on a core PMU or on one CPU: the event left its
 * PMU, so use raw. */
#define PERFC_QUALITY_PARTIAL 0x4
/* The event was never on the PMU. Its 0 isn't a count. */
#define PERFC_QUALITY_NEVER_RAN 0x8
/* The event is pinned and the PMU had no counter for it. It counts nothing until it is
 * enabled again. Its 0 isn't a count. */
#define PERFC_QUALITY_PINNED_ERROR 0x10
/* The event's CPU is offline. The count is that from before. perfc_set_read sets it, for
 * the targets CPUS and CGROUP. */
#define PERFC_QUALITY_OFFLINE 0x20
/* Of a delta: the event was reset or opened again between the two reads. */
#define PERFC_QUALITY_RESET 0x40
/* The event isn't in the group that it was opened in, most often because the kernel has
 * broken up the group as its CPU went offline; then the event counts no more. Events that
 * were read together were read one by one, not at one instant. PARTIAL is always set too. */
#define PERFC_QUALITY_UNGROUPED 0x80
/* There is no count: all numbers are 0. Another bit says why. */
#define PERFC_QUALITY_MISSING 0x100

/* perfc_count.origin: which way the count was read. From PERFC_ORIGIN_NO_PAGE on it is the
 * reason why perfc_read_user made a system call. */
/* read(2), as the caller asked. */
#define PERFC_ORIGIN_READ 0x0
/* The counter itself, in user space. */
#define PERFC_ORIGIN_USER 0x1
/* No control page is mapped. */
#define PERFC_ORIGIN_NO_PAGE 0x2
/* cap_user_rdpmc isn't set. */
#define PERFC_ORIGIN_NO_ACCESS 0x3
/* cap_user_time isn't set. */
#define PERFC_ORIGIN_NO_TIME 0x4
/* The page's index is 0: the event has no counter now. */
#define PERFC_ORIGIN_NOT_ON_PMU 0x5
/* The event counts another thread, a CPU or a cgroup, or came by perfc_open_fd. */
#define PERFC_ORIGIN_OTHER_TASK 0x6
/* The event inherits, and the page lacks the counts of children. */
#define PERFC_ORIGIN_INHERIT 0x7
/* The counter holds several numbers, as Intel's topdown metrics do. */
#define PERFC_ORIGIN_METRICS 0x8
/* The library has no code that reads this counter here. */
#define PERFC_ORIGIN_NO_COUNTER 0x9
/* The page changed at each try. */
#define PERFC_ORIGIN_CHANGING 0xa

/* A count. Result struct. */
struct perfc_count {
  /* The number that was counted. */
  uint64_t raw;
  /* raw * time_enabled / time_running, in 128 bits and rounded; UINT64_MAX if that is
   * more. raw if the event ran all the time, or if one of the times isn't known. */
  uint64_t scaled;
  /* How long the event was enabled, in ns. */
  uint64_t time_enabled;
  /* How long the event was on the PMU, in ns. */
  uint64_t time_running;
  /* How many samples were lost because the ring was full, since the event was opened.
   * PERFC_IOC_RESET doesn't clear it. */
  uint64_t lost;
  /* The event's id. */
  uint64_t id;
  /* Which of these members are known: PERFC_FORMAT_TOTAL_TIME_ENABLED,
   * _TOTAL_TIME_RUNNING, _LOST, _ID. The others are 0. */
  uint64_t fields;
  /* PERFC_QUALITY_* */
  uint32_t quality;
  /* PERFC_ORIGIN_* */
  uint32_t origin;
};

/* Reads the count of one event, which may lead a group or be a member of one. Fills in up
 * to size bytes of *count. Async-signal-safe.
 *
 * With PERFC_FORMAT_GROUP the times are those of the group's leader; the kernel gives no
 * others. A sibling that was disabled alone, or opened or enabled while its leader was on,
 * may have counted less. If the leader is pinned and in error, only a read of the leader or
 * of the whole group has PERFC_QUALITY_PINNED_ERROR.
 *
 * Linux 5.10 answers the read of a sibling that it has taken out of its group with the count
 * of the old leader. Then the library reads the count on the event's control page and sets
 * PERFC_QUALITY_UNGROUPED. If the page can't be mapped, or is mapped already, the count is
 * PERFC_QUALITY_MISSING.
 *
 *   -EINVAL   NULL; or the event has PERFC_FORMAT_GROUP without PERFC_FORMAT_ID and its group
 *             has several members, so its own value isn't known
 *   -EBADMSG  the attr's read_format isn't that of the fd, which perfc_open_fd took over
 *   -EOWNERDEAD, ioctl(2)'s of the id, and read(2)'s */
PERFC_API int perfc_read(const perfc_event *event, struct perfc_count *count,
                         size_t size);

/* Reads the counts of a group at one instant, with one read(2) of `leader`. counts is an
 * array of `capacity` structs of count_size bytes. Returns the number of counts.
 * Async-signal-safe.
 *
 * events is an array of `capacity` members of the group, in any order. counts[i] is the count
 * of events[i], found by its id. The leader's read_format needs PERFC_FORMAT_GROUP and
 * PERFC_FORMAT_ID. If the leader is pinned and in error, every count has
 * PERFC_QUALITY_PINNED_ERROR. A group that is too large for the PMU never runs, and every
 * count has PERFC_QUALITY_NEVER_RAN. If one of the events isn't in the group, each event is
 * read by itself and has PERFC_QUALITY_UNGROUPED.
 *
 * events NULL: the counts are those of all members in the order of opening, as read(2) gives
 * them. An event without PERFC_FORMAT_GROUP has its own count. The result is 0 if the leader
 * is pinned and in error. When a CPU goes offline the kernel breaks up the groups on it, and
 * their leaders read as groups of one.
 *
 *   -EINVAL   NULL; capacity is 0; or a format is missing
 *   -ENOSPC   events is NULL and the group has more than capacity members
 *   -EBADMSG  as perfc_read
 *   -EOWNERDEAD, ioctl(2)'s of the ids, and read(2)'s */
PERFC_API int perfc_read_group(const perfc_event *leader,
                               perfc_event *const *events,
                               struct perfc_count *counts, size_t count_size,
                               uint32_t capacity);

/* Reads the count of one event in user space, without a system call, if all of this is so:
 * perfc_mmap has mapped its control page, the event counts the calling thread alone, and the
 * kernel lets user space read the counter (x86: /sys/bus/event_source/devices/cpu/rdpmc;
 * arm64: /proc/sys/kernel/perf_user_access and bit 1 of attr.config1). Otherwise it does the
 * same as perfc_read. count->origin is the way that was taken, and the reason.
 *
 * An event of a CPU is never read in user space, because the thread may move to another CPU
 * between the read of the page and the read of the counter. `lost` isn't known. A
 * PERFC_IOC_RESET in another thread at the same moment may be seen half done.
 * Async-signal-safe. Errors as perfc_read. */
PERFC_API int perfc_read_user(const perfc_event *event,
                              struct perfc_count *count, size_t size);

/* Subtracts two counts of one event: raw and times are the differences, quality is that of
 * the time between. Each struct has `size` bytes. delta may be one of the other two.
 *
 * If the event was reset or opened again in between, the delta is the count since then, with
 * PERFC_QUALITY_RESET and _PARTIAL. The same is so if the event wasn't open when `from` was
 * read. A pinned error hides the count before it: then there is no delta, `fields` is 0, and
 * quality is PERFC_QUALITY_PARTIAL. -EINVAL: NULL. */
PERFC_API int perfc_count_delta(const struct perfc_count *from,
                                const struct perfc_count *to,
                                struct perfc_count *delta, size_t size);

/* Adds up counts of one event on several CPUs or threads. `counts` are `count` structs of
 * count_size bytes each, and *sum is another. The quality is the worst of the parts:
 * SCALED if one is; PARTIAL if one is, or has no count although it was enabled;
 * NEVER_RAN and not PARTIAL if none ran; OFFLINE, PINNED_ERROR, RESET and UNGROUPED if
 * one is. A part that was never enabled is ignored. Example: a thread's event on a CPU
 * where the thread never ran. -EINVAL: NULL, or count is 0. */
PERFC_API int perfc_count_sum(const struct perfc_count *counts,
                              size_t count_size, uint32_t count,
                              struct perfc_count *sum);

/* Gives value * enabled / running, computed as perfc_count.scaled, for counts that came with
 * a sample. -EINVAL: scaled is NULL, or running is 0. */
PERFC_API int perfc_count_scale(uint64_t value, uint64_t enabled,
                                uint64_t running, uint64_t *scaled);

/* Reads the counts of a set. counts is an array of `capacity` structs of `size` bytes;
 * counts[i] is the count of member i. Returns the number of members.
 *
 * A group whose leader has PERFC_FORMAT_GROUP and PERFC_FORMAT_ID is read at one instant. If a
 * pinned leader is in error, so is its group. Every count has its event's id, so that
 * perfc_count_delta notices an event that was opened again.
 *
 *   - A member that isn't open has PERFC_QUALITY_MISSING and _PARTIAL.
 *   - A member of a target CPUS or CGROUP whose CPU is offline, as perfc_set_update saw it
 *     last, has its count from before, with PERFC_QUALITY_OFFLINE and _PARTIAL. If the CPU
 *     went offline since the last update, only groups show it, by PERFC_QUALITY_UNGROUPED;
 *     other counts stand still.
 *   - A thread's core-PMU event that left its PMU has PERFC_QUALITY_PARTIAL: the thread may
 *     have run on the CPUs of another PMU, or the event may have waited for a counter. Use raw
 *     there. A thread's event on one CPU (PERFC_TARGET_FLAG_EACH_CPU) is treated alike.
 *   - A thread's software event on one CPU never waits for a counter: time_enabled is the time
 *     that the thread was on that CPU.
 *
 *   -ENOSPC  the set has more than capacity members
 *   -EINVAL  NULL, or a group has PERFC_FORMAT_GROUP without PERFC_FORMAT_ID
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s and read(2)'s */
PERFC_API int perfc_set_read(const perfc_set *set, struct perfc_count *counts,
                             size_t size, uint32_t capacity);

/* perfc_set_sum's `by` */
/* One sum for each spec. */
#define PERFC_SUM_SPEC 0x0
/* One sum for each spec and CPU. */
#define PERFC_SUM_CPU 0x1
/* One sum for each spec and thread. */
#define PERFC_SUM_THREAD 0x2

/* The members that are in a sum. Result struct. */
struct perfc_sum_row {
  /* Index in perfc_set_specs. */
  uint32_t spec;
  /* With PERFC_SUM_CPU. Otherwise -1. */
  int32_t cpu;
  /* With PERFC_SUM_THREAD. Otherwise -1. */
  int32_t pid;
  /* How many of the members have a count. */
  uint32_t parts;
  /* How many of the members have none. */
  uint32_t missing;
};

/* Adds up counts of a set as perfc_count_sum does, and returns the number of sums. `counts`
 * are `count` structs of count_size bytes, which perfc_set_read gave, or differences of such.
 * Members beyond them, which a perfc_set_update may have added since, have no count.
 *
 * sums is an array of `capacity` structs of count_size bytes, rows one of row_size bytes.
 * rows[i] says which members sums[i] is of. They are in the order of specs, then of CPUs or
 * threads. There are at most as many as members. A spec's scale isn't applied.
 *
 *   -ENOSPC  there are more than capacity sums
 *   -EINVAL  NULL, or `by` is none of PERFC_SUM_*
 *   -ENOMEM, -EOWNERDEAD */
PERFC_API int perfc_set_sum(const perfc_set *set, uint32_t by,
                            const struct perfc_count *counts, uint32_t count,
                            struct perfc_count *sums, size_t count_size,
                            struct perfc_sum_row *rows, size_t row_size,
                            uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_COUNTS_H_ */
