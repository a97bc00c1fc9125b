/* perfc/testing.h - a machine that a test makes up: for testing what uses perfc
 * where there is no PMU, no privilege, or no perf events at all.
 *
 * libperfc-testing is libperfc, with every function of it, on a machine that is
 * none: fds are numbers, files lie in memory, rings are memory that the test
 * writes in the kernel's place. The real kernel is never asked. Link it instead
 * of libperfc:
 *
 *   perfc_testing_create(&machine);
 *   perfc_testing_use(machine);
 *   ... the program's own code, which opens events ...
 *   perfc_testing_write(machine, fd, &sample, sizeof sample);
 *   ... the program's own code, which reads them ...
 *   perfc_testing_destroy(machine);
 *
 * What it is not: it counts and samples nothing by itself, knows no PMU's rules,
 * and ends the program where it runs out of memory. docs/testing-kit.md has more.
 *
 * Threads: any, also while others use the machine, but for create, use and
 * destroy. Functions return 0 or a count, or a negative errno as in error.h;
 * -EINVAL is a NULL argument where none is allowed, or an fd that is no event of
 * the machine.
 */
#ifndef PERFC_TESTING_H_
#define PERFC_TESTING_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/host.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- machines ------------------------------------------------------------- */

typedef struct perfc_testing perfc_testing;

/* Makes a machine: CPUs 0 to 3, the PMU "cpu" of type 4 with the events cycles
 * and instructions, perf_event_paranoid 2, 1024 fds, the usual clocks, no
 * tracefs. All of it are files and settings that can be changed. Every event
 * opens, and counts 0. The caller owns *testing. */
PERFC_API int perfc_testing_create(perfc_testing **testing);

/* Everything that was opened on it must be closed before. NULL is fine. */
PERFC_API void perfc_testing_destroy(perfc_testing *testing);

/* The machine as a host, for the functions that take one. Borrowed until
 * perfc_testing_destroy. NULL for NULL. */
PERFC_API const perfc_host *perfc_testing_host(const perfc_testing *testing);

/* From now on a NULL host means this machine, until another is used or it is
 * destroyed. NULL: none, which is how a program starts: then every system call
 * of a NULL host fails with ENOSYS. */
PERFC_API void perfc_testing_use(perfc_testing *testing);

/* ---- files ---------------------------------------------------------------- */

/* Makes a file of the machine, or replaces it: "/proc/self/mounts". Its
 * directories are there by themselves. NULL content removes it. */
PERFC_API int perfc_testing_set_file(perfc_testing *testing, const char *path,
                                     const char *content);

/* Copies the real files below a directory, such as the sysfs of another machine
 * kept beside the test, to below `path`. Links are not followed. Returns how many
 * there were; the errno of opendir(3) or fopen(3). */
PERFC_API int perfc_testing_copy_files(perfc_testing *testing,
                                       const char *directory, const char *path);

/* ---- system calls --------------------------------------------------------- */

/* The n-th call of a kind (PERFC_CALL_*) from now on fails with the errno
 * `code`, n counting from 1; with n 0 each does. code 0 ends either.
 * -EINVAL: no such kind, or one that isn't a system call. */
PERFC_API int perfc_testing_fail(perfc_testing *testing, uint32_t call,
                                 int32_t code, uint32_t n);

/* For perfc_testing_refuse: whatever the config is. */
#define PERFC_TESTING_ANY_CONFIG 0xffffffffffffffff

/* perf_event_open(2) of events with this attr.type and config fails with the
 * errno `code`; 0 ends it. A machine without a PMU has ENOENT for
 * PERFC_TYPE_HARDWARE. */
PERFC_API int perfc_testing_refuse(perfc_testing *testing, uint32_t type,
                                   uint64_t config, int32_t code);

/* How many calls of a kind there were, failed ones too. -EINVAL as above. */
PERFC_API int perfc_testing_calls(const perfc_testing *testing, uint32_t call);

/* What is open or mapped on the machine: 0 once all is closed again. */
PERFC_API int perfc_testing_open_fds(const perfc_testing *testing);
PERFC_API int perfc_testing_mappings(const perfc_testing *testing);

/* ---- events --------------------------------------------------------------- */

/* What was opened, and what became of it. Result struct. */
struct perfc_testing_event {
  int32_t
      fd; /* by which the functions below, and perfc_event_fd, know the event */
  int32_t pid;
  int32_t cpu;
  int32_t group_fd; /* the leader's, or -1 */
  uint64_t flags;   /* PERFC_FLAG_* */
  uint64_t id;      /* the kernel's: PERFC_SAMPLE_IDENTIFIER of its records */
  const void *attr; /* as it was passed; borrowed until the event is closed */
  uint32_t attr_size;
  uint32_t enabled;   /* 1 or 0, by attr.disabled and the ioctls */
  uint64_t ring_size; /* bytes of data in its own ring; 0: none is mapped */
};

/* How many events are open, and one of them, in the order they were opened. size
 * is the caller's sizeof. -EINVAL: no such index. */
PERFC_API int perfc_testing_event_count(const perfc_testing *testing);
PERFC_API int perfc_testing_get_event(const perfc_testing *testing,
                                      uint32_t index,
                                      struct perfc_testing_event *event,
                                      size_t size);

/* What read(2) says of the event from now on, laid out by its read_format, in
 * groups too. Times in ns. */
PERFC_API int perfc_testing_set_count(perfc_testing *testing, int fd,
                                      uint64_t value, uint64_t time_enabled,
                                      uint64_t time_running);

/* Writes a whole record, header and body (docs/decoding.md has the layout of
 * samples), into the ring where the event's records go, as the kernel does:
 * forward, over the oldest, or backward, by how the ring was mapped. Who waits
 * for the ring wakes up. The event need not be enabled.
 *
 * -ENOSPC  there is no room before the reader has read, or the output is paused.
 *          The kernel then counts a loss, and tells by a PERF_RECORD_LOST: write
 *          one where the test is about that
 * -ENXIO   no ring is mapped
 * -EINVAL  the header's size isn't `size`, or no multiple of 8 */
PERFC_API int perfc_testing_write(perfc_testing *testing, int fd,
                                  const void *record, size_t size);

/* Writes into the event's AUX area, behind what was written before, as a tracing
 * PMU does. The PERF_RECORD_AUX that names the piece is written as every other
 * record. What has an AUX area to be mapped: events of each attr.type above
 * PERFC_TYPE_BREAKPOINT.
 *
 * -ENOSPC  there is no room before the reader has released; or with
 *          PERFC_AUX_OVERWRITE, it is larger than the area
 * -ENXIO   no AUX area is mapped */
PERFC_API int perfc_testing_write_aux(perfc_testing *testing, int fd,
                                      const void *data, size_t size);

/* The event's target exits: waits tell so from now on, once the ring is empty.
 */
PERFC_API int perfc_testing_exit(perfc_testing *testing, int fd);

/* Calls `function` in every wait (poll(2), epoll_wait(2)) before it answers: the
 * moment to write records if the code under test reads in a loop. It may call
 * anything here. The time of a wait passes at once; one without end waits until
 * there is something. NULL ends it. */
PERFC_API int perfc_testing_on_wait(perfc_testing *testing,
                                    void (*function)(void *context),
                                    void *context);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_TESTING_H_ */
