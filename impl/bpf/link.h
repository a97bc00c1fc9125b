// The calls of bpf(2) that perf events need: links.
#ifndef PERFC_IMPL_BPF_LINK_H_
#define PERFC_IMPL_BPF_LINK_H_

#include <cstdint>

#include "impl/host/system.h"

namespace perfc::bpf {

// Links a program to an event: the link's fd, close-on-exec, or a negative
// errno. Closing it detaches the program.
int CreateLink(const host::System& system, int prog_fd, int event_fd);

// The id of a link's program. 0, or a negative errno.
int ProgramOfLink(const host::System& system, int link_fd, uint32_t* id);

}  // namespace perfc::bpf

#endif  // PERFC_IMPL_BPF_LINK_H_
