/* perfc/host.h - the system that the library talks to. */
#ifndef PERFC_HOST_H_
#define PERFC_HOST_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A system: its system calls, and where its sysfs, procfs and tracefs lie.
 * Functions that open something take one first, and NULL means this machine
 * with the usual mount points. It must outlive whatever was opened with it.
 * Once made it doesn't change: any number of threads may use one at a time. */
typedef struct perfc_host perfc_host;

/* Input struct: set size to sizeof. A NULL path is the default. The strings are
 * copied. */
struct perfc_host_options {
  uint32_t size;
  uint32_t reserved;  /* 0 */
  const char *sysfs;  /* "/sys" */
  const char *procfs; /* "/proc" */
  /* Below sysfs kernel/tracing, else kernel/debug/tracing, else where procfs'
   * self/mounts has it. */
  const char *tracefs;
};

/* Makes a host whose files lie elsewhere, as in a container that has the host's
 * /proc mounted under another path. The caller owns *host and destroys it with
 * perfc_host_destroy. -EINVAL: host is NULL, options->size is too small,
 * or a path has 256 bytes or more. -E2BIG: options has an unknown tail. -ENOMEM. */
PERFC_API int perfc_host_create(const struct perfc_host_options *options,
                                perfc_host **host, struct perfc_error *error);

/* Frees it. NULL is fine. Everything opened with it must be closed before. */
PERFC_API void perfc_host_destroy(perfc_host *host);

/* 1 if the kernel has perf events (/proc/sys/kernel/perf_event_paranoid exists,
 * which perf_event_open(2) names as the way to tell), 0 if not. open(2)'s
 * errnos, such as -EMFILE, or -ENOENT where procfs isn't mounted: that can't be
 * told. */
PERFC_API int perfc_host_supported(const perfc_host *host);

/* The largest attr that the running kernel takes, in bytes
 * (PERFC_ATTR_SIZE_VER*). The kernel tells when it refuses a longer one
 * (perf_copy_attr, kernel/events/core.c). -ENOSYS, -EPERM: no perf events here,
 * or a seccomp filter hides them. perf_event_open(2)'s. */
PERFC_API int perfc_host_attr_size(const perfc_host *host,
                                   struct perfc_error *error);

/* The most entries that a call chain may have: /proc/sys/kernel/
 * perf_event_max_stack, which attr.sample_max_stack may not exceed
 * (perf_copy_attr, kernel/events/core.c). -ENOENT: no such file, or no number
 * in it. -EFBIG: it is longer than any that the kernel writes. -ENOMEM,
 * open(2)'s and read(2)'s. */
PERFC_API int perfc_host_max_stack(const perfc_host *host);

/* attr.type of a PMU by its name in sysfs ("breakpoint", "uprobe", "cpu_core"),
 * where numbers change from boot to boot. -ENOENT: no such PMU. -EINVAL: the
 * name is NULL, empty, longer than a file's, or has a slash. -EFBIG: its file is
 * longer than any that the kernel writes. -ENOMEM, open(2)'s and read(2)'s. */
PERFC_API int perfc_host_pmu_type(const perfc_host *host, const char *pmu,
                                  struct perfc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_HOST_H_ */
