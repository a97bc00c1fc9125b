// Work that generates hits: as fast as the machine can, and by threads and
// processes that come and go.

#ifndef TEST_SOAK_LOAD_H_
#define TEST_SOAK_LOAD_H_

#include <cstdint>
#include <thread>
#include <vector>

#include "test/live/machine.h"

namespace soak {

// Until a moment of Now().
class Load {
 public:
  explicit Load(uint64_t end);
  ~Load();
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

 private:
  void Storm(int cpu);  // System calls without a pause, on one CPU.
  void Switch();        // Two threads that wake each other up.
  void ComeAndGo();     // Threads and processes of a short life.

  bool Goes() const { return live::Now() < end_; }

  const uint64_t end_;
  std::vector<std::thread> threads_;
};

}  // namespace soak

#endif  // TEST_SOAK_LOAD_H_
