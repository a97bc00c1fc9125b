// What /proc and /sys tell of this machine and its processes.
#ifndef PERFC_EXAMPLES_PERFC_PROC_H_
#define PERFC_EXAMPLES_PERFC_PROC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// The whole file; empty if it can't be read.
std::string ReadFile(const std::string& path);

// The number in a file such as those of /proc/sys.
std::optional<uint64_t> ReadNumber(const std::string& path);

// "0,3-5" as 0 3 4 5.
std::vector<int32_t> ParseCpuList(std::string_view list);

// The CPUs that are online.
std::vector<int32_t> OnlineCpus();

// The threads of a process; empty if there is no such process.
std::vector<int32_t> ThreadsOf(int32_t pid);

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
