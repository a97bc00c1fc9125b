/* perfc/set.h - many events at once: a list of specs over a target, which is
 * threads, processes, a cgroup or CPUs.
 *
 *   struct perfc_target everything = {sizeof everything, PERFC_TARGET_CPUS};
 *   perfc_set_open(NULL, specs, &everything, NULL, &set, &error);
 *   perfc_set_mmap(set, 0, 0, &error);
 *   perfc_stream_add_set(stream, set, &error);
 *   perfc_set_enable(set);
 *
 * Threads: one at a time per set and the events in it, with the exceptions that
 * event.h names for events. In a child of fork(): see perfc.h.
 */
#ifndef PERFC_SET_H_
#define PERFC_SET_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/host.h"
#include "perfc/names.h"
#include "perfc/stream.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The events of a list of specs, opened over a target. */
typedef struct perfc_set perfc_set;
/* What happened while a set was opened, mapped or updated. */
typedef struct perfc_report perfc_report;

/* ---- the target ----------------------------------------------------------- */

#define PERFC_TARGET_THREAD 0x0 /* pid is a thread; 0: the calling one */
#define PERFC_TARGET_PROCESS \
  0x1 /* all threads of the process pid, 0: this one */
/* As PROCESS, with the processes that descend from it, and all that any of them
 * starts from now on: attr.inherit is set. The kernel maps an inherited event
 * only on a CPU: with PERFC_TARGET_EACH_CPU. */
#define PERFC_TARGET_TREE 0x2
#define PERFC_TARGET_CGROUP 0x3 /* what runs in a cgroup */
#define PERFC_TARGET_CPUS 0x4   /* all that runs on CPUs */

/* Threads and processes on each CPU by an event of its own, even if no CPUs are
 * named. What they do on a CPU that comes online later isn't counted. */
#define PERFC_TARGET_EACH_CPU 0x1

/* Input struct: set size to sizeof. All zero but for size: the calling thread,
 * wherever it runs. */
struct perfc_target {
  uint32_t size;
  uint32_t kind;     /* PERFC_TARGET_* */
  int32_t pid;       /* of THREAD, PROCESS and TREE; else 0 */
  uint32_t flags;    /* PERFC_TARGET_EACH_CPU or 0 */
  uint32_t reserved; /* 0 */
  /* Of CPUs: how many are at cpu_list. */
  uint32_t cpu_count;
  /* The CPUs as sysfs writes them, "0,3-7". Where neither cpus nor cpu_list is
   * given: of CGROUP and CPUS, and with EACH_CPU, all that are online; else the
   * events follow their thread. */
  const char *cpus;
  const uint32_t *cpu_list; /* the same as numbers; only one of the two */
  /* Of CGROUP: its path in the hierarchy, "/system.slice/x" as in
   * /proc/PID/cgroup, or that of its directory. The hierarchy is cgroup v1's
   * perf_event if that is mounted, else cgroup v2. */
  const char *cgroup;
};

/* ---- open ----------------------------------------------------------------- */

/* perfc_set_options.flags */
#define PERFC_SET_START 0x1          /* enable all once all are open */
#define PERFC_SET_ENABLE_ON_EXEC 0x2 /* each starts with its task's execve(2) */
/* Put PERF_SAMPLE_IDENTIFIER and sample_id_all into every attr: what tells the
 * records of several specs apart. */
#define PERFC_SET_IDENTIFY 0x4
/* Where the fd limit stands in the way, raise the soft RLIMIT_NOFILE by as many
 * as are still to be opened, as far as the hard one allows. */
#define PERFC_SET_RAISE_FD_LIMIT 0x8
/* A spec that can't be opened is left out on every CPU and thread, and reported. If
 * it leads a group, the next spec of the group that can be opened leads in its place
 * and takes over PERFC_ATTR_PINNED, PERFC_ATTR_EXCLUSIVE and read_format. The open
 * still fails where every spec is left out, with the error of the first one, and by
 * an errno that other specs would meet too: EMFILE, ENFILE, ENOMEM, ENOSYS, EINTR, and
 * ESRCH if no thread of the target is left. */
#define PERFC_SET_TOLERANT 0x10

/* perfc_set_options.fallbacks: steps down that may be taken if the kernel says
 * one of the errnos beside. They are tried in this order, one at a time, and
 * change the attr of the spec on all CPUs and threads; perfc_set_specs shows it
 * and the report has each. */
#define PERFC_FALLBACK_FREQ 0x1 /* EINVAL: freq down to the sysctl's maximum */
/* EINVAL: inherit_thread (Linux 5.13) becomes inherit. */
#define PERFC_FALLBACK_INHERIT_THREAD 0x2
/* EACCES, EPERM: exclude_kernel and exclude_hv. */
#define PERFC_FALLBACK_EXCLUDE_KERNEL 0x4
/* EINVAL, EOPNOTSUPP, ENOENT, ENODEV: precise_ip one lower. */
#define PERFC_FALLBACK_PRECISE_IP 0x8
/* EOPNOTSUPP, ENOENT, ENODEV, EINVAL, EACCES: cpu-clock instead of cycles. Its
 * period is in ns. */
#define PERFC_FALLBACK_CPU_CLOCK 0x10
/* Of perfc_set_mmap. EPERM, ENOMEM: rings of half the size, down to a page. */
#define PERFC_FALLBACK_RING_SIZE 0x20
/* EINVAL: exclude_guest is cleared, which not every PMU knows. Taken unasked
 * where nobody asked for the flag either (PERFC_SPEC_GUEST_DEFAULT). */
#define PERFC_FALLBACK_GUEST 0x40
#define PERFC_FALLBACK_ALL 0x7f

/* Input struct: set size to sizeof. */
struct perfc_set_options {
  uint32_t size;
  uint32_t reserved;    /* 0 */
  uint32_t flags;       /* PERFC_SET_* */
  uint32_t fallbacks;   /* PERFC_FALLBACK_* */
  perfc_report *report; /* replaced by the set's, on failure too; NULL: none */
};

/* Opens every spec on every CPU and thread of the target that it counts on; a
 * NULL target is all zero, and so are NULL options. Specs are copied. All events
 * are opened disabled, the siblings of a group with their leader, whatever
 * attr.disabled says, and wait for perfc_set_enable, execve(2) or
 * PERFC_SET_START. A spec's filter is set.
 *
 * The CPUs are the target's, of these the spec's own: those of a core PMU, or
 * the cpumask of an uncore PMU, which counts CPUs and no task. Left out, and
 * reported:
 *
 *   a CPU that is offline        ENODEV, and ESRCH where pid is -1
 *   a thread that has exited     ESRCH; unless it was all of the target
 *
 * A weak group (PERFC_SPEC_WEAK) that the PMU can't count as one (EINVAL,
 * ENOSPC, EOPNOTSUPP) is broken up, which is reported too. A spec with
 * PERFC_SPEC_MAX_PRECISE takes the highest precise_ip that opens, and one with
 * PERFC_SPEC_GUEST_DEFAULT counts guests where the PMU refuses to leave them out.
 *
 * If anything else fails, or nothing was opened, all is closed again, and error
 * names the event. The caller owns *set. Besides perf_event_open(2)'s:
 *
 *   -ENOENT  no such cgroup, or none of its hierarchies is mounted; no procfs,
 *            which tells the threads of a PROCESS or TREE; no sysfs, which tells the
 *            CPUs that are online
 *   -EIO     sysfs's list of online CPUs is empty, or no list, or a file of a
 *            CPU's topology has no number
 *   -ESRCH   no such thread or process, or all of its threads are gone
 *   -ENODEV  every CPU is offline
 *   -EMFILE  no fd is left; see PERFC_SET_RAISE_FD_LIMIT
 *   -EINVAL  a target that can't be; a spec that counts CPUs over a task or
 *            cgroup; none of the target's CPUs is one that the specs count on
 *   -E2BIG   target or options have an unknown tail
 *   -EFBIG   a file of sysfs or procfs is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s, read(2)'s, getdents(2)'s; ioctl(2)'s of filters */
PERFC_API int perfc_set_open(const perfc_host *host, const perfc_specs *specs,
                             const struct perfc_target *target,
                             const struct perfc_set_options *options,
                             perfc_set **set, struct perfc_error *error);

/* Closes all its events. NULL is fine. Streams let go of its rings. */
PERFC_API void perfc_set_close(perfc_set *set);

/* ---- what is in it -------------------------------------------------------- */

/* perfc_member.status */
#define PERFC_MEMBER_OPEN 0x0
#define PERFC_MEMBER_OFFLINE \
  0x1 /* the CPU is offline; what was counted stays */
/* The CPU was offline, and the kernel has stopped the event for good:
 * perfc_set_update opens it again. */
#define PERFC_MEMBER_STOPPED 0x2
/* The thread has exited. Its counts stay, and so do its fd and ring, until
 * perfc_set_close: see perfc_set_update. */
#define PERFC_MEMBER_GONE 0x3
/* It couldn't be opened: of a spec that TOLERANT left out, or by an update, of
 * which the next one tries again. */
#define PERFC_MEMBER_ABSENT 0x4

/* One spec on one CPU and thread. Result struct. Members keep their index; new
 * ones come at the end. */
struct perfc_member {
  /* Index in perfc_set_specs. */
  uint32_t spec;
  /* The member that leads its group. Its own index if it leads or stands alone. */
  uint32_t leader;
  /* PERFC_MEMBER_*, as last seen. */
  uint32_t status;
  /* -1: wherever the thread runs. */
  int32_t cpu;
  /* The thread. -1: whatever runs on cpu, or in the cgroup on cpu. */
  int32_t pid;
  /* The negative errno of the last failed open of this member, or of the member
   * of its group, CPU or thread for which it was left out. 0: it is open, or was
   * when its CPU or thread went. */
  int32_t open_error;
  /* NULL: it isn't open. Borrowed: the set closes the event in perfc_set_close, or
   * before in a perfc_set_update with REOPEN, even if that can't open the member
   * again. perfc_set_update counts both as a change of the member. */
  perfc_event *event;
  /* The event whose ring has the member's records, which may be another
   * member's. NULL: there is no ring. */
  perfc_event *ring;
};

/* How many members there are, open or not. -EINVAL: NULL. */
PERFC_API int perfc_set_member_count(const perfc_set *set);
/* -EINVAL: NULL, or no such index. */
PERFC_API int perfc_set_member(const perfc_set *set, uint32_t index,
                               struct perfc_member *member, size_t size);

/* The specs as they were opened: degraded, regrouped, with the attr's flags that
 * the set decides. perfc_specs_get and perfc_specs_count read the list. Borrowed
 * until perfc_set_close. NULL for NULL. */
PERFC_API const perfc_specs *perfc_set_specs(const perfc_set *set);

/* A plan for the records of all members: its attrs are the specs, in their
 * order, with the ids of their events. The caller owns *plan; later members are
 * not in it. -EINVAL: NULL. -ENOMEM, -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_set_create_plan(perfc_set *set, perfc_plan **plan,
                                    struct perfc_error *error);

/* ---- control -------------------------------------------------------------- */

/* Enables, disables or resets all members that are open, groups as one. See
 * perfc_ioctl. All are tried; the result is the first errno. -EINVAL: NULL.
 * -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_set_enable(perfc_set *set);
PERFC_API int perfc_set_disable(perfc_set *set);
PERFC_API int perfc_set_reset(perfc_set *set);

/* Without REOPEN it only looks. */
#define PERFC_SET_UPDATE_REOPEN 0x1

/* Looks which CPUs and threads came and went since, and updates each member's
 * status. With PERFC_SET_UPDATE_REOPEN members whose CPU is back are closed and
 * opened again, counting from 0 and without a ring, for the kernel never
 * schedules again what was on a CPU as it went offline, ENABLE or not
 * (perf_event_exit_cpu_context, kernel/events/core.c); and CPUs that are new
 * in a target of all CPUs, and new threads of a PROCESS, get members. Of a group
 * all events are opened or none. If the set was enabled they are too, as they are
 * where execve(2) has started it, which PERFC_FORMAT_TOTAL_TIME_ENABLED tells.
 * Afterwards perfc_set_mmap and
 * perfc_stream_add_set take in what has no ring; what it counts before is in no
 * record, nor told as lost.
 *
 * Members only become more, with their fds and rings. Where threads come and go
 * for long let the kernel follow them: attr.inherit, or PERFC_TARGET_TREE.
 *
 * A CPU that went offline and came back between two looks is noticed where the
 * leader's read_format has TOTAL_TIME_ENABLED, for its time stands still, or
 * where a group has PERFC_FORMAT_GROUP, for the kernel has broken it up. In a set
 * that is enabled, a leader that was disabled by itself
 * (PERFC_IOC_DISABLE, perfc_task_disable, the end of PERFC_IOC_REFRESH) stands still
 * too, and REOPEN opens
 * it again.
 *
 * Returns how many members changed: in status, or were opened or closed. Steps
 * down are not taken here: what can't be opened is reported, once for each errno,
 * keeps the status STOPPED or ABSENT without an event, and is tried again by the
 * next update. -EINVAL: NULL, unknown flags.
 * -ENOMEM, -EOWNERDEAD. -EIO: the list of online CPUs is empty, or no list, or a
 * file of a CPU's topology has no number.
 * -EFBIG, open(2)'s, read(2)'s and getdents(2)'s: sysfs or procfs can't be read.
 * After these what couldn't be looked at has the status that it had. */
PERFC_API int perfc_set_update(perfc_set *set, uint32_t flags,
                               struct perfc_error *error);

/* ---- rings ---------------------------------------------------------------- */

/* One ring for each CPU, or where the events have none for each thread: the
 * first event there maps it, the others write into it (perfc_event_set_output). They
 * need ids in their records, see PERFC_SET_IDENTIFY. */
#define PERFC_SET_MMAP_SHARED 0x1
/* PERFC_MMAP_OVERWRITE for each. */
#define PERFC_SET_MMAP_OVERWRITE 0x2

/* Maps a ring for every open member that writes records and has none: those
 * that sample, or have side-band records. data_pages as in perfc_mmap, but 0
 * takes what perfc_set_ring_budget says, and fails as it does. All or none.
 * Returns how many rings it mapped.
 *
 * -EINVAL: unknown flags, and as perfc_mmap and perfc_event_set_output. -EPERM: beyond
 * the mlock budget, and no PERFC_FALLBACK_RING_SIZE. -EBADFD: nothing in the set
 * writes records. -ENOMEM, -EOWNERDEAD, ioctl(2)'s, mmap(2)'s and
 * madvise(2)'s. With 0 data_pages also -ENOENT, -EIO, -EFBIG, open(2)'s and
 * read(2)'s, as perfc_set_ring_budget. */
PERFC_API int perfc_set_mmap(perfc_set *set, uint32_t data_pages,
                             uint32_t flags, struct perfc_error *error);

/* How large rings may be. Result struct. */
struct perfc_ring_budget {
  uint32_t rings; /* that perfc_set_mmap would map with these flags */
  uint32_t
      data_pages; /* of each: PERFC_MMAP_DEFAULT_PAGES, or the most that the
                          budget allows, at least 1 */
  uint64_t bytes; /* of all of them, control pages included */
  /* What all rings of this user may take: mlock_kb x CPUs and then RLIMIT_MEMLOCK
   * (perf_mmap, kernel/events/core.c). What the user has mapped already can't be
   * told from outside. ~0: no limit, by CAP_IPC_LOCK outside of user
   * namespaces, a perf_event_paranoid below 0, or RLIMIT_MEMLOCK. */
  uint64_t budget;
  uint64_t mlock_kb; /* perf_event_mlock_kb */
  /* How many CPUs are online. For each of them the kernel lets a user lock
   * mlock_kb. */
  uint64_t online_cpus;
  uint64_t rlimit_memlock; /* soft, bytes; ~0: none */
};

/* Reads perf_event_mlock_kb and perf_event_paranoid in /proc/sys/kernel,
 * /proc/self/status and uid_map for CAP_IPC_LOCK, and sysfs's list of online CPUs.
 * On failure *plan is as before.
 *
 *   -EINVAL  NULL, unknown flags
 *   -ENOENT  procfs or sysfs isn't mounted, or lacks one of these files
 *   -EIO     one of them has no number, or no list
 *   -EFBIG   one of them is longer than any that the kernel writes
 *   -ENOMEM, -EOWNERDEAD, open(2)'s and read(2)'s */
PERFC_API int perfc_set_ring_budget(const perfc_set *set, uint32_t flags,
                                    struct perfc_ring_budget *plan,
                                    size_t size);

/* Adds all rings of the set that are in no stream yet. Returns how many: all or
 * none. Errors as perfc_stream_add_event. */
PERFC_API int perfc_stream_add_set(perfc_stream *stream, perfc_set *set,
                                   struct perfc_error *error);

/* ---- BPF ------------------------------------------------------------------ */

/* Attach by BPF_LINK_CREATE instead of the ioctl (Linux 5.15): the event keeps the
 * link's fd, and perfc_set_detach_bpf closes it, which detaches the program. */
#define PERFC_BPF_LINK 0x1

/* Attaches a program to every open event. The caller keeps prog_fd. Events of
 * one tracepoint, kprobe or uprobe share their programs: the first one of each
 * spec takes it for all, and EEXIST of the others is ignored. On failure links
 * made by this call are closed again; what the ioctl attached stays until its
 * event is closed. Returns how many events took it.
 *
 *   -EINVAL  NULL, unknown flags, no BPF program, or of a type that an event
 *            can't run
 *   -EEXIST  an event has a link, or the program, already
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s and bpf(2)'s */
PERFC_API int perfc_set_attach_bpf(perfc_set *set, int prog_fd, uint32_t flags,
                                   struct perfc_error *error);

/* Closes all links. All are tried; the result is the first errno. -EINVAL: NULL.
 * -EOWNERDEAD, and close(2)'s. */
PERFC_API int perfc_set_detach_bpf(perfc_set *set);

/* ---- the open report ------------------------------------------------------ */

/* perfc_report_entry.kind */
#define PERFC_REPORT_FAILED 0x1   /* error ended the call */
#define PERFC_REPORT_DEGRADED 0x2 /* a step down was taken; before, after */
#define PERFC_REPORT_OFFLINE 0x3  /* a CPU was left out */
#define PERFC_REPORT_GONE 0x4     /* a thread was left out */
#define PERFC_REPORT_ABSENT 0x5   /* a spec was left out, see TOLERANT */
#define PERFC_REPORT_REGROUPED \
  0x6                             /* a weak group was broken up; spec: leader */
#define PERFC_REPORT_FD_LIMIT 0x7 /* the soft limit was raised; before, after */
#define PERFC_REPORT_NO_CPU 0x8 /* a spec counts on none of the target's CPUs */
#define PERFC_REPORT_OPENED 0x9 /* a member was opened by an update */
#define PERFC_REPORT_NO_IDS \
  0xa /* records of a shared ring can't be told apart */

#define PERFC_REPORT_NO_SPEC 0xffffffff

/* Result struct. */
struct perfc_report_entry {
  uint32_t kind;
  /* DEGRADED: the step, PERFC_FALLBACK_*. FAILED, ABSENT: the step that could be
   * tried and wasn't asked for, or 0. */
  uint32_t step;
  uint32_t spec; /* PERFC_REPORT_NO_SPEC: of none in particular */
  int32_t cpu;   /* -1: of none in particular, or any */
  int32_t pid;
  uint32_t reserved;
  uint64_t before; /* Hz, precise_ip, data pages, fds */
  uint64_t after;
  char event[64];           /* the spec's name, cut if it is longer */
  struct perfc_error error; /* what made it necessary */
};

/* Makes an empty one. The caller owns *report. -EINVAL: NULL. -ENOMEM. */
PERFC_API int perfc_report_create(perfc_report **report,
                                  struct perfc_error *error);
PERFC_API void perfc_report_destroy(perfc_report *report);

/* The set's own: of its open, and of every later map and update. Borrowed until
 * perfc_set_close, and it grows. NULL for NULL. */
PERFC_API const perfc_report *perfc_set_report(const perfc_set *set);

/* How many entries it has. -EINVAL: NULL. */
PERFC_API int perfc_report_count(const perfc_report *report);
/* -EINVAL: NULL, or no such index. */
PERFC_API int perfc_report_get(const perfc_report *report, uint32_t index,
                               struct perfc_report_entry *entry, size_t size);

/* Every entry of perfc_report_text, one to a line. */
#define PERFC_REPORT_ALL 0xffffffff

/* What happened, why, and what to try, in English. One entry is one line
 * without its newline. Length and cutting as of perfc_error_text. Allocates
 * nothing. -EINVAL: NULL, no such index, or buffer is NULL with a size. */
PERFC_API int perfc_report_text(const perfc_report *report, uint32_t index,
                                char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_SET_H_ */
