#include "impl/bpf/link.h"

namespace perfc::bpf {
namespace {

// Of linux/bpf.h, which distributions have older.
constexpr int kObjGetInfoByFd = 15;
constexpr int kLinkCreate = 28;
constexpr uint32_t kPerfEvent = 41;  // BPF_PERF_EVENT of enum bpf_attach_type

// The parts of union bpf_attr that these commands take.
struct LinkCreate {
  uint32_t prog_fd;
  uint32_t target_fd;
  uint32_t attach_type;
  uint32_t flags;
  uint64_t cookie;
};

struct GetInfo {
  uint32_t bpf_fd;
  uint32_t info_len;
  uint64_t info;
};

// The beginning of struct bpf_link_info.
struct LinkInfo {
  uint32_t type;
  uint32_t id;
  uint32_t prog_id;
  uint32_t padding;
};

}  // namespace

int CreateLink(const host::System& system, int prog_fd, int event_fd) {
  LinkCreate attr = {static_cast<uint32_t>(prog_fd),
                     static_cast<uint32_t>(event_fd), kPerfEvent, 0, 0};
  return system.Bpf(kLinkCreate, &attr, sizeof attr);
}

int ProgramOfLink(const host::System& system, int link_fd, uint32_t* id) {
  LinkInfo info = {};
  GetInfo attr = {static_cast<uint32_t>(link_fd), sizeof info,
                  reinterpret_cast<uintptr_t>(&info)};
  const int failed = system.Bpf(kObjGetInfoByFd, &attr, sizeof attr);
  if (failed < 0) return failed;
  *id = info.prog_id;
  return 0;
}

}  // namespace perfc::bpf
