// Threads in /proc.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_THREADS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_THREADS_H_

#include <cstdint>

#include "impl/profile/synthesize/files.h"
#include "perfc/uapi.h"

namespace perfc::profile::synthesize {

// A thread, as /proc has it.
struct Thread {
  int32_t pid;
  int32_t tid;
  int32_t ppid;
  // As in the kernel's COMM records: cut, without its NUL.
  char comm[15];
  uint8_t comm_size;
};

// Reads thread `tid` of process `pid`. 0, or open(2)'s and read(2)'s; -ENODATA: the
// files aren't understood.
int ReadThread(const Roots& roots, uint32_t pid, uint32_t tid, Thread* thread);

// Device and inode of each of the thread's namespaces, by PERFC_*_NS_INDEX; zeros for
// those that can't be read.
struct Namespace {
  uint64_t dev;
  uint64_t ino;
};
inline constexpr size_t kNamespaces = PERFC_CGROUP_NS_INDEX + 1;
void ReadNamespaces(const Roots& roots, const Thread& thread,
                    Namespace (&namespaces)[kNamespaces]);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_THREADS_H_
