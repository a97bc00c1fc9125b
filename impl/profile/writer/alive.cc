#include "impl/profile/writer/alive.h"

#include <cstring>

#include "impl/base/order.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr size_t kHeader = 8;
// Symbols, programs or cgroups, with those that are gone.
constexpr size_t kMostKeys = 1 << 17;

}  // namespace

// ---- records of the kernel

bool Alive::Take(const perfc_record& record, const PlanUse& use,
                 const perfc_record& written) {
  switch (record.type) {
    case PERFC_RECORD_MMAP:
    case PERFC_RECORD_MMAP2:
      return TakeMap(record, use, written);
    case PERFC_RECORD_COMM:
      return TakeComm(record, use, written);
    case PERFC_RECORD_FORK:
      return TakeFork(record, use, written);
    case PERFC_RECORD_EXIT:
      return TakeExit(record, use);
    case PERFC_RECORD_NAMESPACES:
      return TakeNamespaces(record, use, written);
    case PERFC_RECORD_KSYMBOL:
      return TakeSymbol(record, use, written);
    case PERFC_RECORD_BPF_EVENT:
      return TakeBpf(record, use, written);
    case PERFC_RECORD_CGROUP:
      return TakeCgroup(record, use, written);
    default:
      return true;
  }
}

// Maps that the new one covers are gone. The kernel writes no record of munmap(2),
// so there may be others that are gone.
bool Alive::TakeMap(const perfc_record& record, const PlanUse& use,
                    const perfc_record& written) {
  perfc_record_mmap map;
  if (perfc_decode_mmap(use.plan(), &record, &map, sizeof map) != 0) {
    return true;
  }
  const uint64_t end = map.addr + map.len;
  if (end < map.addr) return true;
  Process* process = FindProcess(map.pid);
  Kept* oldest = nullptr;
  for (Kept* at = process ? process->records.first : nullptr; at != nullptr;) {
    Kept* next = at->next;
    if (at->kind == Kept::kMap) {
      if (at->key >= map.addr && at->end <= end) {
        Drop(&process->records, at);
        --process->maps;
      } else if (oldest == nullptr) {
        oldest = at;
      }
    }
    at = next;
  }
  if (process != nullptr && process->maps >= kMostMaps && oldest != nullptr) {
    Drop(&process->records, oldest);
    --process->maps;
  }
  return KeepFor(map.pid, use, record, Kept::kMap, map.addr, end, written);
}

// After execve(2) the process is another program with one thread.
bool Alive::TakeComm(const perfc_record& record, const PlanUse& use,
                     const perfc_record& written) {
  perfc_record_comm comm;
  if (perfc_decode_comm(use.plan(), &record, &comm, sizeof comm) != 0) {
    return true;
  }
  Process* process = FindProcess(comm.pid);
  if (process != nullptr && (perfc_record_flags(record.type, record.misc) &
                             PERFC_RECORD_FLAG_COMM_EXEC)) {
    for (Kept* at = process->records.first; at != nullptr;) {
      Kept* next = at->next;
      const bool stays = at->kind != Kept::kMap && at->key == comm.pid;
      if (!stays) Drop(&process->records, at);
      at = next;
    }
    process->maps = process->threads = 0;
    process->first_gone = false;
  }
  return KeepFor(comm.pid, use, record, Kept::kComm, comm.tid, 0, written);
}

bool Alive::TakeFork(const perfc_record& record, const PlanUse& use,
                     const perfc_record& written) {
  perfc_record_task task;
  if (perfc_decode_task(use.plan(), &record, &task, sizeof task) != 0) {
    return true;
  }
  const bool thread = task.pid == task.ppid || task.pid != task.tid;
  if (!thread) {
    Process* old = FindProcess(task.pid);
    if (old != nullptr) DropProcess(old);
  }
  if (!KeepFor(task.pid, use, record, Kept::kFork, task.tid, 0, written)) {
    return false;
  }
  Process* process = FindProcess(task.pid);
  if (thread) {
    process->threads += task.tid != task.pid ? 1 : 0;
    return true;
  }
  // The parent's maps may be other ones by then: the next file has the child's own.
  if (process->records.first != nullptr) {
    uint8_t* misc = process->records.first->data() + 4;
    base::Store<uint16_t>(
        misc, base::Load<uint16_t>(misc) | PERFC_RECORD_MISC_FORK_EXEC);
  }
  Process* parent = FindProcess(task.ppid);
  return parent == nullptr || Inherit(parent, task.ptid, process);
}

bool Alive::Inherit(Process* parent, uint32_t ptid, Process* child) {
  for (Kept* at = parent->records.first; at != nullptr; at = at->next) {
    const bool name = at->kind == Kept::kComm && at->key == ptid;
    if (at->kind != Kept::kMap && !name) continue;
    Kept how = *at;
    if (name) how.key = child->pid;
    Kept* kept;
    if (!Keep(&child->records, how, at->data(), &kept)) return false;
    if (kept == nullptr) continue;
    const uint32_t ids[] = {child->pid, child->pid};
    memcpy(kept->data() + kHeader, ids, sizeof ids);
    if (kept->tid_back > 0 && kept->tid_back + kHeader <= kept->size) {
      memcpy(kept->data() + kept->size - kept->tid_back, ids, sizeof ids);
    }
    child->maps += name ? 0 : 1;
  }
  return true;
}

bool Alive::TakeExit(const perfc_record& record, const PlanUse& use) {
  perfc_record_task task;
  if (perfc_decode_task(use.plan(), &record, &task, sizeof task) != 0) {
    return true;
  }
  Process* process = FindProcess(task.pid);
  if (process == nullptr) return true;
  if (task.tid == task.pid) {
    process->first_gone = true;
  } else {
    DropOf(process, Kept::kFork, task.tid);
    DropOf(process, Kept::kComm, task.tid);
    DropOf(process, Kept::kNamespaces, task.tid);
    if (process->threads > 0) --process->threads;
  }
  if (process->first_gone && process->threads == 0) DropProcess(process);
  return true;
}

bool Alive::TakeNamespaces(const perfc_record& record, const PlanUse& use,
                           const perfc_record& written) {
  perfc_record_namespaces spaces;
  if (perfc_decode_namespaces(use.plan(), &record, &spaces, sizeof spaces) !=
      0) {
    return true;
  }
  return KeepFor(spaces.pid, use, record, Kept::kNamespaces, spaces.tid, 0,
                 written);
}

// ---- records that belong to no process

bool Alive::KeepOther(IdMap* map, uint64_t key, bool there, const PlanUse& use,
                      const perfc_record& record, const perfc_record& written) {
  const uint64_t* address = map->Find(key);
  if (address != nullptr && *address != 0) {
    Drop(&others_, reinterpret_cast<Kept*>(*address));
    if (!map->Insert(key, 0)) return false;
  }
  if (!there) return true;
  if (map->size() >= kMostKeys) return true;
  Kept how = {};
  how.kind = Kept::kOther;
  how.size = written.size;
  SetPlaces(use, record, &how);
  Kept* kept;
  if (!Keep(&others_, how, written.data, &kept)) return false;
  return map->Insert(key, reinterpret_cast<uintptr_t>(kept));
}

bool Alive::TakeSymbol(const perfc_record& record, const PlanUse& use,
                       const perfc_record& written) {
  perfc_record_ksymbol symbol;
  if (perfc_decode_ksymbol(use.plan(), &record, &symbol, sizeof symbol) != 0) {
    return true;
  }
  const bool there = !(symbol.flags & PERFC_RECORD_KSYMBOL_FLAGS_UNREGISTER);
  return KeepOther(&symbols_, symbol.addr, there, use, record, written);
}

bool Alive::TakeBpf(const perfc_record& record, const PlanUse& use,
                    const perfc_record& written) {
  perfc_record_bpf_event event;
  if (perfc_decode_bpf_event(use.plan(), &record, &event, sizeof event) != 0) {
    return true;
  }
  const bool there = event.type != PERFC_BPF_EVENT_PROG_UNLOAD;
  return KeepOther(&programs_, event.id, there, use, record, written);
}

bool Alive::TakeCgroup(const perfc_record& record, const PlanUse& use,
                       const perfc_record& written) {
  perfc_record_cgroup cgroup;
  if (perfc_decode_cgroup(use.plan(), &record, &cgroup, sizeof cgroup) != 0) {
    return true;
  }
  return KeepOther(&cgroups_, cgroup.id, true, use, record, written);
}

// ---- records of the perf tool, and the next file

bool Alive::TakeTool(const perfc_record& written) {
  Kept how = {};
  how.kind = Kept::kOther;
  how.size = written.size;
  Kept* kept;
  return Keep(&tool_, how, written.data, &kept);
}

int Alive::Put(Output* out, bool* any) const {
  *any = false;
  const auto put = [&](const KeptList& list) {
    for (Kept* at = list.first; at != nullptr; at = at->next) {
      *any = true;
      if (int failed = out->Put(at->data(), at->size)) return failed;
    }
    return 0;
  };
  int failed = put(tool_);
  if (!failed) failed = put(others_);
  for (size_t i = 0; i < processes_.size() && !failed; ++i) {
    failed = put(processes_[i]->records);
  }
  return failed;
}

}  // namespace perfc::profile::writer
