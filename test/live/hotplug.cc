#include "hotplug.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "machine.h"

namespace live {
namespace {

constexpr char kOnline[] = "/sys/devices/system/cpu/cpu1/online";

}  // namespace

Need Hotplug() {
  if (getenv("PERFC_LIVE_HOTPLUG") == nullptr) {
    return "needs PERFC_LIVE_HOTPLUG=1, to take a CPU offline";
  }
  const Need cpus = Cpus(2);
  return cpus.empty() ? Writable(kOnline) : cpus;
}

void Offline::Set(const char* value) {
  std::ofstream(kOnline) << value;
  EXPECT_EQ(value + std::string("\n"), ReadFile(kOnline));
}

}  // namespace live
