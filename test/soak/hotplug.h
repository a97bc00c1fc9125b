// A CPU that goes offline and comes back, where that is allowed.

#ifndef TEST_SOAK_HOTPLUG_H_
#define TEST_SOAK_HOTPLUG_H_

#include <atomic>
#include <mutex>
#include <thread>

namespace soak {

// From its making to its end; at the end the CPU is online.
class Hotplug {
 public:
  Hotplug();
  ~Hotplug();
  Hotplug(const Hotplug&) = delete;
  Hotplug& operator=(const Hotplug&) = delete;

  // While it is held no CPU comes or goes.
  std::mutex& mutex() { return mutex_; }
  bool allowed() const { return thread_.joinable(); }
  int times() const { return times_; }

 private:
  void Set(const char* value);

  std::mutex mutex_;
  std::atomic<bool> done_{false};
  std::atomic<int> times_{0};
  std::thread thread_;
};

}  // namespace soak

#endif  // TEST_SOAK_HOTPLUG_H_
