// Inputs to begin with: the vectors, the event strings that perf judges and the trees
// of sysfs, which other tests have, and small perf.data files.
//
// usage: seeds TARGET DIRECTORY, in the runfiles' workspace
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "test/fuzz/case.h"
#include "test/fuzz/fuzz.h"
#include "test/fuzz/small_data_files.h"
#include "test/vectors/container.h"

namespace {

namespace fs = std::filesystem;

class Seeds {
 public:
  explicit Seeds(const fs::path& directory) : directory_(directory) {
    fs::create_directories(directory);
  }
  void Add(const std::string& input) {
    std::ofstream(directory_ / ("seed" + std::to_string(count_++)),
                  std::ios::binary)
        << input;
  }

 private:
  fs::path directory_;
  int count_ = 0;
};

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Each file of a directory with that ending.
void ForEach(const fs::path& directory, const char* extension,
             const std::function<void(const fs::path&)>& visit) {
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().extension() == extension) visit(entry.path());
  }
}

// Of longer ones a fuzzer changes a byte here and there and learns little.
constexpr size_t kMost = 4096;

void AddVectors(const std::string& head, Seeds* seeds) {
  ForEach("test/vectors", ".vec", [&](const fs::path& path) {
    const fuzz::Alone bytes(Read(path));
    std::vector<vectors::Stored> cases;
    fuzz::Demand(vectors::ReadContainer(bytes.data(), bytes.size(), &cases),
                 "the vectors are whole");
    for (const vectors::Stored& stored : cases) {
      const std::string input = head + fuzz::InputOf(stored);
      if (input.size() <= kMost) seeds->Add(input);
    }
  });
}

void AddEvents(Seeds* seeds) {
  const char* const kTrees[] = {"amd", "intel_hybrid", "arm_big_little"};
  ForEach("test/events/strings", ".txt", [&](const fs::path& path) {
    const std::string of = path.stem();
    const auto* tree = std::find(std::begin(kTrees), std::end(kTrees), of);
    const auto which =
        static_cast<char>(tree == std::end(kTrees) ? 0 : tree - kTrees);
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) seeds->Add(which + line);
  });
}

// A PMU at a time, with an event of its own.
void AddTrees(Seeds* seeds) {
  ForEach("test/names/trees", ".tree", [&](const fs::path& path) {
    std::ifstream file(path);
    std::string pmu, input;
    const auto add = [&] {
      if (!pmu.empty()) seeds->Add(input);
    };
    for (std::string line; std::getline(file, line);) {
      if (line[0] == '#') continue;
      const std::string of = line.substr(0, line.find('/'));
      if (of != pmu) {
        add();
        pmu = of;
        input = of +
                "/event=1,period=3/u,cycles,sched:*\n"
                "/sys/kernel/tracing/events/sched/sched_switch/id\t316\n";
      }
      input += line + "\n";
    }
    add();
  });
}

void AddFiles(Seeds* seeds) {
  // In either order of records; kPipe and kBuiltWithoutFeatures of files.cc.
  AddVectors(std::string("\x02\x03", 2), seeds);
  AddVectors(std::string("\x27\x00", 2), seeds);
  for (const std::string& file : fuzz::SmallDataFiles()) {
    seeds->Add(std::string("\x10\x07", 2) + file);
    seeds->Add(std::string("\x1c\x00", 2) + file);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string target = argv[1];
  Seeds seeds(argv[2]);
  if (target == "records") AddVectors("", &seeds);
  if (target == "columns") AddVectors(std::string(10, '\0'), &seeds);
  if (target == "events") AddEvents(&seeds);
  if (target == "files") AddFiles(&seeds);
  if (target == "sysfs") AddTrees(&seeds);
}
