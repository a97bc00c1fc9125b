/* perfc/event.h - one event: open and ioctl. counts.h has read, ring.h the ring.
 *
 *   perfc_open_string(NULL, "instructions:u", 0, PERFC_CALLING_THREAD,
 *                     PERFC_ANY_CPU, &event, &error);
 *   perfc_ioctl(event, PERFC_IOC_ENABLE, 0, &error);
 *
 * Threads: one thread at a time per event. Different events need no lock, even if
 * they share a ring. A call that names two events uses both. An event in a stream
 * or a set counts as one handle together with that stream or set. Exceptions:
 *   - perfc_ioctl, perfc_event_id, perfc_read, perfc_read_user and
 *     perfc_read_group may run in one thread while another thread reads the ring.
 *     Signal handlers may call them too, perfc_ioctl with a NULL error.
 *   - perfc_event_wake may be called by any thread, but not while another one
 *     maps, unmaps or closes the event.
 * perfc.h has the rules for a child of fork().
 */
#ifndef PERFC_EVENT_H_
#define PERFC_EVENT_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/record.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open event: its fd, its attr, its plan, and its ring once mapped. */
typedef struct perfc_event perfc_event;

/* Arguments of the functions that open: pid and cpu. */
/* pid: the calling thread. */
#define PERFC_CALLING_THREAD 0x0
/* pid: all threads of all processes, on the CPU that is given. */
#define PERFC_ALL_THREADS (-1)
/* cpu: every CPU that the thread runs on. */
#define PERFC_ANY_CPU (-1)

/* Opens an event: perf_event_open(2) with PERF_FLAG_FD_CLOEXEC added.
 *
 *   attr, attr_size  the kernel's struct perf_event_attr of any version, in this
 *                    machine's byte order. It is copied. If the attr's own size
 *                    isn't 0, that many bytes count; it must not exceed attr_size
 *                    (-EINVAL). An attr longer than the kernel's is fine if the
 *                    rest is zero (perf_copy_attr, kernel/events/core.c)
 *   pid, cpu         0 and -1: the calling thread on any CPU. pid -1: all threads
 *                    of all processes on cpu. With PERFC_FLAG_PID_CGROUP pid is
 *                    the fd of a cgroup directory
 *   group            the leader of the group that the event joins, or NULL. Open
 *                    siblings while the leader is disabled. A sibling of another
 *                    PMU that joins an enabled leader isn't scheduled until the
 *                    leader is enabled again, but reads with PERFC_FORMAT_GROUP
 *                    give it the leader's times
 *   flags            PERFC_FLAG_*
 *
 * The caller owns *event and ends it with perfc_close, before the host. If a leader
 * is closed, its siblings stay open as events without a group.
 *
 *   -EINVAL      attr or event is NULL; the attr's own size exceeds attr_size
 *   -E2BIG       attr_size is below 64 or above 4096, as in the kernel; the attr's
 *                own size is 1 to 63
 *   -ENOMEM
 *   -EOWNERDEAD  group was opened before fork(), in the parent
 *   perf_event_open(2)'s: error has the kernel's rule behind the errno */
PERFC_API int perfc_open(const perfc_host *host, const void *attr,
                         size_t attr_size, int32_t pid, int32_t cpu,
                         perfc_event *group, uint64_t flags,
                         perfc_event **event, struct perfc_error *error);

/* Opens the one event that an event string names (docs/events.md). The event is
 * disabled: PERFC_IOC_ENABLE starts it. Its read_format has both times. If it
 * samples, it has PERFC_FORMAT_LOST too, unless the kernel is older than Linux 6.0.
 *
 *   event_string  such as "cycles:u", "cpu-clock/freq=99/u", "sched:sched_switch"
 *   sample_type   0: the event counts. Otherwise it samples these PERFC_SAMPLE_*
 *                 fields, at the rate that perfc_specs_parse (names.h) describes:
 *                 the string's period= or freq=, or 1,000 Hz
 *   pid, cpu      as in perfc_open. The library passes them on as they are, and
 *                 the kernel refuses a CPU that the event's PMU doesn't count
 *
 * The caller owns *event and ends it with perfc_close, before the host. If the
 * event is a probe, the names that its attr points to end with the event.
 *
 * If the PMU refuses the default exclude_guest, the event is opened without it.
 * With the modifier P the highest precise_ip that opens is used. The modifiers W,
 * S and b, percore and nr= ask something of programs that open several events;
 * they have no effect here. perfc_specs_get tells the unit and the scale of a
 * count, perfc_event_set_filter sets a filter.
 *
 *   -EINVAL      event_string or event is NULL; the string isn't understood, see
 *                perfc_specs_parse; it has period= or freq= while sample_type is
 *                0; the kernel has no such event (PERFC_SPEC_TOOL); the event
 *                counts CPUs, and pid isn't PERFC_ALL_THREADS
 *   -ENOENT      there is no such event, PMU or tracepoint, or no tracefs. With
 *                PERFC_RULE_EVENT_STRING number[0] of the error is the offset in
 *                the string
 *   -ENOTUNIQ    the string names several events: a list, a pattern, "cycles" on a
 *                machine with two kinds of core. Open them as a set (set.h)
 *   -ERANGE      a value has more bits than its field
 *   -EOPNOTSUPP  libpfm4 isn't there or doesn't know this machine; the kernel
 *                lacks this form of probe
 *   -EFBIG       a file is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s, read(2)'s and getdents(2)'s
 *   perf_event_open(2)'s: error has the kernel's rule behind the errno */
PERFC_API int perfc_open_string(const perfc_host *host,
                                const char *event_string, uint64_t sample_type,
                                int32_t pid, int32_t cpu, perfc_event **event,
                                struct perfc_error *error);

/* Makes an event of an fd that was opened elsewhere, with the attr that it was
 * opened with. The caller owns *event. On success the event owns the fd, which
 * becomes close-on-exec. On failure the caller still owns the fd.
 *
 *   -EINVAL  attr or event is NULL; the attr's own size exceeds attr_size
 *   -E2BIG   as perfc_open
 *   -ENOTTY  the fd is no perf event
 *   -EBADF   the fd isn't open
 *   -ENOMEM, ioctl(2)'s and fcntl(2)'s */
PERFC_API int perfc_open_fd(const perfc_host *host, int fd, const void *attr,
                            size_t attr_size, perfc_event **event,
                            struct perfc_error *error);

/* Unmaps the ring and closes the fd; NULL does nothing. Records that were borrowed
 * from the ring are gone. In a child of fork() it closes the child's fd alone: the
 * parent's event goes on, and no memory of the child is unmapped. */
PERFC_API void perfc_close(perfc_event *event);

/* The event's fd, for epoll or for a system call of the caller's. The event keeps
 * owning it. -EINVAL: event is NULL. */
PERFC_API int perfc_event_fd(const perfc_event *event);

/* Copies up to size bytes of the attr as it was opened, and returns the attr's
 * length. perfc_ioctl and perfc_event_modify_attr don't change it. A longer buffer
 * gets zeros behind the attr. -EINVAL: event is NULL; buffer is NULL and size isn't
 * 0. */
PERFC_API int perfc_event_attr(const perfc_event *event, void *buffer,
                               size_t size);

/* The plan that decodes the records of the event's ring. It is borrowed until the
 * event is closed. It grows when another event's output is directed to this ring, and
 * has only this event's attr again after perfc_munmap. NULL if event is NULL. */
PERFC_API const perfc_plan *perfc_event_plan(const perfc_event *event);

/* ---- ioctl(2) ------------------------------------------------------------- */

/* Makes a request whose argument is a number. The number is passed by value:
 *
 *   PERFC_IOC_ENABLE, _DISABLE, _RESET  0, or PERFC_IOC_FLAG_GROUP for the whole
 *                           group of the event
 *   PERFC_IOC_REFRESH       1 to 2^31-1 overflows
 *   PERFC_IOC_PERIOD        the sample_period in events, or with PERFC_ATTR_FREQ
 *                           the sample_freq in Hz; the number itself, although
 *                           ioctl(2) takes its address
 *   PERFC_IOC_PAUSE_OUTPUT  1: pause, 0: resume
 *   PERFC_IOC_SET_BPF       the fd of a BPF program, which the caller keeps owning
 *
 * ENABLE and DISABLE start and stop the counting. Enable the siblings of a group
 * first, one by one, and their leader last. PERFC_IOC_FLAG_GROUP enables the leader
 * first; a sibling of another PMU that is enabled after its leader waits until the
 * leader is enabled again (Linux 6.18, __perf_event_enable, kernel/events/core.c).
 *
 * RESET sets the count to 0 and leaves the times. RESET of an inherited event may
 * leave the counts of children that have ended; there, use perfc_count_delta of two
 * reads.
 *
 * REFRESH enables a sampling event for that many more overflows; then the event is
 * disabled. If the fd sends signals (fcntl(2), F_SETSIG), the last overflow has
 * the si_code POLL_HUP and those before it POLL_IN. poll(2) shows no POLLHUP.
 *
 * PAUSE_OUTPUT: while the output is paused, the event counts, and the kernel writes
 * nothing into the ring. Records of that time are lost, and are counted as lost
 * (__perf_output_begin, kernel/events/ring_buffer.c).
 *
 * SET_BPF attaches a BPF program to a tracepoint, kprobe, uprobe or perf event.
 *
 * The call may run while another thread reads the ring. With a NULL error it is
 * async-signal-safe.
 *
 *   -ENOTTY      the request isn't one of these. Requests that take memory or a
 *                handle have functions, and error names the function: ID
 *                perfc_event_id, SET_OUTPUT perfc_event_set_output, SET_FILTER
 *                perfc_event_set_filter, QUERY_BPF perfc_event_query_bpf,
 *                MODIFY_ATTRIBUTES perfc_event_modify_attr. Also: the event's fd
 *                is no perf event any more
 *   -EINVAL      event is NULL; the request doesn't take this number. REFRESH and
 *                PERIOD: the event doesn't sample. REFRESH: inherit is set. PERIOD:
 *                0, 2^63 and more, or a frequency above
 *                perf_event_max_sample_rate. PAUSE_OUTPUT: the event has no ring.
 *                SET_BPF: the fd is no BPF program, or one of a type that the
 *                event can't run
 *   -EBADF       SET_BPF: the program's fd isn't open
 *   -EEXIST      SET_BPF: the event has a program already
 *   -EOWNERDEAD  in a child of fork()
 *   ioctl(2)'s */
PERFC_API int perfc_ioctl(perfc_event *event, uint32_t request,
                          uint64_t argument, struct perfc_error *error);

/* The kernel's id of the event, which PERFC_SAMPLE_ID and
 * PERFC_SAMPLE_IDENTIFIER put into records. -EINVAL: event or id is NULL.
 * -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_event_id(const perfc_event *event, uint64_t *id);

/* Sends the event's records to target's ring, which must be mapped. NULL: the
 * records are dropped. The events may be closed in any order. No other thread may
 * use either event during the call.
 *
 * target's plan takes in the event's attr and id, so that the plan decodes the
 * records of both. PERFC_SAMPLE_IDENTIFIER tells the events of a ring apart, or
 * PERFC_SAMPLE_ID if all attrs have it at the same place. PERFC_SAMPLE_STREAM_ID
 * doesn't, because it names the child of an inherited event.
 *
 * Returns 0, or 1 if the records can't be told apart: the output is redirected, and
 * error has the reason, but decoding the ring's records fails with ENOTUNIQ.
 *
 *   -EINVAL      event is NULL; target is the event itself; the events differ in
 *                cpu, or for cpu -1 in task; they differ in clock or
 *                write_backward; the event has a ring of its own
 *                (perf_event_set_output, kernel/events/core.c). error has the rule
 *   -EBADFD      target has no ring
 *   -EOWNERDEAD  one of the events was opened before fork(), in the parent
 *   -ENOMEM      the event has no output any more
 *   ioctl(2)'s
 *
 * After any other failure the output is as before. */
PERFC_API int perfc_event_set_output(perfc_event *event, perfc_event *target,
                                     struct perfc_error *error);

/* Sets the filter of a tracepoint, in ftrace's syntax ("prev_pid != 0"), or the
 * address filters of a tracing PMU. The kernel lets a tracepoint's filter be set only
 * once. -EINVAL: event or filter is NULL. -EINVAL, -ENOENT: the event takes no
 * filter, or the kernel can't parse this one. -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_event_set_filter(perfc_event *event, const char *filter,
                                     struct perfc_error *error);

/* Writes the ids of the BPF programs at the event, up to capacity of them; *count is
 * how many there are. The kernel can query tracepoints and tracefs kprobes. If the
 * kernel can't query this event, the result is the program of the link that
 * perfc_set_attach_bpf made.
 *
 *   -EINVAL      event or count is NULL; ids is NULL and capacity isn't 0; the
 *                kernel can't query this event, and there is no link
 *   -ENOSPC      there are more than capacity; *count is set
 *   -EPERM       the process has no CAP_PERFMON
 *   -EOWNERDEAD  in a child of fork()
 *   ioctl(2)'s and bpf(2)'s */
PERFC_API int perfc_event_query_bpf(perfc_event *event, uint32_t *ids,
                                    uint32_t capacity, uint32_t *count,
                                    struct perfc_error *error);

/* Moves a breakpoint. The kernel takes bp_addr, bp_type, bp_len and disabled of the
 * new attr; all other members must equal those of the event.
 *
 *   -EINVAL      event or attr is NULL; other members differ; the attr's own size
 *                exceeds attr_size
 *   -EOPNOTSUPP  the event is no breakpoint
 *   -E2BIG       as perfc_open
 *   -EOWNERDEAD  in a child of fork()
 *   -ENOMEM, and ioctl(2)'s */
PERFC_API int perfc_event_modify_attr(perfc_event *event, const void *attr,
                                      size_t attr_size,
                                      struct perfc_error *error);

/* Enables every event that the calling thread has opened, in this library or
 * elsewhere, whatever the event counts (prctl(2), PR_TASK_PERF_EVENTS_ENABLE).
 * Errnos: prctl(2)'s. */
PERFC_API int perfc_task_enable(const perfc_host *host);

/* Disables the same events (PR_TASK_PERF_EVENTS_DISABLE). Errnos: prctl(2)'s. */
PERFC_API int perfc_task_disable(const perfc_host *host);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_EVENT_H_ */
