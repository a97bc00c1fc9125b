// Prints every situation with its text, and compares with situations.txt; with
// --update, writes it.

#include "test/explain/situations.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace explain {

int Stage::Try(const perfc_attr &attr, int32_t pid, int32_t cpu,
               perfc_event *group, uint64_t flags) {
  perfc_event *event = nullptr;
  const int result = perfc_open(&host, &attr, sizeof attr, pid, cpu, group,
                                flags, &event, &error);
  perfc_close(event);
  return result;
}

int Stage::TryInGroup(const perfc_attr &attr, perfc_event *group, int32_t pid,
                      int32_t cpu) {
  system.set_on_open([](const perfc_attr &, pid_t, int, int leader) {
    return leader == -1 ? 0 : EINVAL;
  });
  return Try(attr, pid, cpu, group);
}

scripted::Event Stage::Open(const perfc_attr &attr, int32_t cpu,
                            perfc_event *group) {
  perfc_event *event = nullptr;
  const int result =
      perfc_open(&host, &attr, sizeof attr, 0, cpu, group, 0, &event, nullptr);
  scripted::Require(result == 0, "a situation's event can't be opened");
  return scripted::Event(event);
}

void Stage::RemoveSys() {
  for (const char *pmu : {"software", "msr", "fancy", "kprobe", "uprobe"}) {
    system.RemoveFile(std::string("/sys/bus/event_source/devices/") + pmu +
                      "/type");
  }
  for (const char *file : {"possible", "online"}) {
    system.RemoveFile(std::string("/sys/devices/system/cpu/") + file);
  }
}

void Stage::RemoveProc() {
  for (const char *file :
       {"self/status", "sys/kernel/perf_event_paranoid",
        "sys/kernel/perf_event_max_sample_rate",
        "sys/kernel/perf_event_max_stack", "sys/kernel/perf_event_mlock_kb"}) {
    system.RemoveFile(std::string("/proc/") + file);
  }
}

perfc_attr Of(uint32_t type, uint64_t config) {
  perfc_attr attr = {};
  attr.size = PERFC_ATTR_SIZE_VER8;
  attr.type = type;
  attr.config = config;
  return attr;
}

perfc_attr Counting(uint64_t config) { return Of(PERFC_TYPE_SOFTWARE, config); }

perfc_attr Sampling() {
  perfc_attr attr = Counting(2);
  attr.sample_period = 1;
  attr.sample_type = PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME;
  return attr;
}

int Hot(Stage *stage, const char *operation, int result) {
  stage->error = {};
  stage->error.code = result;
  strcpy(stage->error.operation, operation);
  return result;
}

namespace {

constexpr char kFile[] = "test/explain/situations.txt";

int leaks = 0;

std::string TextOf(const Situation &situation) {
  Stage stage;
  const int result = situation.run(&stage);
  if (stage.system.open_fds() != 0 || stage.system.mappings() != 0) {
    std::fprintf(stderr, "%s: leaves something open\n", situation.title);
    ++leaks;
  }
  std::string text = std::string(situation.title) + "\n    ";
  text += result < 0 ? scripted::TextOf(stage.error) : "succeeds";
  return text + "\n\n";
}

std::string All() {
  std::string all;
  const struct {
    const char *title;
    std::vector<Situation> situations;
  } parts[] = {
      {"Permission", PermissionSituations()},
      {"The attr", AttrSituations()},
      {"What is counted", PlaceSituations()},
      {"Open events", EventSituations()},
      {"Many events", ManySituations()},
      {"The system", SystemSituations()},
  };
  for (const auto &part : parts) {
    all += std::string("==== ") + part.title + "\n\n";
    for (const Situation &situation : part.situations) all += TextOf(situation);
  }
  return all;
}

int Main(bool update) {
  const char *workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  const std::string path =
      update && workspace ? std::string(workspace) + "/" + kFile : kFile;
  std::stringstream golden;
  golden << std::ifstream(path).rdbuf();
  const std::string all = All();
  if (leaks > 0) return 1;
  if (golden.str() == all) return 0;
  if (update) {
    std::ofstream(path) << all;
    return 0;
  }
  std::fprintf(stderr,
               "%s differs from what is said today: bazel run "
               "//test/explain:situations_test -- --update\n%s",
               path.c_str(), all.c_str());
  return 1;
}

}  // namespace
}  // namespace explain

int main(int argc, char **argv) {
  return explain::Main(argc > 1 && std::strcmp(argv[1], "--update") == 0);
}
