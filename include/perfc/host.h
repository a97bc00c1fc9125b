/* perfc/host.h - the system that the library talks to.
 *
 * Threads: a host doesn't change once it is made, so any number of threads may use
 * one.
 */
#ifndef PERFC_HOST_H_
#define PERFC_HOST_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A system: its system calls, and the paths of its sysfs, procfs and tracefs.
 * Functions that open something take a host first. NULL is this machine with the
 * usual mount points. A host must outlive everything that was made with it. */
typedef struct perfc_host perfc_host;

/* Input struct: set size to sizeof. A NULL path is the default. Strings are
 * copied. */
struct perfc_host_options {
  /* sizeof the struct. */
  uint32_t size;
  /* 0 */
  uint32_t reserved;
  /* NULL: "/sys" */
  const char *sysfs;
  /* NULL: "/proc" */
  const char *procfs;
  /* NULL: the first of kernel/tracing and kernel/debug/tracing below sysfs, and the
   * mount point in self/mounts below procfs. */
  const char *tracefs;
};

/* Makes a host whose files lie elsewhere, such as in a container that has the
 * machine's /proc mounted under another path. The caller owns *host and ends it
 * with perfc_host_destroy.
 *
 *   -EINVAL  host is NULL; options->size is too small; a path has 256 bytes or more
 *   -E2BIG   options has an unknown tail that isn't zero
 *   -ENOMEM */
PERFC_API int perfc_host_create(const struct perfc_host_options *options,
                                perfc_host **host, struct perfc_error *error);

/* Frees the host; NULL does nothing. End everything that was made with the host
 * first. */
PERFC_API void perfc_host_destroy(perfc_host *host);

/* 1: the kernel has perf events. 0: it has none. perf_event_open(2) names the test:
 * /proc/sys/kernel/perf_event_paranoid exists. -ENOENT: procfs isn't mounted, so
 * the answer is unknown. open(2)'s, such as -EMFILE. */
PERFC_API int perfc_host_supported(const perfc_host *host);

/* The size in bytes of the largest attr that the running kernel takes
 * (PERFC_ATTR_SIZE_VER*). The kernel tells it when it refuses a longer one
 * (perf_copy_attr, kernel/events/core.c). -ENOSYS, -EPERM: the kernel has no perf
 * events, or a seccomp filter hides them. perf_event_open(2)'s. */
PERFC_API int perfc_host_attr_size(const perfc_host *host,
                                   struct perfc_error *error);

/* The largest number of entries in a call chain, which is the limit of
 * attr.sample_max_stack (perf_copy_attr, kernel/events/core.c):
 * /proc/sys/kernel/perf_event_max_stack. -ENOENT: there is no such file, or no
 * number in it. -EFBIG: the file is longer than any that the kernel writes.
 * -ENOMEM, open(2)'s and read(2)'s. */
PERFC_API int perfc_host_max_stack(const perfc_host *host);

/* The type of a PMU, for attr.type, by the PMU's name in sysfs ("breakpoint",
 * "uprobe", "cpu_core"). The numbers change from boot to boot.
 *
 *   -ENOENT  there is no such PMU
 *   -EINVAL  the name is NULL, empty, longer than a file's name, or has a slash
 *   -EFBIG   its file is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s and read(2)'s */
PERFC_API int perfc_host_pmu_type(const perfc_host *host, const char *pmu,
                                  struct perfc_error *error);

/* The paths of a host, for perfc_host_root. */
#define PERFC_HOST_SYSFS 0x0
#define PERFC_HOST_PROCFS 0x1
#define PERFC_HOST_TRACEFS 0x2

/* Writes the path at which the host's sysfs, procfs or tracefs is mounted, such as
 * "/proc", and returns its length without the NUL. root is PERFC_HOST_*.
 *
 *   -EINVAL  buffer is NULL and size isn't 0, or there is no such root
 *   -ENOENT  tracefs isn't mounted
 *   -EACCES  tracefs: the mount point can't be read. The path was written
 *   -ENOMEM, and open(2)'s and read(2)'s: tracefs was looked for in vain */
PERFC_API int perfc_host_root(const perfc_host *host, uint32_t root,
                              char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_HOST_H_ */
