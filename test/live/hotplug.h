// A CPU that goes offline and comes back.

#ifndef TEST_LIVE_HOTPLUG_H_
#define TEST_LIVE_HOTPLUG_H_

#include "needs.h"

namespace live {

// The CPU that goes.
constexpr int kLeavingCpu = 1;

// It may go, and this process may send it away. Only in a machine that is
// nobody's: tools/test allows it in a virtual one.
Need Hotplug();

// That CPU offline, until the object is gone.
class Offline {
 public:
  Offline() { Set("0"); }
  ~Offline() { Set("1"); }
  Offline(const Offline&) = delete;
  Offline& operator=(const Offline&) = delete;

 private:
  static void Set(const char* value);
};

}  // namespace live

#endif  // TEST_LIVE_HOTPLUG_H_
