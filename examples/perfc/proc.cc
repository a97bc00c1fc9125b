#include "examples/perfc/proc.h"

#include <dirent.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "examples/perfc/scan.h"

namespace tool {
namespace {

std::string_view TakeWord(std::string_view* text) {
  const size_t first = std::min(text->find_first_not_of(' '), text->size());
  text->remove_prefix(first);
  const std::string_view word = text->substr(0, text->find(' '));
  text->remove_prefix(word.size());
  return word;
}

// start-end perms pgoff dev inode [filename]
std::optional<MapsLine> ParseMapsLine(std::string_view line) {
  MapsLine out;
  if (!TakeNumber(&line, &out.start, 16) || !TakeChar(&line, '-') ||
      !TakeNumber(&line, &out.end, 16)) {
    return std::nullopt;
  }
  out.executable = TakeWord(&line).find('x') != std::string_view::npos;
  std::string_view pgoff = TakeWord(&line);
  if (!TakeNumber(&pgoff, &out.pgoff, 16)) return std::nullopt;
  TakeWord(&line);
  TakeWord(&line);
  const size_t name = line.find_first_not_of(' ');
  // As perf records name memory without a file.
  out.filename = name == std::string_view::npos
                     ? "//anon"
                     : std::string(line.substr(name));
  return out;
}

// The directory's entries that are numbers.
std::vector<int32_t> NumbersIn(const std::string& path) {
  std::vector<int32_t> numbers;
  DIR* directory = opendir(path.c_str());
  if (!directory) return numbers;
  while (const dirent* entry = readdir(directory)) {
    std::string_view name = entry->d_name;
    int32_t number;
    if (TakeNumber(&name, &number)) numbers.push_back(number);
  }
  closedir(directory);
  return numbers;
}

}  // namespace

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<int32_t> Processes() { return NumbersIn("/proc"); }

std::vector<int32_t> ThreadsOf(int32_t pid) {
  return NumbersIn("/proc/" + std::to_string(pid) + "/task");
}

std::vector<MapsLine> ParseMaps(std::string_view maps) {
  std::vector<MapsLine> lines;
  while (!maps.empty()) {
    const std::string_view line = maps.substr(0, maps.find('\n'));
    maps.remove_prefix(std::min(line.size() + 1, maps.size()));
    if (auto parsed = ParseMapsLine(line)) lines.push_back(*parsed);
  }
  return lines;
}

int32_t ProcessOf(int32_t tid) {
  const std::string status =
      ReadFile("/proc/" + std::to_string(tid) + "/status");
  const size_t at = status.find("\nTgid:\t");
  if (at == std::string::npos) return tid;
  std::string_view rest = std::string_view(status).substr(at + 7);
  int32_t process = tid;
  TakeNumber(&rest, &process);
  return process;
}

std::string CommOf(int32_t pid, int32_t tid) {
  std::string comm = ReadFile("/proc/" + std::to_string(pid) + "/task/" +
                              std::to_string(tid) + "/comm");
  if (!comm.empty() && comm.back() == '\n') comm.pop_back();
  return comm;
}

}  // namespace tool
