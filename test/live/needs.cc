#include "needs.h"

#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "machine.h"

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

Need Tracefs() {
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

Need NoPmu(const std::string& name) {
  return That(!Exists(PmuDirectory(name)),
              "needs a machine without the PMU " + name);
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
