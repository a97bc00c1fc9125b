#include "test/names/names.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

namespace names {

namespace {

constexpr char kDevices[] = "/bus/event_source/devices/";

const std::map<std::string, std::string> kTracefs = {
    {"enable", "0\n"},
    {"sched/enable", "0\n"},
    {"sched/sched_switch/id", "316\n"},
    {"sched/sched_switch/format", "name: sched_switch\n"},
    {"sched/sched_wakeup/id", "318\n"},
    {"sched/sched_process_fork/id", "310\n"},
    {"syscalls/sys_enter_read/id", "700\n"},
    {"syscalls/sys_exit_read/id", "699\n"},
    {"odd/k/id", "5\n"},
};

// Path and content of each file of test/names/trees/NAME.tree.
std::map<std::string, std::string> FilesOf(const std::string &tree) {
  std::map<std::string, std::string> files;
  std::ifstream file("test/names/trees/" + tree + ".tree");
  EXPECT_TRUE(file) << tree;
  for (std::string line; std::getline(file, line);) {
    const size_t tab = line.find('\t');
    if (line[0] == '#' || tab == std::string::npos) continue;
    files[line.substr(0, tab)] = line.substr(tab + 1) + "\n";
  }
  return files;
}

void Write(const std::map<std::string, std::string> &files,
           const std::string &root) {
  for (const auto &[name, content] : files) {
    const std::filesystem::path path = root + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
  }
}

}  // namespace

void SetTree(const std::string &name, scripted::ScriptedSystem *system) {
  for (const auto &[path, content] : FilesOf(name)) {
    system->SetFile(std::string("/sys") + kDevices + path, content);
  }
}

void SetTracefs(scripted::ScriptedSystem *system) {
  for (const auto &[path, content] : kTracefs) {
    system->SetFile("/sys/kernel/tracing/events/" + path, content);
  }
}

void WriteTree(const std::string &name, const std::string &sysfs) {
  Write(FilesOf(name), sysfs + kDevices);
}

void WriteTracefs(const std::string &tracefs) {
  Write(kTracefs, tracefs + "/events/");
}

void NamesTest::Use(const std::string &tree) {
  SetTree(tree, &system_);
  SetTracefs(&system_);
  ASSERT_EQ(perfc_specs_create(&host_, &specs_, &error_), 0);
}

int NamesTest::Parse(const std::string &events) {
  error_ = {};
  return perfc_specs_parse(specs_, events.c_str(), 0, &error_);
}

perfc_attr NamesTest::One(const std::string &events) {
  perfc_specs_destroy(specs_);
  specs_ = nullptr;
  EXPECT_EQ(perfc_specs_create(&host_, &specs_, &error_), 0);
  const int count = Parse(events);
  EXPECT_EQ(count, 1) << events << ": " << (count < 0 ? Text() : "");
  return count == 1 ? Attr(0) : perfc_attr{};
}

perfc_spec NamesTest::Get(uint32_t index) {
  perfc_spec spec = {};
  EXPECT_EQ(perfc_specs_get(specs_, index, &spec, sizeof spec), 0);
  return spec;
}

perfc_attr NamesTest::Attr(uint32_t index) {
  perfc_attr attr = {};
  const perfc_spec spec = Get(index);
  EXPECT_EQ(spec.attr_size, sizeof attr);
  memcpy(&attr, spec.attr, sizeof attr);
  return attr;
}

std::string NamesTest::Leaders() {
  std::string leaders;
  for (int i = 0; i < perfc_specs_count(specs_); ++i) {
    if (i > 0) leaders += " ";
    leaders += std::to_string(Get(static_cast<uint32_t>(i)).leader);
  }
  return leaders;
}

std::vector<std::string> NamesTest::Names() {
  std::vector<std::string> names;
  for (int i = 0; i < perfc_specs_count(specs_); ++i) {
    names.emplace_back(Get(static_cast<uint32_t>(i)).name);
  }
  return names;
}

}  // namespace names
