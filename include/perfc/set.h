/* perfc/set.h - many events at once: a list of specs over a target, which is
 * threads, processes, a cgroup or CPUs.
 *
 *   struct perfc_target everything = {.size = sizeof everything,
 *                                     .kind = PERFC_TARGET_CPUS};
 *   perfc_set_open(NULL, specs, &everything, NULL, &set, &error);
 *   perfc_set_mmap(set, PERFC_PAGES_FIT, 0, &error);
 *   perfc_stream_add_set(stream, set, &error);
 *   perfc_set_enable(set);
 *
 * Threads: one at a time per set and the events in it, with the exceptions that
 * event.h names for events, and counts.h for perfc_set_read. In a child of fork():
 * see perfc.h.
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

/* perfc_target.kind */
/* The thread pid. 0: the calling thread. */
#define PERFC_TARGET_THREAD 0x0
/* All threads of the process pid. 0: this process. */
#define PERFC_TARGET_PROCESS 0x1
/* The processes of PERFC_TARGET_PROCESS and all its descendants, with everything
 * that they start from now on: attr.inherit is set. The kernel maps a ring of an
 * inherited event only if the event is bound to a CPU: add PERFC_TARGET_FLAG_EACH_CPU. */
#define PERFC_TARGET_TREE 0x2
/* All threads of a cgroup. */
#define PERFC_TARGET_CGROUP 0x3
/* Everything that runs on CPUs. */
#define PERFC_TARGET_CPUS 0x4

/* perfc_target.flags */
/* Threads and processes have one event on each CPU, even if the target names no
 * CPUs. A CPU that comes online later has no event. */
#define PERFC_TARGET_FLAG_EACH_CPU 0x1

/* Where a set counts or samples. Input struct: set size to sizeof. With all other
 * members 0 it is the calling thread, wherever it runs. */
struct perfc_target {
  /* sizeof the struct. */
  uint32_t size;
  /* PERFC_TARGET_* */
  uint32_t kind;
  /* Of THREAD, PROCESS and TREE. Other kinds: 0. */
  int32_t pid;
  /* PERFC_TARGET_FLAG_EACH_CPU or 0. */
  uint32_t flags;
  /* 0 */
  uint32_t reserved;
  /* The length of cpu_list. */
  uint32_t cpu_count;
  /* The CPUs as sysfs writes them: "0,3-7". NULL, and cpu_list NULL too: CGROUP, CPUS
   * and EACH_CPU take all CPUs that are online; the events of other targets follow
   * their thread. */
  const char *cpus;
  /* The CPUs as numbers. Only one of cpus and cpu_list may be given. */
  const uint32_t *cpu_list;
  /* Of CGROUP: the cgroup's path in its hierarchy, as /proc/PID/cgroup has it
   * ("/system.slice/x"), or the path of its directory. The hierarchy is cgroup v1's
   * perf_event if that is mounted, otherwise cgroup v2. */
  const char *cgroup;
};

/* ---- open ----------------------------------------------------------------- */

/* perfc_set_options.flags */
/* Enable all events after the last one was opened. */
#define PERFC_SET_OPEN_START 0x1
/* Each event starts with its task's execve(2). */
#define PERFC_SET_OPEN_ENABLE_ON_EXEC 0x2
/* Add PERFC_SAMPLE_IDENTIFIER and sample_id_all to every attr. The decoder needs them
 * to tell the records of several specs apart. */
#define PERFC_SET_OPEN_IDENTIFY 0x4
/* If the fd limit is too low, raise the soft RLIMIT_NOFILE by the number of events
 * that are still to be opened. The hard limit bounds it. */
#define PERFC_SET_OPEN_RAISE_FD_LIMIT 0x8
/* A spec that can't be opened is left out on every CPU and thread, and reported. If
 * it leads a group, the next spec of the group that can be opened leads in its place.
 * The new leader takes over PERFC_ATTR_PINNED, PERFC_ATTR_EXCLUSIVE and read_format,
 * and if it doesn't sample by itself, also sample_type, the period or frequency and
 * the wake-up. The open fails if every spec is left out, with the error of the first
 * one. It also fails with an errno that every spec would meet: EMFILE, ENFILE, ENOMEM,
 * ENOSYS, EINTR, and ESRCH if no thread of the target is left. */
#define PERFC_SET_OPEN_TOLERANT 0x10

/* perfc_set_options.fallbacks: changes to an attr that the set may make if the kernel
 * answers with one of the errnos below. They are tried in this order, one at a time.
 * A change applies to the spec on all its CPUs and threads; perfc_set_specs shows the
 * changed attr, and the report has an entry for each change. */
/* EINVAL: freq becomes perf_event_max_sample_rate, if it was above. */
#define PERFC_FALLBACK_FREQ 0x1
/* EINVAL: inherit_thread (Linux 5.13) becomes inherit. */
#define PERFC_FALLBACK_INHERIT_THREAD 0x2
/* EACCES, EPERM: exclude_kernel and exclude_hv are set. */
#define PERFC_FALLBACK_EXCLUDE_KERNEL 0x4
/* EINVAL, EOPNOTSUPP, ENOENT, ENODEV: precise_ip becomes one lower. */
#define PERFC_FALLBACK_PRECISE_IP 0x8
/* EOPNOTSUPP, ENOENT, ENODEV, EINVAL, EACCES: cycles become cpu-clock. The period of
 * cpu-clock is in ns. */
#define PERFC_FALLBACK_CPU_CLOCK 0x10
/* Of perfc_set_mmap. EPERM, ENOMEM: the rings become half as large, down to one page. */
#define PERFC_FALLBACK_RING_SIZE 0x20
/* EINVAL: exclude_guest is cleared, which some PMUs don't know. The set does so
 * without this flag if the spec has PERFC_SPEC_GUEST_DEFAULT. */
#define PERFC_FALLBACK_GUEST 0x40
#define PERFC_FALLBACK_ALL 0x7f

/* Input struct: set size to sizeof. */
struct perfc_set_options {
  /* sizeof the struct. */
  uint32_t size;
  /* 0 */
  uint32_t reserved;
  /* PERFC_SET_OPEN_* */
  uint32_t flags;
  /* PERFC_FALLBACK_* */
  uint32_t fallbacks;
  /* Its entries are replaced by those of this open, on failure too. NULL: none. */
  perfc_report *report;
};

/* Opens every spec on every CPU and thread of the target that the spec counts on. A
 * NULL target is the calling thread, NULL options are all 0. Specs are copied, and
 * their filters are set. The caller owns *set.
 *
 * Every event is opened disabled, whatever attr.disabled says; the siblings of a group
 * follow their leader. perfc_set_enable, execve(2) or PERFC_SET_OPEN_START starts them.
 *
 * A spec of a core PMU counts on that PMU's CPUs among the target's. A spec of an
 * uncore PMU counts on the CPUs of the PMU's cpumask, and no task. These are left out
 * and reported:
 *
 *   a CPU that is offline        ENODEV, of the target CPUS also ESRCH; targets other
 *                                than CPUS and CGROUP fail
 *   a thread that has exited     ESRCH, unless it was the only one of the target
 *
 * A weak group (PERFC_SPEC_WEAK) that the PMU can't count as a group (EINVAL, ENOSPC,
 * EOPNOTSUPP) is broken up and reported. A spec with PERFC_SPEC_MAX_PRECISE takes the
 * highest precise_ip that opens.
 *
 * After any other failure all events are closed again, and error names the event that
 * failed. Besides perf_event_open(2)'s errnos:
 *
 *   -ENOENT  there is no such cgroup, or none of its hierarchies is mounted; PROCESS and
 *            TREE need procfs; a target without CPUs needs sysfs
 *   -EIO     sysfs's list of online CPUs is empty or can't be parsed, or a file of a
 *            CPU's topology has no number
 *   -ESRCH   there is no such thread or process, or all its threads have exited
 *   -ENODEV  every CPU of the target is offline
 *   -EMFILE  no fd is left; see PERFC_SET_OPEN_RAISE_FD_LIMIT
 *   -EINVAL  specs or set is NULL; specs is empty; the target contradicts itself; options
 *            has unknown flags, or both PERFC_SET_OPEN_START and PERFC_SET_OPEN_ENABLE_ON_EXEC; a
 *            spec counts CPUs and the target is tasks or a cgroup; the specs count on
 *            none of the target's CPUs
 *   -E2BIG   target or options have an unknown tail
 *   -EFBIG   a file of sysfs or procfs is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s, read(2)'s, getdents(2)'s; ioctl(2)'s of filters */
PERFC_API int perfc_set_open(const perfc_host *host, const perfc_specs *specs,
                             const struct perfc_target *target,
                             const struct perfc_set_options *options,
                             perfc_set **set, struct perfc_error *error);

/* Closes all events of the set. Streams remove its rings. NULL is fine. */
PERFC_API void perfc_set_close(perfc_set *set);

/* ---- members -------------------------------------------------------------- */

/* perfc_member.status */
/* The event is open. */
#define PERFC_MEMBER_OPEN 0x0
/* Only of the targets CPUS and CGROUP: the CPU is offline. The event keeps its count. */
#define PERFC_MEMBER_OFFLINE 0x1
/* Only of the targets CPUS and CGROUP: the CPU was offline, and the kernel has stopped the
 * event for good. perfc_set_update with REOPEN opens the event again. */
#define PERFC_MEMBER_STOPPED 0x2
/* The thread has exited. Its count, fd and ring stay until perfc_set_close. */
#define PERFC_MEMBER_GONE 0x3
/* The event couldn't be opened. PERFC_SET_OPEN_TOLERANT left out its spec, or an update
 * failed to open it; the next update tries again. */
#define PERFC_MEMBER_ABSENT 0x4

/* One spec on one CPU and thread. Result struct. A member keeps its index; new members
 * come at the end. */
struct perfc_member {
  /* Index in perfc_set_specs. */
  uint32_t spec;
  /* The member that leads its group. Its own index if it leads or stands alone. */
  uint32_t leader;
  /* PERFC_MEMBER_*, as perfc_set_open or perfc_set_update saw it last. */
  uint32_t status;
  /* -1: wherever the thread runs. */
  int32_t cpu;
  /* The thread. -1: everything that runs on cpu, or in the cgroup on cpu. */
  int32_t pid;
  /* The negative errno of the last failed open of this member. If the member was left out
   * because another one failed (its group, CPU or thread), that one's errno. 0: the last
   * open succeeded. */
  int32_t open_error;
  /* NULL: the member isn't open. Borrowed until perfc_set_close, or until a
   * perfc_set_update with REOPEN closes it. The result of that update counts the
   * member as changed. */
  perfc_event *event;
  /* The event whose ring has the member's records; it may be another member's. NULL:
   * there is no ring. */
  perfc_event *ring;
};

/* Returns the number of members, open or not. -EINVAL: NULL. */
PERFC_API int perfc_set_member_count(const perfc_set *set);
/* Fills in up to size bytes of *member. -EINVAL: NULL, or no such index. */
PERFC_API int perfc_set_member(const perfc_set *set, uint32_t index,
                               struct perfc_member *member, size_t size);

/* The specs as they were opened, with the changes that fallbacks, groups and the set's
 * flags made. perfc_specs_get and perfc_specs_count read the list. Borrowed until
 * perfc_set_close. NULL for NULL. */
PERFC_API const perfc_specs *perfc_set_specs(const perfc_set *set);

/* Makes a plan for the records of all members. Its attrs are the specs, in their order,
 * with the ids of their events. The caller owns *plan. Members that are added later
 * aren't in it. -EINVAL: NULL. -ENOMEM, -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_set_create_plan(perfc_set *set, perfc_plan **plan,
                                    struct perfc_error *error);

/* ---- control -------------------------------------------------------------- */

/* Enables, disables or resets all open members; a group starts and stops with its
 * leader. perfc_ioctl describes each. Every member is tried, and the result is the first
 * errno. -EINVAL: NULL. -EOWNERDEAD, and ioctl(2)'s. */
PERFC_API int perfc_set_enable(perfc_set *set);
PERFC_API int perfc_set_disable(perfc_set *set);
PERFC_API int perfc_set_reset(perfc_set *set);

/* perfc_set_update opens events. Without this flag it only updates each status. */
#define PERFC_SET_UPDATE_REOPEN 0x1

/* Finds the CPUs and threads that came and went since the last update, and updates the
 * status of each member. Returns how many members changed: their status changed, or
 * their event was opened or closed. Members are never removed.
 *
 * With PERFC_SET_UPDATE_REOPEN:
 *   - A member whose CPU is back is closed and opened again. It counts from 0 and has no
 *     ring. The kernel never schedules an event again that was on a CPU when the CPU went
 *     offline (perf_event_exit_cpu_context, kernel/events/core.c).
 *   - New CPUs get members if the target is all CPUs. New threads of a PROCESS get
 *     members unless a spec inherits.
 *   - A group is opened whole or not at all. No fallback is applied.
 *   - If the set is enabled, or execve(2) has started it (PERFC_FORMAT_TOTAL_TIME_ENABLED
 *     shows that), new events are enabled.
 *   - A member that can't be opened has status STOPPED or ABSENT and no event. The report
 *     has one entry for each errno, and the next update tries again.
 * Then call perfc_set_mmap and perfc_stream_add_set for the new events. Hits before the
 * ring is mapped are neither recorded nor reported as lost.
 *
 * Every thread that exits leaves its fds and rings in the set. If threads come and go for
 * long, let the kernel follow them: attr.inherit, or PERFC_TARGET_TREE.
 *
 * If a CPU went offline and came back between two updates, the leader's time stands still
 * or the kernel has broken up the group. The update notices the first if the leader's
 * read_format has PERFC_FORMAT_TOTAL_TIME_ENABLED, the second if it has
 * PERFC_FORMAT_GROUP. In an enabled set a leader also stands still if it was disabled
 * alone (PERFC_IOC_DISABLE, perfc_task_disable, the end of PERFC_IOC_REFRESH); REOPEN
 * opens it again.
 *
 * After an error the members that weren't looked at keep their status.
 *
 *   -EINVAL  NULL, or unknown flags
 *   -EIO     the list of online CPUs is empty or can't be parsed, or a file of a CPU's
 *            topology has no number
 *   -EFBIG, open(2)'s, read(2)'s and getdents(2)'s: sysfs or procfs can't be read
 *   -ENOMEM, -EOWNERDEAD */
PERFC_API int perfc_set_update(perfc_set *set, uint32_t flags,
                               struct perfc_error *error);

/* ---- rings ---------------------------------------------------------------- */

/* perfc_set_mmap's flags */
/* One ring for each CPU, or for each thread if the events have no CPU. The first event
 * maps it, and the others write into it (perfc_event_set_output). Their records need ids:
 * see PERFC_SET_OPEN_IDENTIFY. */
#define PERFC_SET_MMAP_SHARED 0x1
/* PERFC_MMAP_OVERWRITE for each ring. */
#define PERFC_SET_MMAP_OVERWRITE 0x2

/* As data_pages: the data_pages of perfc_set_ring_budget. */
#define PERFC_PAGES_FIT 0xffffffff

/* Maps a ring for every open member that writes records and has no ring. Members that
 * sample, and those with side-band records, write records. data_pages is the size of each
 * ring: a power of two, as in perfc_mmap, or PERFC_PAGES_FIT.
 *
 * With data_pages 0 it maps the control page of every open member that has no mapping and
 * writes into no other ring; perfc_read_user needs that page. Such a member gets no ring
 * before perfc_munmap.
 *
 * Maps all or none. Returns how many rings or control pages it mapped.
 *
 *   -EINVAL  NULL; unknown flags; flags with data_pages 0; and as perfc_mmap and
 *            perfc_event_set_output
 *   -EPERM   the rings exceed the mlock budget; see PERFC_FALLBACK_RING_SIZE
 *   -EBADFD  no member writes records, or one has only its control page mapped
 *   -ENOENT, -EIO, -EFBIG, open(2)'s and read(2)'s: with PERFC_PAGES_FIT, as
 *            perfc_set_ring_budget
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s, mmap(2)'s and madvise(2)'s */
PERFC_API int perfc_set_mmap(perfc_set *set, uint32_t data_pages,
                             uint32_t flags, struct perfc_error *error);

/* How large the rings of a set may be. Result struct. */
struct perfc_ring_budget {
  /* How many rings perfc_set_mmap would map now, with the same flags. */
  uint32_t rings;
  /* PERFC_PAGES_FIT in pages, the same for each of these rings. It is the largest power
   * of two from 1 to PERFC_MMAP_DEFAULT_PAGES for which all of them together, with a
   * control page each, fit `budget`. If even rings of 1 page don't fit it is 1, and
   * perfc_set_mmap fails with -EPERM. Without a limit it is PERFC_MMAP_DEFAULT_PAGES. */
  uint32_t data_pages;
  /* Of all these rings together, control pages included. */
  uint64_t bytes;
  /* Bytes that all rings of this user may take: mlock_kb * 1024 * online_cpus +
   * rlimit_memlock (perf_mmap, kernel/events/core.c). Rings that the user has mapped
   * already are not subtracted, because the kernel doesn't show them. ~0: no limit. That
   * is so with CAP_IPC_LOCK outside of user namespaces, with a perf_event_paranoid below
   * 0, and with an unlimited RLIMIT_MEMLOCK. */
  uint64_t budget;
  /* perf_event_mlock_kb, in KiB. */
  uint64_t mlock_kb;
  /* How many CPUs are online. The kernel lets a user lock mlock_kb for each of them. */
  uint64_t online_cpus;
  /* The soft RLIMIT_MEMLOCK in bytes. ~0: no limit. */
  uint64_t rlimit_memlock;
};

/* Fills in up to size bytes of *budget for a perfc_set_mmap with these flags. It reads
 * perf_event_mlock_kb and perf_event_paranoid in /proc/sys/kernel, status and uid_map in
 * /proc/self for CAP_IPC_LOCK, and sysfs's list of online CPUs. On failure *budget is as
 * before.
 *
 *   -EINVAL  NULL, or unknown flags
 *   -ENOENT  procfs or sysfs isn't mounted, or lacks one of these files
 *   -EIO     a file has no number, or no list
 *   -EFBIG   a file is longer than any that the kernel writes
 *   -ENOMEM, -EOWNERDEAD, open(2)'s and read(2)'s */
PERFC_API int perfc_set_ring_budget(const perfc_set *set, uint32_t flags,
                                    struct perfc_ring_budget *budget,
                                    size_t size);

/* Adds all rings of the set that are in no stream yet. Adds all or none, and returns how
 * many. Errors as perfc_stream_add_event. */
PERFC_API int perfc_stream_add_set(perfc_stream *stream, perfc_set *set,
                                   struct perfc_error *error);

/* ---- BPF ------------------------------------------------------------------ */

/* Attach by BPF_LINK_CREATE (Linux 5.15) instead of the ioctl. The event keeps the link's
 * fd. perfc_set_detach_bpf closes the fd, which detaches the program. */
#define PERFC_BPF_LINK 0x1

/* Attaches a program to every open event. Returns how many events took it. The caller
 * keeps prog_fd.
 *
 * The events of one tracepoint, kprobe or uprobe share their programs, so one event of
 * each spec takes the program for all, and -EEXIST from the others is ignored. On failure
 * the links that this call made are closed again. A program that the ioctl attached stays
 * until its event is closed.
 *
 *   -EINVAL  NULL; unknown flags; prog_fd is no BPF program, or one of a type that an event
 *            can't run
 *   -EEXIST  an event has a link, or the program, already
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s and bpf(2)'s */
PERFC_API int perfc_set_attach_bpf(perfc_set *set, int prog_fd, uint32_t flags,
                                   struct perfc_error *error);

/* Closes all links of the set's events. Every one is tried, and the result is the first
 * errno. -EINVAL: NULL. -EOWNERDEAD, and close(2)'s. */
PERFC_API int perfc_set_detach_bpf(perfc_set *set);

/* ---- the open report ------------------------------------------------------ */

/* perfc_report_entry.kind */
/* perfc_report_entry.error ended the call. */
#define PERFC_REPORT_FAILED 0x1
/* An attr was changed by a fallback, or the rings became smaller: see before and after. */
#define PERFC_REPORT_DEGRADED 0x2
/* A CPU was left out because it is offline. */
#define PERFC_REPORT_OFFLINE 0x3
/* A thread was left out because it has exited. */
#define PERFC_REPORT_GONE 0x4
/* PERFC_SET_OPEN_TOLERANT left out a spec. */
#define PERFC_REPORT_ABSENT 0x5
/* A weak group was broken up. The entry's spec was the leader. */
#define PERFC_REPORT_REGROUPED 0x6
/* The soft RLIMIT_NOFILE was raised: see before and after. */
#define PERFC_REPORT_FD_LIMIT 0x7
/* A spec counts on none of the target's CPUs. */
#define PERFC_REPORT_NO_CPU 0x8
/* perfc_set_update opened a member. */
#define PERFC_REPORT_OPENED 0x9
/* The records of a shared ring can't be told apart. */
#define PERFC_REPORT_NO_IDS 0xa

/* The entry is about no spec in particular. */
#define PERFC_REPORT_NO_SPEC 0xffffffff

/* Result struct. */
struct perfc_report_entry {
  /* PERFC_REPORT_* */
  uint32_t kind;
  /* DEGRADED: the PERFC_FALLBACK_* that was applied. FAILED, ABSENT: the one that may help
   * and wasn't in perfc_set_options.fallbacks, or 0. */
  uint32_t step;
  /* Index in perfc_set_specs, or PERFC_REPORT_NO_SPEC. */
  uint32_t spec;
  /* -1: no CPU in particular. */
  int32_t cpu;
  /* -1: no thread in particular. */
  int32_t pid;
  /* 0 */
  uint32_t reserved;
  /* Before the change: Hz, precise_ip, data pages or fds, as the kind and step say. */
  uint64_t before;
  /* After the change, in the same unit. */
  uint64_t after;
  /* The spec's name, cut if it is longer. */
  char event[64];
  /* The reason. */
  struct perfc_error error;
};

/* Makes an empty report. The caller owns *report. -EINVAL: NULL. -ENOMEM. */
PERFC_API int perfc_report_create(perfc_report **report,
                                  struct perfc_error *error);
/* Frees a report that perfc_report_create made. NULL is fine. */
PERFC_API void perfc_report_destroy(perfc_report *report);

/* The set's own report. It has the entries of perfc_set_open, and each later
 * perfc_set_mmap and perfc_set_update adds to it. Borrowed until perfc_set_close. NULL for
 * NULL. */
PERFC_API const perfc_report *perfc_set_report(const perfc_set *set);

/* Returns the number of entries. -EINVAL: NULL. */
PERFC_API int perfc_report_count(const perfc_report *report);
/* Fills in up to size bytes of *entry. -EINVAL: NULL, or no such index. */
PERFC_API int perfc_report_get(const perfc_report *report, uint32_t index,
                               struct perfc_report_entry *entry, size_t size);

/* perfc_report_text writes every entry, each on a line of its own. */
#define PERFC_REPORT_ALL 0xffffffff

/* Writes an entry in English: the event, the reason, and the fallback that may help. One
 * entry has no newline. Returns the length of the whole text and cuts it, as
 * perfc_error_text does. Allocates nothing. -EINVAL: NULL, no such index, or buffer is
 * NULL and size isn't 0. */
PERFC_API int perfc_report_text(const perfc_report *report, uint32_t index,
                                char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_SET_H_ */
