// Gives a target each file of the directories once: what was found before stays
// found without a fuzzer.
//
// usage: TARGET DIRECTORY...
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "test/fuzz/fuzz.h"

namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
  std::set<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) continue;  // No crash yet.
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      files.insert(entry.path());
    }
  }
  if (files.empty()) {
    std::fprintf(stderr, "no inputs\n");
    return 1;
  }
  for (const auto& path : files) {
    // The last name is that of the input at fault.
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    const fuzz::Alone input(ReadFile(path));
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%zu inputs\n", files.size());
}
