/* perfc/names.h - event strings, and lists of what to open: attrs with what an
 * attr can't say.
 *
 *   perfc_specs_create(NULL, &specs, &error);
 *   perfc_specs_parse(specs, "cycles:u,{instructions,cache-misses}", &error);
 *
 * The language is the perf tool's (perf-list(1)): generic events, caches, raw
 * events, PMUs with terms between slashes, names in sysfs, tracepoints with
 * patterns, breakpoints, groups, modifiers; and beyond that probes
 * ("kprobe:FUNCTION+OFFSET", "uprobe:/PATH:OFFSET", "kretprobe:", "uretprobe:")
 * and libpfm4's names ("pfm:EVENT"). docs/events.md has all of it.
 *
 * Attrs of probes point to names that lie in the list.
 *
 * Threads: one at a time per list; events of libpfm4 one at a time in the whole
 * process, because that library has global state. A list is memory and nothing
 * else: after fork() the child has one of its own.
 */
#ifndef PERFC_NAMES_H_
#define PERFC_NAMES_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct perfc_specs perfc_specs;

/* Of perfc_specs_add: it stands alone, or will lead a group. */
#define PERFC_SPEC_NO_LEADER 0xffffffff

/* perfc_spec.flags: what the event asks of whoever opens it. */
#define PERFC_SPEC_WEAK 0x1 /* the group may be broken up (:W) */
#define PERFC_SPEC_SAMPLE_READ \
  0x2 /* only the leader samples, and reads its group (:S) */
#define PERFC_SPEC_MAX_PRECISE \
  0x4                      /* with the highest precise_ip that opens (:P) */
#define PERFC_SPEC_BPF 0x8 /* counted through BPF where that is shared (:b) */
#define PERFC_SPEC_PERCORE \
  0x10 /* counts of a core's hardware threads are one (percore) */
#define PERFC_SPEC_PER_PKG \
  0x20 /* each CPU of a package shows the same: sets open one of them */
#define PERFC_SPEC_SNAPSHOT \
  0x40 /* the value is a level, and not a sum to take differences of */
#define PERFC_SPEC_SYSTEM_WIDE \
  0x80 /* counts CPUs and no task: pid -1 on `cpu_list` only */
#define PERFC_SPEC_GUEST_DEFAULT \
  0x100 /* exclude_guest is set as nobody asked for guests: clear it where a PMU \
           refuses it with EINVAL */
#define PERFC_SPEC_TOOL \
  0x200 /* duration_time, user_time, system_time: the caller measures it, the \
           attr is a dummy event's */

/* perfc_spec.terms: what the event string decided itself, and a caller's
 * defaults should leave alone. The value stands in the attr. */
#define PERFC_TERM_PERIOD 0x1      /* sample_period */
#define PERFC_TERM_FREQ 0x2        /* sample_freq, flag FREQ */
#define PERFC_TERM_TIME 0x4        /* sample_type TIME, set or not */
#define PERFC_TERM_CALL_GRAPH 0x8  /* sample_type CALLCHAIN and what it needs */
#define PERFC_TERM_STACK_SIZE 0x10 /* sample_stack_user */
#define PERFC_TERM_MAX_STACK 0x20  /* sample_max_stack */
#define PERFC_TERM_INHERIT 0x40    /* flag INHERIT, set or not */
#define PERFC_TERM_OVERWRITE 0x80  /* flag WRITE_BACKWARD, set or not */
#define PERFC_TERM_AUX_OUTPUT 0x100      /* flag AUX_OUTPUT */
#define PERFC_TERM_AUX_SAMPLE_SIZE 0x200 /* aux_sample_size */
#define PERFC_TERM_BRANCH_TYPE 0x400     /* branch_sample_type */
#define PERFC_TERM_MAX_EVENTS 0x800      /* perfc_spec.max_events */

/* One of the list. Result struct; pointers are borrowed until the list is
 * destroyed or this event changed, and never NULL but for cpu_list. */
struct perfc_spec {
  uint32_t leader; /* index of the group's leader: its own if it leads or stands
                      alone */
  uint32_t flags;  /* PERFC_SPEC_* */
  const void *attr;
  uint32_t attr_size;
  uint32_t cpu_count;
  const char *name; /* "" where there is none, as in the other texts */
  const char *pmu;
  const char *unit;
  double scale; /* what to multiply counts with to have them in that unit; 1
                   where the event doesn't say */
  /* Ascending: a core PMU's cpus, or an uncore PMU's cpumask. NULL: every CPU. */
  const uint32_t *cpu_list;
  const char *filter; /* for PERFC_IOC_SET_FILTER */
  uint32_t terms;     /* PERFC_TERM_* */
  uint32_t reserved;
  uint64_t max_events; /* end after so many (nr=); 0: no limit */
};

/* Makes an empty list. The caller owns *specs. The host must outlive it.
 * -EINVAL: specs is NULL. -ENOMEM. */
PERFC_API int perfc_specs_create(const perfc_host *host, perfc_specs **specs,
                                 struct perfc_error *error);

/* Frees it. NULL is fine. What was opened from it stays open. */
PERFC_API void perfc_specs_destroy(perfc_specs *specs);

/* Appends one event and returns its index. The attr is the kernel's struct of
 * any version, as in perfc_open; it and the name are copied. NULL name is "".
 * leader: the index of the leader whose group it joins, or
 * PERFC_SPEC_NO_LEADER. -EINVAL: NULL specs or attr, sizes that contradict each
 * other, a leader that isn't one. -E2BIG: attr_size is below 64 or above 4096.
 * -ENOMEM. */
PERFC_API int perfc_specs_add(perfc_specs *specs, const void *attr,
                              size_t attr_size, const char *name,
                              uint32_t leader, struct perfc_error *error);

/* Appends all events of an event string and returns their number. On failure the list is as before.
 *
 * sysfs is read when a string first needs it and remembered until the list is
 * destroyed; the ids of tracepoints are read each time.
 *
 *   -EINVAL      NULL; the string isn't understood, is longer than a megabyte, or
 *                has more than 128 terms; a file of sysfs or tracefs isn't
 *                understood
 *   -ENOENT      no such event, PMU or tracepoint, or no tracefs
 *   -ERANGE      a value has more bits than its field
 *   -EOPNOTSUPP  there is no libpfm4 that knows this machine, or this form of
 *                probe
 *   -EFBIG       a file is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s, read(2)'s and getdents(2)'s
 *
 * For PERFC_RULE_EVENT_STRING number[0] is where in the string the mistake is,
 * counted from 0. */
PERFC_API int perfc_specs_parse(perfc_specs *specs, const char *events,
                                struct perfc_error *error);

/* How many events the list has; -EINVAL for NULL. */
PERFC_API int perfc_specs_count(const perfc_specs *specs);

/* One of them. -EINVAL: NULL, or index isn't below the count. */
PERFC_API int perfc_specs_get(const perfc_specs *specs, uint32_t index,
                              struct perfc_spec *spec, size_t size);

/* Another attr for one of them: what the caller's tool samples, say. It is
 * copied, see perfc_specs_add. -EINVAL: NULL specs or attr, sizes that contradict
 * each other, no such index. -E2BIG: attr_size is below 64 or above 4096.
 * -ENOMEM. */
PERFC_API int perfc_specs_set_attr(perfc_specs *specs, uint32_t index,
                                   const void *attr, size_t attr_size,
                                   struct perfc_error *error);

/* The filter for one of them, in the language of PERFC_IOC_SET_FILTER: of a
 * tracepoint "prev_pid != 0", of an AUX PMU "filter main @/bin/ls". It is
 * copied, and whoever opens the list sets it. NULL or "": none. -EINVAL: NULL
 * specs, or no such index. -ENOMEM. */
PERFC_API int perfc_specs_set_filter(perfc_specs *specs, uint32_t index,
                                     const char *filter,
                                     struct perfc_error *error);

/* Writes what an attr is called: an event string that makes the same attr, as
 * far as there is one ("cycles:u", "cpu/cache-misses/", "sched:sched_switch",
 * "mem:0x1000/8:rw"), else one of numbers. On a hybrid machine it may be the
 * PMU's own event of the generic one's name. Periods, what is sampled, and
 * exclude_guest are no part of a name, and what a probe points to isn't looked
 * at. Writes at most `size` bytes with a NUL, and returns the length of the whole
 * as perfc_error_text does. Reads sysfs, and for a tracepoint all of tracefs's
 * ids. Any thread. -EINVAL: attr is NULL, or buffer with a size, or sizes
 * contradict each other; -E2BIG: attr_size is below 64 or above 4096; -ENOMEM. */
PERFC_API int perfc_attr_label(const perfc_host *host, const void *attr,
                               size_t attr_size, char *buffer, size_t size);

/* What can be listed. */
#define PERFC_CATALOG_HARDWARE 0x1
#define PERFC_CATALOG_SOFTWARE 0x2
#define PERFC_CATALOG_CACHE 0x4
#define PERFC_CATALOG_TOOL 0x8       /* what the caller measures itself */
#define PERFC_CATALOG_PMU 0x10       /* PMUs: the name stands before a slash */
#define PERFC_CATALOG_PMU_EVENT 0x20 /* what sysfs calls their events */
#define PERFC_CATALOG_TRACEPOINT 0x40
#define PERFC_CATALOG_ALL 0x7f

/* Result struct; the texts are borrowed from the list, and never NULL. */
struct perfc_catalog_entry {
  uint32_t kind; /* one of PERFC_CATALOG_* */
  uint32_t reserved;
  const char *name; /* an event string, but for a PMU */
  const char *pmu;  /* "" where it isn't bound to one */
  const char *unit; /* "Joules"; "" for plain counts */
  const char
      *description; /* the event's terms; the PMU's type, CPUs, fields, address
                              filters and caps; the usual name; or "" */
  double scale;     /* what to multiply counts with to have them in that unit */
};

/* What has a name on this machine, in the order of the kinds. Hardware and cache
 * events are listed whether or not a CPU here counts them; where tracefs isn't
 * mounted there are no tracepoints. */
typedef struct perfc_catalog perfc_catalog;

/* Reads all of the kinds at once. The caller owns *list. -EINVAL: NULL list,
 * unknown kinds, or a file there isn't understood; -ENOENT: PMUs or their
 * events, and no sysfs; -EFBIG: a file there is longer than any that the kernel
 * writes; -ENOMEM; open(2)'s, read(2)'s and getdents(2)'s. */
PERFC_API int perfc_catalog_create(const perfc_host *host, uint32_t kinds,
                                   perfc_catalog **list,
                                   struct perfc_error *error);
PERFC_API void perfc_catalog_destroy(perfc_catalog *list);
/* How many entries it has; -EINVAL for NULL. */
PERFC_API int perfc_catalog_count(const perfc_catalog *list);
/* -EINVAL: NULL, or index isn't below the count. Any thread. */
PERFC_API int perfc_catalog_get(const perfc_catalog *list, uint32_t index,
                                struct perfc_catalog_entry *entry, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_NAMES_H_ */
