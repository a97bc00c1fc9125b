/* perfc/names.h - event strings, and what has a name on this machine.
 *
 *   perfc_specs_create(NULL, &specs, &error);
 *   perfc_specs_parse(specs, "cycles:u,{instructions,cache-misses}", 0, &error);
 *   perfc_set_open(NULL, specs, &target, NULL, &set, &error);
 *
 * perfc_specs is a list of events to open: each has an attr and the facts that
 * an attr has no place for. perfc_set_open (set.h) opens the list. One event
 * needs no list: perfc_open_string (event.h) opens it by its name.
 *
 * Event strings are in the language of the perf tool (perf-list(1)): generic
 * events, caches, raw events, PMUs with terms between slashes, the names in
 * sysfs, tracepoints with patterns, breakpoints, groups, modifiers. The library
 * adds probes ("kprobe:FUNCTION+OFFSET", "uprobe:/PATH:OFFSET", "kretprobe:",
 * "uretprobe:") and the names of libpfm4 ("pfm:EVENT"). docs/events.md describes
 * the whole language.
 *
 * The attr of a probe points to a name, which lies in the list. Open such an
 * attr before the list is destroyed.
 *
 * Threads: one thread at a time per list; any number of threads per catalog. Names
 * of libpfm4: one thread at a time in the whole process, because libpfm4 has global
 * state. Lists and catalogs are memory: a child of fork() has copies.
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

/* perfc_specs_add: the event joins no group. It stands alone, or leads a group. */
#define PERFC_SPEC_NO_LEADER 0xffffffff

/* perfc_spec.flags: how the event has to be opened and read. */
/* If the group doesn't fit the PMU, open its events one by one (:W). */
#define PERFC_SPEC_WEAK 0x1
/* Only the leader samples, and its samples carry the counts of the group (:S). */
#define PERFC_SPEC_SAMPLE_READ 0x2
/* Use the highest precise_ip that the PMU takes (:P). */
#define PERFC_SPEC_MAX_PRECISE 0x4
/* Count through BPF, which shares one event between many users (:b). */
#define PERFC_SPEC_BPF 0x8
/* Add up the counts of the hardware threads of a core (percore). */
#define PERFC_SPEC_PERCORE 0x10
/* All CPUs of a package have the same count. Sets open one CPU of each package. */
#define PERFC_SPEC_PER_PKG 0x20
/* The count is a level. Differences of two reads mean nothing. */
#define PERFC_SPEC_SNAPSHOT 0x40
/* The event counts CPUs and no task: open it with pid -1 on each of cpu_list. */
#define PERFC_SPEC_SYSTEM_WIDE 0x80
/* exclude_guest is set by default, because the string has no modifier. If the PMU
 * refuses it with EINVAL, clear it and open again. */
#define PERFC_SPEC_GUEST_DEFAULT 0x100
/* duration_time, user_time or system_time. The kernel has no such event: the
 * caller measures the time, and the attr is that of a dummy event. */
#define PERFC_SPEC_TOOL 0x200

/* perfc_spec.terms: members of the attr that the event string decided. A program
 * that has defaults of its own leaves these members alone. */
/* sample_period. */
#define PERFC_TERM_PERIOD 0x1
/* The sample_freq, and PERFC_ATTR_FREQ. */
#define PERFC_TERM_FREQ 0x2
/* PERFC_SAMPLE_TIME in sample_type, set or clear. */
#define PERFC_TERM_TIME 0x4
/* PERFC_SAMPLE_CALLCHAIN in sample_type, set or clear, and the members that call
 * chains need. */
#define PERFC_TERM_CALL_GRAPH 0x8
/* sample_stack_user. */
#define PERFC_TERM_STACK_SIZE 0x10
/* sample_max_stack. */
#define PERFC_TERM_MAX_STACK 0x20
/* PERFC_ATTR_INHERIT, set or clear. */
#define PERFC_TERM_INHERIT 0x40
/* PERFC_ATTR_WRITE_BACKWARD, set or clear. */
#define PERFC_TERM_OVERWRITE 0x80
/* PERFC_ATTR_AUX_OUTPUT. */
#define PERFC_TERM_AUX_OUTPUT 0x100
/* aux_sample_size. */
#define PERFC_TERM_AUX_SAMPLE_SIZE 0x200
/* branch_sample_type. */
#define PERFC_TERM_BRANCH_TYPE 0x400
/* perfc_spec.max_events. */
#define PERFC_TERM_MAX_EVENTS 0x800

/* One event of a list. Result struct. Its pointers are borrowed until the list is
 * destroyed or this event is changed. Texts are never NULL: "" if there is none. */
struct perfc_spec {
  /* Index of the group's leader. An event that leads or stands alone has its own
   * index here. */
  uint32_t leader;
  /* PERFC_SPEC_* */
  uint32_t flags;
  /* The kernel's struct perf_event_attr, attr_size bytes. */
  const void *attr;
  /* Bytes of attr. */
  uint32_t attr_size;
  /* Length of cpu_list; 0: every CPU. */
  uint32_t cpu_count;
  /* The event as the string names it, or its term name=. */
  const char *name;
  /* Name of the PMU in sysfs. */
  const char *pmu;
  /* Unit of the scaled count, such as "Joules"; "" for plain counts. */
  const char *unit;
  /* Count times scale is in that unit. 1 unless sysfs says otherwise. */
  double scale;
  /* The CPUs of a core PMU, or the cpumask of an uncore PMU; ascending. NULL: every
   * CPU. */
  const uint32_t *cpu_list;
  /* The filter that perfc_set_open sets on each event. */
  const char *filter;
  /* PERFC_TERM_* */
  uint32_t terms;
  /* 0 */
  uint32_t reserved;
  /* The term nr=: end after so many samples; 0: no limit. */
  uint64_t max_events;
};

/* Makes an empty list. The caller owns *specs and ends it with
 * perfc_specs_destroy, before the host.
 *
 *   -EINVAL  specs is NULL
 *   -ENOMEM */
PERFC_API int perfc_specs_create(const perfc_host *host, perfc_specs **specs,
                                 struct perfc_error *error);

/* Frees the list; NULL does nothing. Events that were opened from it stay open. */
PERFC_API void perfc_specs_destroy(perfc_specs *specs);

/* Appends one event and returns its index. The list copies attr and name.
 *
 *   attr, attr_size  the kernel's struct of any version, as in perfc_open
 *   name             NULL is ""
 *   leader           index of the leader whose group the event joins, or
 *                    PERFC_SPEC_NO_LEADER
 *
 *   -EINVAL  specs or attr is NULL; attr_size and the attr's own size contradict
 *            each other; leader is no index of a leader
 *   -E2BIG   attr_size is below 64 or above 4096
 *   -ENOMEM */
PERFC_API int perfc_specs_add(perfc_specs *specs, const void *attr,
                              size_t attr_size, const char *name,
                              uint32_t leader, struct perfc_error *error);

/* Appends all events of an event string and returns their number. If the call
 * fails, the list is as before.
 *
 * sample_type 0: the events count, and their attrs have both times in read_format. In
 * a group the attrs also have PERFC_FORMAT_ID and PERFC_FORMAT_GROUP. The string's
 * period= or freq= makes an event sample all the same, without any fields.
 *
 * Otherwise the events sample these PERFC_SAMPLE_* fields, and all records have
 * the fields that PERFC_ATTR_SAMPLE_ID_ALL adds. The rate is:
 *   - the period= or freq= of the string
 *   - else every occurrence, for tracepoints, probes, breakpoints and bpf-output
 *   - else 1,000 Hz
 * Terms of the string go before sample_type: an event with time=0, call-graph=no
 * or branch_type=no has no such field. In a group with the modifier S the leader
 * alone samples, and its samples also have PERFC_SAMPLE_READ. With the modifier P
 * precise_ip is 3, which perfc_set_open lowers as far as the PMU asks. Fields that
 * need another member of the attr (branches, registers, stacks, AUX data) are given
 * by terms such as branch_type=any and call-graph=dwarf, or by
 * perfc_specs_set_attr.
 *
 * The library reads sysfs when a string first needs it, and keeps the result until
 * the list is destroyed. Ids of tracepoints are read each time.
 *
 *   -EINVAL      specs or events is NULL; the string isn't understood, is longer
 *                than a megabyte, or has more than 128 terms; a file of sysfs or
 *                tracefs isn't understood
 *   -ENOENT      there is no such event, PMU or tracepoint, or no tracefs
 *   -EACCES      the user may not read tracefs
 *   -ERANGE      a value has more bits than its field
 *   -EOPNOTSUPP  libpfm4 isn't there or doesn't know this machine; the kernel
 *                lacks this form of probe
 *   -EFBIG       a file is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s, read(2)'s and getdents(2)'s
 *
 * A mistake in the string has PERFC_RULE_EVENT_STRING: number[0] is its offset in
 * the string, counted from 0, and number[1] its length. Without tracefs the rule is
 * PERFC_RULE_NO_TRACEFS or PERFC_RULE_TRACEFS_DENIED. */
PERFC_API int perfc_specs_parse(perfc_specs *specs, const char *events,
                                uint64_t sample_type,
                                struct perfc_error *error);

/* The number of events in the list. -EINVAL: specs is NULL. */
PERFC_API int perfc_specs_count(const perfc_specs *specs);

/* Fills in up to size bytes of *spec with one event of the list. -EINVAL: specs or
 * spec is NULL, or index isn't below the count. */
PERFC_API int perfc_specs_get(const perfc_specs *specs, uint32_t index,
                              struct perfc_spec *spec, size_t size);

/* Replaces the attr of one event; the list copies it. Programs that sample put
 * their own fields and periods into the attrs of an event string this way.
 *
 *   -EINVAL  specs or attr is NULL; attr_size and the attr's own size contradict
 *            each other; index isn't below the count
 *   -E2BIG   attr_size is below 64 or above 4096
 *   -ENOMEM */
PERFC_API int perfc_specs_set_attr(perfc_specs *specs, uint32_t index,
                                   const void *attr, size_t attr_size,
                                   struct perfc_error *error);

/* Replaces the filter of one event, as perfc_event_set_filter takes it: of a
 * tracepoint "prev_pid != 0", of an AUX PMU "filter main @/bin/ls". The list
 * copies it, and perfc_set_open sets it on each event. NULL or "": no filter.
 * -EINVAL: specs is NULL, or index isn't below the count. -ENOMEM. */
PERFC_API int perfc_specs_set_filter(perfc_specs *specs, uint32_t index,
                                     const char *filter,
                                     struct perfc_error *error);

/* Writes the name of an attr: an event string that makes the same attr
 * ("cycles:u", "cpu/cache-misses/", "sched:sched_switch", "mem:0x1000/8:rw"), or
 * one of numbers if no name fits. On a hybrid machine the name may be that of the
 * PMU's own event instead of the generic one. Labels omit the period, sample_type
 * and exclude_guest. The pointers in a probe's attr aren't followed.
 *
 * Writes at most size bytes with a NUL, and returns the length of the whole text,
 * as perfc_error_text does. Reads sysfs; for a tracepoint it reads the ids of all
 * tracepoints. Any thread.
 *
 *   -EINVAL  attr is NULL; buffer is NULL and size isn't 0; attr_size and the
 *            attr's own size contradict each other
 *   -E2BIG   attr_size is below 64 or above 4096
 *   -ENOMEM */
PERFC_API int perfc_attr_label(const perfc_host *host, const void *attr,
                               size_t attr_size, char *buffer, size_t size);

/* perfc_catalog_create: kinds of names. */
#define PERFC_CATALOG_HARDWARE 0x1
#define PERFC_CATALOG_SOFTWARE 0x2
#define PERFC_CATALOG_CACHE 0x4
/* The events with PERFC_SPEC_TOOL. */
#define PERFC_CATALOG_TOOL 0x8
/* PMUs, whose names stand before a slash. */
#define PERFC_CATALOG_PMU 0x10
/* Events of PMUs, by their names in sysfs. */
#define PERFC_CATALOG_PMU_EVENT 0x20
#define PERFC_CATALOG_TRACEPOINT 0x40
#define PERFC_CATALOG_ALL 0x7f

/* One name. Result struct. The texts are borrowed until the catalog is destroyed.
 * They are never NULL: "" if there is none. */
struct perfc_catalog_entry {
  /* One of PERFC_CATALOG_* */
  uint32_t kind;
  /* 0 */
  uint32_t reserved;
  /* An event string; of a PMU its name. */
  const char *name;
  /* The PMU that the event belongs to. */
  const char *pmu;
  /* Unit of the scaled count, such as "Joules"; "" for plain counts. */
  const char *unit;
  /* Of an event its terms or its usual name; of a PMU its type, CPUs, fields,
   * address filters and caps. */
  const char *description;
  /* Count times scale is in that unit. */
  double scale;
};

/* The names that this machine has, in the order of the kinds. */
typedef struct perfc_catalog perfc_catalog;

/* Reads all names of these kinds. The caller owns *catalog and ends it with
 * perfc_catalog_destroy. Hardware and cache events are listed even if no CPU here
 * counts them. If tracefs isn't mounted, no tracepoints are listed. If one kind can't
 * be read, the call fails. To get the other kinds then, leave that kind out.
 *
 *   -EINVAL  catalog is NULL; kinds has unknown bits; a file isn't understood
 *   -ENOENT  PMUs or their events are asked for, and there is no sysfs
 *   -EACCES  tracepoints are asked for, and the user may not read tracefs
 *   -EFBIG   a file is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s, read(2)'s and getdents(2)'s */
PERFC_API int perfc_catalog_create(const perfc_host *host, uint32_t kinds,
                                   perfc_catalog **catalog,
                                   struct perfc_error *error);

/* Frees the catalog; NULL does nothing. */
PERFC_API void perfc_catalog_destroy(perfc_catalog *catalog);

/* The number of entries. -EINVAL: catalog is NULL. */
PERFC_API int perfc_catalog_count(const perfc_catalog *catalog);

/* Fills in up to size bytes of *entry with one entry of the catalog. -EINVAL:
 * catalog or entry is NULL, or index isn't below the count. */
PERFC_API int perfc_catalog_get(const perfc_catalog *catalog, uint32_t index,
                                struct perfc_catalog_entry *entry, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_NAMES_H_ */
