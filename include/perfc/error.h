/* perfc/error.h - how calls fail, and the words for it.
 *
 * Every function returns 0 or a count on success and a negative errno on
 * failure. The kernel's errno arrives unchanged. Where the failure is the
 * library's own finding the errno is one of these, and its meaning is fixed:
 *
 *   -EINVAL      an argument is wrong: NULL, an unknown flag or index, a record of
 *                another type, text that isn't understood
 *   -EBADFD      the handle is in the wrong state: no ring is mapped (call
 *                perfc_mmap), one is mapped already, its ring is in a stream
 *                already, a member isn't open, nothing here writes records
 *   -E2BIG       the size of a struct or attr can't be taken: an attr outside of
 *                64 to 4096 bytes, or a tail that isn't zero
 *   -ENOMEM      memory for a buffer could not be had; nothing was lost
 *   -ENOSPC      the caller's array or scratch is too small
 *   -ENOENT      nothing has that name or id
 *   -ERANGE      a number doesn't fit its field or type
 *   -EOPNOTSUPP  this machine lacks it: libpfm4, or a form of probe
 *   -EFBIG       a file of sysfs, procfs or tracefs is longer than any that the
 *                kernel writes
 *   -ESRCH       every thread of the target is gone
 *   -ENODEV      every CPU of the target is offline; of a ring: its PMU has gone
 *   -ESHUTDOWN   the target has gone and the ring is drained: nothing will come
 *                any more
 *   -EBUSY       a pinned event is in error: the PMU had no counter for it. Of
 *                calls on rings and streams, on Linux 6.15 and newer, see
 *                perfc_next_record; elsewhere it is the kernel's
 *   -EAGAIN      call again: after taking out the records that wait; of clocks,
 *                when nobody sets them
 *   -EIO         the kernel didn't do what it documents
 *   -EBADMSG     bytes aren't as their attr or format says: of a record, of
 *                read(2), or the head of an AUX area
 *   -ENODATA     the record has no such part
 *   -ENOKEY      the record's id is in no attr of the plan
 *   -EKEYREJECTED  the record's id is 0, and the plan has no default attr
 *   -ENOTUNIQ    several fit where one is needed: the plan's attrs can't be told
 *                apart; an event string names several events
 *   -EEXIST      it is there already: an id in the plan, a program on the set
 *   -EBADF       the fd was closed behind the library's back
 *   -EOWNERDEAD  the handle is a parent's, made before fork(): in the child it
 *                may be closed, and calls that would reach the parent's events
 *                are refused (perfc.h)
 *   -ECANCELED   a wait was ended by perfc_event_wake or perfc_stream_wake
 *   -EINTR       a signal handler ran
 *   -ENOTTY      an ioctl request that the UAPI doesn't have
 *
 * Cold calls (open, map, ioctl with arguments, plans, waits) take an optional
 * struct perfc_error, which on failure receives the facts and on success is left
 * alone. Hot calls (next_record, decode, read) return the errno only.
 *
 * Threads: any. One thread at a time uses a struct perfc_error.
 */
#ifndef PERFC_ERROR_H_
#define PERFC_ERROR_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The call that failed. */
#define PERFC_CALL_NONE 0x0 /* the library refused before any system call */
#define PERFC_CALL_PERF_EVENT_OPEN 0x1
#define PERFC_CALL_IOCTL 0x2
#define PERFC_CALL_MMAP 0x3
#define PERFC_CALL_READ 0x4
#define PERFC_CALL_POLL 0x5
#define PERFC_CALL_FCNTL 0x6
#define PERFC_CALL_EVENTFD 0x7
#define PERFC_CALL_OPEN 0x8 /* of a file, or reading it */
#define PERFC_CALL_MADVISE 0x9
#define PERFC_CALL_MALLOC 0xa
#define PERFC_CALL_EPOLL 0xb
#define PERFC_CALL_SETRLIMIT 0xc
#define PERFC_CALL_BPF 0xd

/* The rule behind it, as far as the facts of the system tell. In the comment:
 * what number[] holds, from 0 on. */
#define PERFC_RULE_UNKNOWN 0x0
#define PERFC_RULE_ARGUMENT 0x1 /* detail says which, and why */
/* The highest perf_event_paranoid that would do; 1 if the same was opened with
 * exclude_kernel on trial; 1 if the kernel refuses even that, by a distribution's
 * patch. */
#define PERFC_RULE_PARANOID 0x2
/* The capability that is missing, by its number; 1 if the owner of the process
 * that was asked for needs none. */
#define PERFC_RULE_CAPABILITY 0x3
#define PERFC_RULE_SECCOMP 0x4       /* the Seccomp mode of /proc/self/status */
#define PERFC_RULE_NO_SYSCALL 0x5    /* a kernel without perf events */
#define PERFC_RULE_NO_PMU 0x6        /* no hardware PMU here; type, config */
#define PERFC_RULE_NO_EVENT 0x7      /* type, config */
#define PERFC_RULE_NOT_SUPPORTED 0x8 /* the PMU can't do that; type */
#define PERFC_RULE_FD_LIMIT 0x9      /* open fds, soft limit, hard limit */
#define PERFC_RULE_FD_LIMIT_SYSTEM 0xa /* allocated, maximum; 0: unreadable */
/* MLOCK: wanted bytes, perf_event_mlock_kb (~0: it can't be read), CPUs (0: they
 * can't be counted), RLIMIT_MEMLOCK. */
#define PERFC_RULE_MLOCK 0xb
#define PERFC_RULE_NO_TARGET 0xc    /* pid */
#define PERFC_RULE_CPU_OFFLINE 0xd  /* cpu */
#define PERFC_RULE_CPU_RANGE 0xe    /* cpu, number of possible CPUs */
#define PERFC_RULE_ATTR_SIZE 0xf    /* length passed, length that is known */
#define PERFC_RULE_ATTR_BITS 0x10   /* bits it lacks; detail: the field */
#define PERFC_RULE_SAMPLE_RATE 0x11 /* Hz, perf_event_max_sample_rate */
/* MAX_STACK: sample_max_stack, perf_event_max_stack (~0: it can't be read). */
#define PERFC_RULE_MAX_STACK 0x12
#define PERFC_RULE_BREAKPOINTS 0x13 /* all breakpoint registers are taken */
#define PERFC_RULE_GROUP 0x14       /* leader and sibling don't fit */
#define PERFC_RULE_OUTPUT 0x15      /* SET_OUTPUT's rules; detail says which */
/* The handle is in the wrong state: mapped already, or not mapped; detail says
 * which, and what to call first. */
#define PERFC_RULE_MAPPED 0x16
#define PERFC_RULE_FORKED 0x17       /* pid of the owner, pid here */
#define PERFC_RULE_TARGET_GONE 0x18  /* exited, and the ring is drained */
#define PERFC_RULE_PINNED 0x19       /* in error: no counter was free */
#define PERFC_RULE_MEMORY 0x1a       /* bytes wanted */
#define PERFC_RULE_NOT_AN_EVENT 0x1b /* the fd is no perf event */
#define PERFC_RULE_INHERIT_MMAP 0x1c /* inherit with cpu -1 can't be mapped */
#define PERFC_RULE_NO_TRACEFS 0x20   /* tracefs isn't mounted */
#define PERFC_RULE_TRACEFS_DENIED \
  0x21                                /* may not be read; detail: where it is */
#define PERFC_RULE_NO_TRACEPOINT 0x22 /* detail: its name */
#define PERFC_RULE_FORMAT \
  0x23 /* format file not understood: line; detail why */
#define PERFC_RULE_EVENT_STRING \
  0x28 /* an event string: offset of what is wrong, its length; detail */
#define PERFC_RULE_EVENT_FILE 0x29 /* a file about events; detail says which */
#define PERFC_RULE_CGROUP 0x30     /* detail says what isn't there */
#define PERFC_RULE_NOTHING_OPEN 0x31 /* members, CPUs offline, threads gone */

/* What is known of a failure. The caller owns it; its size is fixed for good,
 * later rules use the numbers and the text that are there. */
struct perfc_error {
  int32_t code;       /* the negative errno that the function returned */
  uint32_t call;      /* PERFC_CALL_* */
  uint32_t rule;      /* PERFC_RULE_* */
  int32_t paranoid;   /* perf_event_paranoid as it was, or -100 where it wasn't
                         looked at or can't be read */
  uint64_t number[8]; /* see the rule */
  char operation[32]; /* the library's function or the ioctl, "SET_OUTPUT" */
  /* What the numbers can't say; NUL-terminated. Of one event among many it
   * begins with the event's name, number[7] bytes long, and ": ". */
  char detail[400];
};

/* Writes what failed, why, and what to try, in English, as one paragraph
 * without a newline. Writes at most `size` bytes including a NUL and returns
 * the length of the whole text without it, as snprintf does: a result of `size`
 * or more was cut. A hot call returns the errno alone: a struct with that code,
 * and the call's name as its operation, says what can be said of it; without an
 * operation the text begins with the errno. buffer may be NULL if size is 0.
 * Allocates nothing. Any thread. -EINVAL: error is NULL, or buffer is NULL with a
 * size. */
PERFC_API int perfc_error_text(const struct perfc_error *error, char *buffer,
                               size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_ERROR_H_ */
