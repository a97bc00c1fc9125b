// The processes, their mappings, and the names of their threads, at one point
// in time.
#ifndef PERFC_EXAMPLES_PERFC_TASKS_H_
#define PERFC_EXAMPLES_PERFC_TASKS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tool {

// Executable memory of a process.
struct Mapping {
  uint64_t start;
  uint64_t end;
  uint64_t pgoff;   // offset of start in the file
  uint32_t object;  // the file, a number that the caller chose
};

// Fed with side-band records in the order of their time.
class Tasks {
 public:
  void Fork(uint32_t pid, uint32_t parent_pid, uint32_t tid,
            uint32_t parent_tid);
  // A thread's new name; exec: the process is another program now.
  void Comm(uint32_t pid, uint32_t tid, std::string_view name, bool exec);
  // A new mapping replaces all earlier mappings in its range.
  void Map(uint32_t pid, const Mapping& mapping);
  void Exit(uint32_t pid, uint32_t tid);

  // NULL if nothing is known there.
  const Mapping* Find(uint32_t pid, uint64_t address) const;

  // ":TID" for a thread whose name never came.
  std::string CommOf(uint32_t tid) const;

  size_t processes() const { return processes_.size(); }

 private:
  using Maps = std::map<uint64_t, Mapping>;  // by start, without overlap
  struct Process {
    std::shared_ptr<Maps> maps = std::make_shared<Maps>();  // until one changes
    std::unordered_set<uint32_t> threads;
  };

  std::unordered_map<uint32_t, Process> processes_;
  std::unordered_map<uint32_t, std::string> comms_;  // by tid
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_TASKS_H_
