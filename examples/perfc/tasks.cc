#include "examples/perfc/tasks.h"

namespace tool {
namespace {

// Makes room for a mapping: cuts the mappings that overlap it.
void Clear(std::map<uint64_t, Mapping>* maps, uint64_t start, uint64_t end) {
  auto at = maps->lower_bound(start);
  if (at != maps->begin() && std::prev(at)->second.end > start) --at;
  while (at != maps->end() && at->second.start < end) {
    const Mapping old = at->second;
    at = maps->erase(at);
    if (old.start < start) {
      maps->emplace(old.start,
                    Mapping{old.start, start, old.pgoff, old.object});
    }
    if (old.end > end) {
      const Mapping rest = {end, old.end, old.pgoff + (end - old.start),
                            old.object};
      maps->emplace(end, rest);
      return;
    }
  }
}

}  // namespace

void Tasks::Fork(uint32_t pid, uint32_t parent_pid, uint32_t tid,
                 uint32_t parent_tid) {
  if (pid != parent_pid) {
    const std::shared_ptr<Maps> maps = processes_[parent_pid].maps;
    processes_[pid].maps = maps;
  }
  processes_[pid].threads.insert(tid);
  const auto parent = comms_.find(parent_tid);
  if (parent != comms_.end()) comms_[tid] = std::string(parent->second);
}

void Tasks::Comm(uint32_t pid, uint32_t tid, std::string_view name, bool exec) {
  Process& process = processes_[pid];
  process.threads.insert(tid);
  if (exec) process.maps = std::make_shared<Maps>();
  comms_[tid] = name;
}

void Tasks::Map(uint32_t pid, const Mapping& mapping) {
  Process& process = processes_[pid];
  if (process.maps.use_count() > 1) {
    process.maps = std::make_shared<Maps>(*process.maps);
  }
  Clear(process.maps.get(), mapping.start, mapping.end);
  process.maps->emplace(mapping.start, mapping);
}

void Tasks::Exit(uint32_t pid, uint32_t tid) {
  comms_.erase(tid);
  const auto process = processes_.find(pid);
  if (process == processes_.end()) return;
  process->second.threads.erase(tid);
  if (process->second.threads.empty()) processes_.erase(process);
}

const Mapping* Tasks::Find(uint32_t pid, uint64_t address) const {
  const auto process = processes_.find(pid);
  if (process == processes_.end()) return nullptr;
  const Maps& maps = *process->second.maps;
  auto after = maps.upper_bound(address);
  if (after == maps.begin()) return nullptr;
  const Mapping& mapping = std::prev(after)->second;
  return address < mapping.end ? &mapping : nullptr;
}

std::string Tasks::CommOf(uint32_t tid) const {
  const auto comm = comms_.find(tid);
  return comm == comms_.end() ? ":" + std::to_string(tid) : comm->second;
}

}  // namespace tool
