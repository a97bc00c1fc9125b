#include "test/soak/load.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "test/live/work.h"

namespace soak {

Load::Load(uint64_t end) : end_(end) {
  for (int cpu : live::AllowedCpus()) {
    threads_.emplace_back([this, cpu] { Storm(cpu); });
  }
  threads_.emplace_back([this] { Switch(); });
  threads_.emplace_back([this] { ComeAndGo(); });
}

Load::~Load() {
  for (std::thread& thread : threads_) thread.join();
}

void Load::Storm(int cpu) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  while (Goes()) {
    // Again and again, because a CPU that goes offline takes it away.
    sched_setaffinity(0, sizeof one, &one);
    live::Getppid(10000);
  }
}

void Load::Switch() {
  auto sleep_often = [this] {
    while (Goes()) std::this_thread::sleep_for(std::chrono::microseconds(20));
  };
  std::thread other(sleep_often);
  sleep_often();
  other.join();
}

void Load::ComeAndGo() {
  while (Goes()) {
    std::thread([] { live::Getppid(100); }).join();
    const pid_t pid = fork();
    if (pid == 0) {
      live::Getppid(100);
      _exit(0);
    }
    waitpid(pid, nullptr, 0);
  }
}

}  // namespace soak
