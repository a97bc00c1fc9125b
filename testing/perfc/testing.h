/* perfc/testing.h - a simulated machine, for testing programs that use perfc
 * without a PMU, without privileges, and without perf events in the kernel.
 *
 * libperfc-testing has every function of libperfc, but works on a simulated
 * machine: fds are numbers, files lie in memory, and rings are memory that the
 * test writes in the kernel's place. The real kernel is never called. Link it
 * instead of libperfc:
 *
 *   perfc_testing_create(&machine);
 *   perfc_testing_use(machine);
 *   ... the program's own code, which opens events ...
 *   perfc_testing_write(machine, fd, &sample, sizeof sample);
 *   ... the program's own code, which reads them ...
 *   perfc_testing_destroy(machine);
 *
 * The machine counts and samples nothing by itself, knows no PMU's rules, and ends
 * the program if memory runs out. docs/testing-kit.md has more.
 *
 * Threads: any thread may call any function, also while others use the machine,
 * except create, use and destroy. Functions return 0 or a count, or a negative
 * errno as in error.h. -EINVAL: an argument is NULL that may not be NULL, or the
 * fd is no event of the machine.
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

/* Makes a machine with CPUs 0 to 3, the PMU "cpu" of type 4 with the events cycles
 * and instructions, perf_event_paranoid 2, 1024 fds, the usual clocks and no
 * tracefs. A test can change all of these, which are files and settings. Every
 * event can be opened, and counts 0. The caller owns *testing. */
PERFC_API int perfc_testing_create(perfc_testing **testing);

/* Ends the machine. Close everything that was opened on it before. NULL is
 * accepted. */
PERFC_API void perfc_testing_destroy(perfc_testing *testing);

/* The machine as a host, for functions that take a host. Borrowed until
 * perfc_testing_destroy. Returns NULL for NULL. */
PERFC_API const perfc_host *perfc_testing_host(const perfc_testing *testing);

/* Makes a NULL host mean this machine, until another machine is used or this one
 * is destroyed. NULL: a NULL host means no machine, as at the start of a program.
 * Then every system call of a NULL host fails with ENOSYS. */
PERFC_API void perfc_testing_use(perfc_testing *testing);

/* ---- files ---------------------------------------------------------------- */

/* Makes or replaces a file of the machine, such as "/proc/self/mounts", with its
 * directories. NULL content removes the file. */
PERFC_API int perfc_testing_set_file(perfc_testing *testing, const char *path,
                                     const char *content);

/* Copies the real files below `directory` to below `path`: for example the sysfs of
 * another machine, kept beside the test. Links are not followed. Returns the number
 * of files, or the errno of opendir(3) or fopen(3). */
PERFC_API int perfc_testing_copy_files(perfc_testing *testing,
                                       const char *directory, const char *path);

/* ---- system calls --------------------------------------------------------- */

/* Makes the n-th call of a kind (PERFC_CALL_*) from now on fail with the errno
 * `code`. n counts from 1; with n 0 every call fails. code 0 ends both.
 * -EINVAL: there is no such kind, or it is no system call. */
PERFC_API int perfc_testing_fail(perfc_testing *testing, uint32_t call,
                                 int32_t code, uint32_t n);

/* For perfc_testing_refuse: applies to every config. */
#define PERFC_TESTING_ANY_CONFIG 0xffffffffffffffff

/* Makes perf_event_open(2) fail with the errno `code` for events with this type and
 * config. code 0 ends it. A machine without a PMU has ENOENT for
 * PERFC_TYPE_HARDWARE. */
PERFC_API int perfc_testing_refuse(perfc_testing *testing, uint32_t type,
                                   uint64_t config, int32_t code);

/* The number of calls of a kind (PERFC_CALL_*), including failed calls. -EINVAL as
 * for perfc_testing_fail. */
PERFC_API int perfc_testing_calls(const perfc_testing *testing, uint32_t call);

/* The number of open fds and of mappings on the machine: 0 once the program has
 * closed everything. */
PERFC_API int perfc_testing_open_fds(const perfc_testing *testing);
PERFC_API int perfc_testing_mappings(const perfc_testing *testing);

/* ---- events --------------------------------------------------------------- */

/* An open event of the machine. Result struct. */
struct perfc_testing_event {
  /* The event's fd for the functions below, and the result of perfc_event_fd. */
  int32_t fd;
  int32_t pid;
  int32_t cpu;
  /* The leader's fd, or -1. */
  int32_t group_fd;
  /* PERFC_FLAG_* */
  uint64_t flags;
  /* The kernel's id: PERFC_SAMPLE_IDENTIFIER of the event's records. */
  uint64_t id;
  /* The attr as it was passed. Borrowed until the event is closed. */
  const void *attr;
  uint32_t attr_size;
  /* 1 or 0, as attr.disabled and the ioctls set it. */
  uint32_t enabled;
  /* Bytes of data in the event's own ring. 0: no ring is mapped. */
  uint64_t ring_size;
};

/* perfc_testing_event_count is the number of open events. perfc_testing_get_event
 * fills in event `index`, in the order of opening. size is the caller's sizeof.
 * -EINVAL: there is no such index. */
PERFC_API int perfc_testing_event_count(const perfc_testing *testing);
PERFC_API int perfc_testing_get_event(const perfc_testing *testing,
                                      uint32_t index,
                                      struct perfc_testing_event *event,
                                      size_t size);

/* Sets the value and times (in ns) that read(2) of the event returns from now on,
 * alone and in groups. The event's read_format decides the layout. */
PERFC_API int perfc_testing_set_count(perfc_testing *testing, int fd,
                                      uint64_t value, uint64_t time_enabled,
                                      uint64_t time_running);

/* Writes a whole record, header and body, into the ring that takes the event's
 * records. docs/decoding.md has the layout of samples. As in the kernel, the way in
 * which the ring was mapped decides whether the record is written forward, over
 * the oldest records, or backward. Threads that wait for the ring wake up. The
 * event may be disabled.
 *
 * -ENOSPC  there is no room until the reader has read, or the output is paused. In
 *          this case the kernel counts a loss and reports it by a
 *          PERF_RECORD_LOST; a test about losses writes this record
 * -ENXIO   no ring is mapped
 * -EINVAL  the header's size isn't `size`, or isn't a multiple of 8 */
PERFC_API int perfc_testing_write(perfc_testing *testing, int fd,
                                  const void *record, size_t size);

/* Writes into the event's AUX area, behind the earlier data, as a tracing PMU does.
 * The test writes the PERF_RECORD_AUX for the piece by perfc_testing_write. All
 * events with an attr.type above PERFC_TYPE_BREAKPOINT have an AUX area that can be
 * mapped.
 *
 * -ENOSPC  there is no room until the reader has released data; with
 *          PERFC_AUX_OVERWRITE: the data are larger than the area
 * -ENXIO   no AUX area is mapped */
PERFC_API int perfc_testing_write_aux(perfc_testing *testing, int fd,
                                      const void *data, size_t size);

/* Lets the event's target exit. From now on waits report the exit once the ring is
 * empty. */
PERFC_API int perfc_testing_exit(perfc_testing *testing, int fd);

/* Makes every wait (poll(2), epoll_wait(2)) call `function` before it returns. If
 * the code under test reads in a loop, `function` is the place to write records.
 * It may call every function of this header. A wait takes no real time; a wait
 * without a time-out returns when it has something to report. NULL ends the calls. */
PERFC_API int perfc_testing_on_wait(perfc_testing *testing,
                                    void (*function)(void *context),
                                    void *context);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_TESTING_H_ */
