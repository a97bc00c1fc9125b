// getpid(2), called once per process.
#ifndef PERFC_IMPL_HOST_CACHED_PID_H_
#define PERFC_IMPL_HOST_CACHED_PID_H_

#include <sys/types.h>

namespace perfc::host {

// Each call checks whether its handle is in a child of fork(). So the pid is
// kept in a page that a child finds zeroed, no matter how it was forked. A
// child that shares its parent's memory (vfork, CLONE_VM) gets the parent's
// pid. Any thread, also in a signal handler.
pid_t CachedPid();

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_CACHED_PID_H_
