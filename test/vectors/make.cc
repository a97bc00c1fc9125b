// Writes the shared vectors: make [DIRECTORY]; under bazel run, the source
// tree.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "test/vectors/groups.h"

namespace {

bool Write(const std::string& path, const void* data, size_t size) {
  FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) {
    std::perror(path.c_str());
    return false;
  }
  const bool whole = std::fwrite(data, 1, size, file) == size;
  return std::fclose(file) == 0 && whole;
}

std::string Directory(int argc, char** argv) {
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (argc > 1) return argv[1];
  return workspace ? std::string(workspace) + "/test/vectors" : ".";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string directory = Directory(argc, argv);
  for (const vectors::Group& group : vectors::MakeGroups()) {
    const std::string path = directory + "/" + group.name;
    const encoder::Bytes container = vectors::ContainerOf(group);
    const std::string json = vectors::JsonOf(group);
    if (!Write(path + ".vec", container.data(), container.size()) ||
        !Write(path + ".jsonl", json.data(), json.size())) {
      return 1;
    }
  }
}
