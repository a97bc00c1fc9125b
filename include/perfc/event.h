/* perfc/event.h - the first two verbs: open and ioctl. counts.h has read.
 *
 * Threads: one at a time per event, different events freely, also events that
 * share a ring. A call that names two events counts for both, and an event that
 * is in a stream, a flight or a set counts with that. perfc_ioctl, perfc_event_id,
 * perfc_read, perfc_read_user and perfc_read_group may run in one thread while
 * another reads the ring of the same event; signal handlers may call them too,
 * perfc_ioctl with a NULL error. perfc_event_wake may be called from any thread. In a
 * child of fork(): see perfc.h.
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

/* What may stand for pid and cpu. */
#define PERFC_CALLING_THREAD 0x0
#define PERFC_ALL_THREADS -1 /* pid: every process, on the CPU that is given */
#define PERFC_ANY_CPU -1     /* cpu: wherever the thread runs */

/* Opens an event: perf_event_open(2) with PERF_FLAG_FD_CLOEXEC added.
 *
 *   attr, attr_size  the kernel's struct perf_event_attr of any version, in this
 *                    machine's byte order. Copied. If its own size field is
 *                    neither 0 nor attr_size, the smaller counts, and a larger
 *                    one is -EINVAL. Longer than the kernel's is fine as long
 *                    as the rest is zero (perf_copy_attr, kernel/events/core.c)
 *   pid, cpu         0 and -1: the calling thread wherever it runs; pid -1:
 *                    every process on cpu; with PERFC_FLAG_PID_CGROUP pid is
 *                    the fd of a cgroup directory
 *   group            the group's leader, or NULL for an event of its own. Open
 *                    siblings while it is disabled: one of another PMU that joins
 *                    a leader which is on isn't scheduled before the leader is
 *                    enabled anew, yet has the leader's times in a read with
 *                    PERFC_FORMAT_GROUP
 *   flags            PERFC_FLAG_*
 *
 * On success *event is the caller's, to be closed with perfc_close, before its
 * host is destroyed. Closing a leader leaves its siblings open, each an event
 * of its own from then on.
 *
 * perf_event_open(2)'s errnos: error tells the rule behind the one that came.
 * The library's own:
 *
 *   -EINVAL      NULL attr or event, or sizes that contradict each other
 *   -E2BIG       attr_size is below 64 or above 4096, as in the kernel
 *   -ENOMEM
 *   -EOWNERDEAD  group is a parent's */
PERFC_API int perfc_open(const perfc_host *host, const void *attr,
                         size_t attr_size, int32_t pid, int32_t cpu,
                         perfc_event *group, uint64_t flags,
                         perfc_event **event, struct perfc_error *error);

/* Takes over an fd that was opened elsewhere, with the attr it was opened with.
 * From success on the event owns it, and it is close-on-exec; on failure the
 * caller still does.
 *
 *   -EINVAL  NULL attr or event, or sizes that contradict each other
 *   -E2BIG   attr_size is below 64 or above 4096
 *   -ENOTTY  the fd is no perf event
 *   -EBADF   the fd isn't open
 *   -ENOMEM, ioctl(2)'s and fcntl(2)'s */
PERFC_API int perfc_open_fd(const perfc_host *host, int fd, const void *attr,
                            size_t attr_size, perfc_event **event,
                            struct perfc_error *error);

/* Unmaps the ring and closes the fd. NULL is fine. The pages that the ring's
 * records were borrowed from are gone after that. In a forked child it closes
 * the fd and touches nothing else: the parent's event goes on, and the child's
 * memory stays as it is. */
PERFC_API void perfc_close(perfc_event *event);

/* The event's fd, for epoll or for passing on; it stays the event's. -EINVAL:
 * NULL. */
PERFC_API int perfc_event_fd(const perfc_event *event);

/* Copies up to size bytes of the attr as it was passed to the kernel, and
 * returns its length. -EINVAL: event is NULL, or buffer is NULL with a size. */
PERFC_API int perfc_event_attr(const perfc_event *event, void *buffer,
                               size_t size);

/* The plan that decodes the records of the event's ring. Borrowed: it lives as
 * long as the event, and grows when another event's output is directed here.
 * NULL for NULL. */
PERFC_API const perfc_plan *perfc_event_plan(const perfc_event *event);

/* ---- ioctl(2) ------------------------------------------------------------- */

/* Makes a request whose argument is a number, which is passed by value:
 *
 *   PERFC_IOC_ENABLE, _DISABLE, _RESET  0, or PERFC_IOC_FLAG_GROUP: the whole
 *                           group of the event
 *   PERFC_IOC_REFRESH       1 to 2^31-1 overflows
 *   PERFC_IOC_PERIOD        the sample_period in events, or with PERFC_ATTR_FREQ
 *                           the sample_freq in Hz. The number itself, although
 *                           ioctl(2) takes its address
 *   PERFC_IOC_PAUSE_OUTPUT  1: pause, 0: resume
 *   PERFC_IOC_SET_BPF       the fd of a BPF program, which stays the caller's
 *
 * ENABLE and DISABLE start and stop the counting. Enable the siblings of a group
 * first, one by one, and their leader last: PERFC_IOC_FLAG_GROUP enables the leader
 * first, and a sibling of another PMU that is enabled while the leader is on waits
 * until the leader is enabled anew (Linux 6.18, __perf_event_enable,
 * kernel/events/core.c). RESET zeroes the count, never the times. RESET of an
 * inherited event may leave the counts of children that have ended: use
 * perfc_count_delta of two reads there.
 *
 * REFRESH enables a sampling event for that many more overflows, after which the
 * event is disabled. Of the fd's signals (fcntl(2), F_SETSIG) the last one has
 * POLL_HUP as its si_code, those before POLL_IN; poll(2) shows no POLLHUP.
 *
 * PAUSE_OUTPUT: while the output is paused the count goes on and nothing is written
 * into the ring. Records of that time are lost, and counted as lost
 * (__perf_output_begin, kernel/events/ring_buffer.c).
 *
 * SET_BPF attaches a BPF program to a tracepoint, kprobe, uprobe or perf event.
 *
 * The call may run while another thread reads the ring. With a NULL error it is
 * async-signal-safe.
 *
 *   -ENOTTY      not a request of this function. Requests with memory or a handle
 *                have functions of their own: PERFC_IOC_ID perfc_event_id,
 *                SET_OUTPUT perfc_event_set_output, SET_FILTER
 *                perfc_event_set_filter, QUERY_BPF perfc_event_query_bpf,
 *                MODIFY_ATTRIBUTES perfc_event_modify_attr. error names the
 *                function. Also: the event's fd is no perf event any more
 *   -EINVAL      NULL, or a number that the request doesn't take. REFRESH and
 *                PERIOD: the event doesn't sample. REFRESH: inherit is set. PERIOD:
 *                0, 2^63 and more, or a frequency above
 *                perf_event_max_sample_rate. PAUSE_OUTPUT: the event has no ring.
 *                SET_BPF: no BPF program, or of a type that the event can't run
 *   -EBADF       SET_BPF: the program's fd isn't open
 *   -EEXIST      SET_BPF: the event has a program already
 *   -EOWNERDEAD  in a child of fork()
 *   ioctl(2)'s */
PERFC_API int perfc_ioctl(perfc_event *event, uint32_t request,
                          uint64_t argument, struct perfc_error *error);

/* The kernel's id of the event, which PERF_SAMPLE_ID and _IDENTIFIER carry.
 * -EINVAL: NULL. -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_event_id(const perfc_event *event, uint64_t *id);

/* Sends the event's records to target's ring, which must be mapped; NULL drops
 * the output. The kernel asks for the same cpu, or for cpu -1 the same task,
 * the same clock, and the same write_backward, and for an event that has no
 * ring of its own (perf_event_set_output, kernel/events/core.c): else -EINVAL,
 * and error says which. -EBADFD: target has no ring. -EOWNERDEAD: one of the two
 * is a parent's. ioctl(2)'s. After these the output is as before; after -ENOMEM
 * the event has none.
 *
 * target's plan grows by this event's attr and id. Records of a shared ring are
 * told apart by PERF_SAMPLE_IDENTIFIER or, where all attrs have it at the same
 * place, PERF_SAMPLE_ID; a STREAM_ID names the child of an inherited event and
 * is never used. Where neither does, the output is redirected all the same, the
 * result is 1, error says why, and records can only be had raw: typed decoding
 * fails (ENOTUNIQ). The events may be closed in any order. Neither event may be
 * in use by another thread. */
PERFC_API int perfc_event_set_output(perfc_event *event, perfc_event *target,
                                     struct perfc_error *error);

/* A tracepoint's filter in ftrace's syntax ("prev_pid != 0"), or address
 * filters of a tracing PMU. -EINVAL, -ENOENT: no tracepoint, or the kernel can't
 * parse it. -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_event_set_filter(perfc_event *event, const char *filter,
                                     struct perfc_error *error);

/* The ids of the BPF programs at the event. Writes up to capacity ids; *count is
 * how many there are. The kernel can query tracepoints and tracefs kprobes. If the
 * kernel can't query this event, the result is the program of the link that
 * perfc_set_attach_bpf made. -ENOSPC: more than capacity; *count is set. -EINVAL:
 * NULL, or the kernel can't query this event and there is no link. -EPERM: without
 * CAP_PERFMON. -EOWNERDEAD, ioctl(2)'s and bpf(2)'s. */
PERFC_API int perfc_event_query_bpf(perfc_event *event, uint32_t *ids,
                                    uint32_t capacity, uint32_t *count,
                                    struct perfc_error *error);

/* Moves a breakpoint: bp_addr, bp_type, bp_len and disabled of attr count, the
 * rest must equal the event's. -EOPNOTSUPP: not a breakpoint. -EINVAL: other
 * fields differ. -E2BIG: attr_size is below 64 or above 4096. -ENOMEM,
 * -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_event_modify_attr(perfc_event *event, const void *attr,
                                      size_t attr_size,
                                      struct perfc_error *error);

/* Enables or disables every event that the calling thread has opened, in this
 * library or elsewhere, whatever the event counts (prctl(2),
 * PR_TASK_PERF_EVENTS_ENABLE and _DISABLE). Errnos: prctl(2)'s. */
PERFC_API int perfc_task_enable(const perfc_host *host);
PERFC_API int perfc_task_disable(const perfc_host *host);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_EVENT_H_ */
