// Reads facts about processes from /proc.
#ifndef PERFC_EXAMPLES_PERFC_PROC_H_
#define PERFC_EXAMPLES_PERFC_PROC_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// The whole file; empty if it can't be read.
std::string ReadFile(const std::string& path);

// The threads of a process; empty if there is no such process.
std::vector<int32_t> ThreadsOf(int32_t pid);

// The process that a thread belongs to; the number itself if there is no such
// thread.
int32_t ProcessOf(int32_t tid);

// All processes.
std::vector<int32_t> Processes();

// A line of /proc/PID/maps.
struct MapsLine {
  uint64_t start;
  uint64_t end;
  bool executable;
  uint64_t pgoff;
  std::string filename;
};
std::vector<MapsLine> ParseMaps(std::string_view maps);

// The name of a thread; empty if it has gone.
std::string CommOf(int32_t pid, int32_t tid);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_PROC_H_
