// getpid(2), asked once per process.
#ifndef PERFC_IMPL_HOST_CACHED_PID_H_
#define PERFC_IMPL_HOST_CACHED_PID_H_

#include <sys/types.h>

namespace perfc::host {

// Handles are asked at each call whether they are in a child of fork(), so the
// pid is kept where such a child finds zeros, however it was forked. A child
// that shares its parent's memory (vfork, CLONE_VM) is given the parent's. Any
// thread, also in a signal handler.
pid_t CachedPid();

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_CACHED_PID_H_
