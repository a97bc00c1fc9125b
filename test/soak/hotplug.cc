#include "test/soak/hotplug.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "test/live/machine.h"

namespace soak {
namespace {

constexpr char kOnline[] = "/sys/devices/system/cpu/cpu1/online";
constexpr std::chrono::milliseconds kPause(20);

// Only in a machine that is nobody's: tools/test allows it in a virtual one.
bool Allowed() {
  const char* allowed = getenv("PERFC_LIVE_HOTPLUG");
  return allowed != nullptr && *allowed != '\0' &&
         !live::ReadFile(kOnline).empty();
}

}  // namespace

Hotplug::Hotplug() {
  if (!Allowed()) return;
  thread_ = std::thread([this] {
    while (!done_) {
      std::this_thread::sleep_for(kPause);
      Set("0");
      std::this_thread::sleep_for(kPause);
      Set("1");
      ++times_;
    }
  });
}

Hotplug::~Hotplug() {
  done_ = true;
  if (thread_.joinable()) thread_.join();
}

void Hotplug::Set(const char* value) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::ofstream(kOnline) << value;
  EXPECT_EQ(value + std::string("\n"), live::ReadFile(kOnline));
}

}  // namespace soak
