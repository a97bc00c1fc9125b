#include "needs.h"

#include <sched.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "machine.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"

namespace live {
namespace {

constexpr int kCapSysAdmin = 21;
constexpr int kCapPerfmon = 38;
constexpr int kCapBpf = 39;
constexpr int kNoParanoidFile = 99;

bool declared = false;

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

std::string PmuDirectory(const std::string& name) {
  return "/sys/bus/event_source/devices/" + name;
}

// Where the PMU of the CPUs is: named so on x86, elsewhere told by the list of
// the CPUs that it counts on, which uncore PMUs call cpumask.
std::string CorePmu() {
  const std::filesystem::path devices(PmuDirectory(""));
  if (Exists(devices / "cpu")) return devices / "cpu";
  std::error_code none;
  for (const auto& pmu : std::filesystem::directory_iterator(devices, none)) {
    if (Exists(pmu.path() / "cpus")) return pmu.path();
  }
  return "";
}

}  // namespace

bool HasCapability(int number) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("CapEff:", 0) != 0) continue;
    return strtoull(line.c_str() + 7, nullptr, 16) >> number & 1;
  }
  return false;
}

bool Privileged() {
  return HasCapability(kCapPerfmon) || HasCapability(kCapSysAdmin);
}

int ParanoidLevel() {
  const std::string text = ReadFile("/proc/sys/kernel/perf_event_paranoid");
  return text.empty() ? kNoParanoidFile : atoi(text.c_str());
}

int OpenRefused() {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  attr.config = PERFC_COUNT_SW_DUMMY;
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL;
  const long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
  if (fd < 0) return errno;
  close(static_cast<int>(fd));
  return 0;
}

Need Paranoid(int level) {
  if (Privileged() || ParanoidLevel() <= level) return "";
  return "needs perf_event_paranoid at most " + std::to_string(level) +
         " or CAP_PERFMON; it is " + std::to_string(ParanoidLevel());
}

Need Perfmon() { return That(Privileged(), "needs CAP_PERFMON"); }

Need ParanoidAtLeast(int level) {
  return That(ParanoidLevel() >= level, "needs perf_event_paranoid of " +
                                            std::to_string(level) + " or more");
}

Need ParanoidAtMost(int level) {
  return That(ParanoidLevel() <= level, "needs perf_event_paranoid of " +
                                            std::to_string(level) + " or less");
}

Need Tracefs() {
  MountOwnTracefs();
  return That(TracepointId("syscalls:sys_enter_getppid") >= 0,
              "needs a tracefs that can be read");
}

Need Bpf() {
  return That((HasCapability(kCapBpf) && HasCapability(kCapPerfmon)) ||
                  HasCapability(kCapSysAdmin),
              "needs CAP_BPF and CAP_PERFMON");
}

Need Pmu(const std::string& name) {
  return That(Exists(PmuDirectory(name)), "needs the PMU " + name);
}

Need HardwarePmu() { return That(!CorePmu().empty(), "needs a hardware PMU"); }

Need NoHardwarePmu() {
  return That(CorePmu().empty(), "needs a machine without a hardware PMU");
}

Need Linux(int major, int minor) {
  utsname name;
  int have[2] = {};
  if (uname(&name) == 0) sscanf(name.release, "%d.%d", &have[0], &have[1]);
  const std::string version =
      std::to_string(major) + "." + std::to_string(minor);
  return That(std::pair(have[0], have[1]) >= std::pair(major, minor),
              "needs Linux " + version);
}

Need Cpus(int count) {
  cpu_set_t set;
  const int have =
      sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return That(have >= count, "needs " + std::to_string(count) + " CPUs");
}

Need Writable(const std::string& path) {
  return That(access(path.c_str(), W_OK) == 0, "needs a writable " + path);
}

Need That(bool condition, const std::string& reason) {
  return condition ? "" : reason;
}

std::string Unmet(std::initializer_list<Need> needs) {
  declared = true;
  if (const int refused = OpenRefused()) {
    return std::string("needs perf_event_open(2), which says: ") +
           strerror(refused);
  }
  std::string all;
  for (const Need& need : needs) {
    if (need.empty()) continue;
    all += all.empty() ? need : "; " + need;
  }
  return all;
}

bool TakeDeclared() {
  const bool was = declared;
  declared = false;
  return was;
}

}  // namespace live
