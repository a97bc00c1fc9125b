/* perfc/error.h - how calls fail, and the text of a failure.
 *
 * A call that fails returns a negative errno; perfc.h says what functions return
 * otherwise. An errno of the kernel is passed on unchanged. An errno of the library
 * itself is one of these, and has one fixed meaning:
 *
 *   -EINVAL      an argument is wrong: NULL, an unknown flag or index, a record of
 *                another type, text that isn't understood
 *   -EBADFD      the handle is in the wrong state: no ring is mapped (call
 *                perfc_mmap), one is mapped already, its ring is in a stream
 *                already, a member isn't open, no event writes records, the
 *                writer is finished
 *   -E2BIG       the size of a struct or attr is refused: an attr outside of 64 to
 *                4096 bytes, or a tail that isn't zero
 *   -ENOMEM      memory ran out; no record was lost
 *   -ENOSPC      the caller's array or scratch is too small
 *   -ENOENT      nothing has that name or id
 *   -ERANGE      a number doesn't fit its field or type
 *   -EOPNOTSUPP  this machine lacks the feature: libpfm4, or a form of probe; this
 *                build of the library lacks zstd
 *   -EFBIG       a file of sysfs, procfs or tracefs is longer than any that the
 *                kernel writes
 *   -ESRCH       every thread of the target is gone
 *   -ENODEV      every CPU of the target is offline; for a ring: its PMU is gone
 *   -ESHUTDOWN   the target is gone and the ring is drained, or the file ends: no
 *                more records will come
 *   -EBUSY       a pinned event is in error, because the PMU had no counter for it.
 *                Calls on rings and streams return it on Linux 6.15 and newer, see
 *                perfc_next_record. Other calls pass on the kernel's EBUSY
 *   -EAGAIN      perfc_stitch_push, perfc_stitch_flush: take out the records, then
 *                call again. perfc_event_relate_clock: a clock was set during the
 *                measurement; call again
 *   -EIO         the kernel didn't do as it documents
 *   -EBADMSG     bytes don't match their attr or format: those of a record, of
 *                read(2), of a file, or the head of an AUX area
 *   -ENODATA     the record or file has no such part
 *   -ENOKEY      no attr of the plan has the record's id
 *   -EKEYREJECTED  the record's id is 0, and the plan has no default attr
 *   -ENOTUNIQ    several fit where one is needed: the plan's attrs can't be told
 *                apart; an event string names several events
 *   -EEXIST      it is there already: an id in the plan, a program on the set, the
 *                file that is to be written
 *   -EBADF       the fd was closed without the library
 *   -EOWNERDEAD  the handle was made in the parent, before fork(). The child may
 *                close it. Calls that would reach the parent's events are refused
 *                (perfc.h)
 *   -ECANCELED   perfc_event_wake or perfc_stream_wake ended the wait
 *   -EINTR       a signal handler ran
 *   -ENOTTY      an ioctl request that the UAPI doesn't have
 *
 * Cold calls (open, map, ioctl with arguments, plans, waits) take an optional
 * struct perfc_error. On failure they write the facts into it; on success they
 * leave it unchanged. Hot calls (next_record, decode, read) return only the errno.
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

/* perfc_error.call: the call that failed. */
/* No system call failed: the library found the error itself. */
#define PERFC_CALL_NONE 0x0
#define PERFC_CALL_PERF_EVENT_OPEN 0x1
#define PERFC_CALL_IOCTL 0x2
#define PERFC_CALL_MMAP 0x3
#define PERFC_CALL_READ 0x4
#define PERFC_CALL_POLL 0x5
#define PERFC_CALL_FCNTL 0x6
#define PERFC_CALL_EVENTFD 0x7
/* Opening or reading a file. */
#define PERFC_CALL_OPEN 0x8
#define PERFC_CALL_MADVISE 0x9
#define PERFC_CALL_MALLOC 0xa
#define PERFC_CALL_EPOLL 0xb
#define PERFC_CALL_SETRLIMIT 0xc
#define PERFC_CALL_BPF 0xd
#define PERFC_CALL_WRITE 0xe
#define PERFC_CALL_FSYNC 0xf
#define PERFC_CALL_FSTAT 0x10

/* perfc_error.rule: the kernel's or the library's rule behind the failure, as far
 * as the facts of the system show it. The descriptions list the content of number[],
 * from number[0] on, and of detail. */
/* The rule is unknown. */
#define PERFC_RULE_UNKNOWN 0x0
/* An argument is wrong. detail: which argument, and why. */
#define PERFC_RULE_ARGUMENT 0x1
/* perf_event_paranoid forbids it. Numbers: the highest perf_event_paranoid that
 * would allow it; 1 if a trial with exclude_kernel could be opened; 1 if the kernel
 * refuses even that, because of a distribution's patch. */
#define PERFC_RULE_PARANOID 0x2
/* A capability is missing. Numbers: the capability; 1 if the owner of the target
 * process needs none. */
#define PERFC_RULE_CAPABILITY 0x3
/* A seccomp filter forbids it. Number: the Seccomp mode of /proc/self/status. */
#define PERFC_RULE_SECCOMP 0x4
/* The kernel has no perf events. */
#define PERFC_RULE_NO_SYSCALL 0x5
/* The machine has no hardware PMU. Numbers: type, config. */
#define PERFC_RULE_NO_PMU 0x6
/* The machine doesn't have this event. Numbers: type, config. */
#define PERFC_RULE_NO_EVENT 0x7
/* The PMU can't do this. Number: type. */
#define PERFC_RULE_NOT_SUPPORTED 0x8
/* The process has too many fds. Numbers: open fds, soft limit, hard limit. */
#define PERFC_RULE_FD_LIMIT 0x9
/* The system has too many fds. Numbers: allocated, maximum; 0: unreadable. */
#define PERFC_RULE_FD_LIMIT_SYSTEM 0xa
/* The rings need too much locked memory. Numbers: wanted bytes,
 * perf_event_mlock_kb (~0: unreadable), CPUs (0: unknown), RLIMIT_MEMLOCK. */
#define PERFC_RULE_MLOCK 0xb
/* The target doesn't exist. Number: pid. */
#define PERFC_RULE_NO_TARGET 0xc
/* The CPU is offline. Number: the CPU. */
#define PERFC_RULE_CPU_OFFLINE 0xd
/* The machine has no such CPU. Numbers: the CPU, number of possible CPUs. */
#define PERFC_RULE_CPU_RANGE 0xe
/* The attr's size is refused. Numbers: length passed, length known. */
#define PERFC_RULE_ATTR_SIZE 0xf
/* The attr has bits that the kernel doesn't know. Number: these bits. detail: the
 * field. */
#define PERFC_RULE_ATTR_BITS 0x10
/* The frequency is too high. Numbers: Hz, perf_event_max_sample_rate. */
#define PERFC_RULE_SAMPLE_RATE 0x11
/* The call chain is too long. Numbers: sample_max_stack, perf_event_max_stack (~0:
 * unreadable). */
#define PERFC_RULE_MAX_STACK 0x12
/* All breakpoint registers are in use. */
#define PERFC_RULE_BREAKPOINTS 0x13
/* Leader and sibling don't fit together. */
#define PERFC_RULE_GROUP 0x14
/* A rule of SET_OUTPUT. detail: which rule. */
#define PERFC_RULE_OUTPUT 0x15
/* The handle is in the wrong state: mapped already, or not mapped. detail: which
 * state, and the function to call first. */
#define PERFC_RULE_MAPPED 0x16
/* The handle was made in the parent process. Numbers: pid of the parent, pid of
 * this process. */
#define PERFC_RULE_FORKED 0x17
/* The target has exited, and the ring is drained. */
#define PERFC_RULE_TARGET_GONE 0x18
/* A pinned event is in error, because no counter was free. */
#define PERFC_RULE_PINNED 0x19
/* Memory ran out. Number: wanted bytes. */
#define PERFC_RULE_MEMORY 0x1a
/* The fd is not a perf event. */
#define PERFC_RULE_NOT_AN_EVENT 0x1b
/* An event with inherit and cpu -1 can't be mapped. */
#define PERFC_RULE_INHERIT_MMAP 0x1c
/* tracefs isn't mounted. */
#define PERFC_RULE_NO_TRACEFS 0x20
/* tracefs may not be read. detail: where it is mounted. */
#define PERFC_RULE_TRACEFS_DENIED 0x21
/* The kernel has no such tracepoint. detail: its name. */
#define PERFC_RULE_NO_TRACEPOINT 0x22
/* A format file isn't understood. Number: the line. detail: why. */
#define PERFC_RULE_FORMAT 0x23
/* An event string isn't understood. Numbers: offset of the mistake, its length.
 * detail: the mistake. */
#define PERFC_RULE_EVENT_STRING 0x28
/* A file about events isn't understood. detail: which file. */
#define PERFC_RULE_EVENT_FILE 0x29
/* The cgroup can't be opened. detail: the missing part. */
#define PERFC_RULE_CGROUP 0x30
/* Nothing could be opened. Numbers: members, offline CPUs, exited threads. */
#define PERFC_RULE_NOTHING_OPEN 0x31
/* The content of a file breaks a rule of its format. Number: the offset of these bytes
 * in the file. detail: the rule. */
#define PERFC_RULE_FILE_CONTENT 0x40
/* The library was built without this codec. detail: the codec. */
#define PERFC_RULE_NO_CODEC 0x41
/* A file can't be written. detail: its path. */
#define PERFC_RULE_OUTPUT_FILE 0x42

/* The facts of a failure. The caller owns the struct. Its size is fixed forever;
 * later rules use the numbers and the text. */
struct perfc_error {
  /* The negative errno that the function returned. If the function returned 0 or
   * more, the errno that decoding will return: see perfc_plan_tells_apart. */
  int32_t code;
  /* PERFC_CALL_* */
  uint32_t call;
  /* PERFC_RULE_* */
  uint32_t rule;
  /* perf_event_paranoid at that time. -100: it wasn't read, or can't be read. */
  int32_t paranoid;
  /* The numbers of the rule, see PERFC_RULE_*. */
  uint64_t number[8];
  /* The library's function, or the ioctl: "SET_OUTPUT". If one event can't be opened
   * or mapped, the function is perfc_open or perfc_mmap, also in the errors of
   * perfc_open_string, perfc_set_open and perfc_set_mmap. */
  char operation[48];
  /* Facts beyond the numbers, NUL-terminated. For one event among many the text
   * begins with the event's name, which is number[7] bytes long, and ": ". number[7]
   * is 0 if the text has no such name. */
  char detail[384];
};

/* Writes the failed call, the reason and a remedy to try, in English, as one
 * paragraph without a newline. Writes at most `size` bytes including a NUL, and
 * returns the length of the whole text without the NUL, as snprintf does: if the
 * result is `size` or more, the text was cut.
 *
 * A hot call returns only the errno. For its text, set `code` to the errno,
 * `operation` to the call's name and all else to 0. Without an operation the text
 * begins with the errno.
 *
 * buffer may be NULL if size is 0. Allocates nothing. Any thread.
 * -EINVAL: error is NULL, or buffer is NULL and size isn't 0. */
PERFC_API int perfc_error_text(const struct perfc_error *error, char *buffer,
                               size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_ERROR_H_ */
