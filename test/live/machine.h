// What the live tests read and change of the machine. Everything changed here
// is as it was once the object is gone.

#ifndef TEST_LIVE_MACHINE_H_
#define TEST_LIVE_MACHINE_H_

#include <sched.h>
#include <sys/resource.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace live {

// A file's text, empty if it can't be read.
std::string ReadFile(const std::string& path);
// A number in a file, -1 if it can't be read.
int64_t ReadNumber(const std::string& path);
// Where no tracefs is mounted, and this process may mount one, it gets one in a
// mount namespace of its own: the machine's mounts stay as they are.
void MountOwnTracefs();
// The id of "system:name", -1 if it can't be read.
int64_t TracepointId(const std::string& event);
// The open fds of this process, each with what it refers to.
std::set<std::string> OpenFds();
// The CPUs that this process may run on.
std::vector<int> AllowedCpus();
// CLOCK_MONOTONIC in ns.
uint64_t Now();

// Keeps the calling thread on one CPU.
class Pinned {
 public:
  explicit Pinned(int cpu);
  ~Pinned();
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

 private:
  cpu_set_t before_;
};

// Sets a file of /proc/sys.
class Sysctl {
 public:
  Sysctl(const std::string& path, const std::string& value);
  ~Sysctl();
  Sysctl(const Sysctl&) = delete;
  Sysctl& operator=(const Sysctl&) = delete;

 private:
  std::string path_;
  std::string before_;
};

// Lowers the soft limit of a resource.
class Limit {
 public:
  Limit(int resource, rlim_t soft);
  ~Limit();
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  int resource_;
  rlimit before_;
};

// A child process that waits for Go() and then runs `work`.
class Child {
 public:
  explicit Child(std::function<void()> work);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int pid() const { return pid_; }
  void Go();
  // Waits for its end, and says whether it exited with 0.
  bool Wait();

 private:
  int pid_;
  int gate_;
};

// Runs `body` in a forked child and returns what it returned: empty if all went
// well, else what didn't. gtest's assertions don't reach over a fork.
std::string InChild(const std::function<std::string()>& body);

// In a forked child: clears every capability, or installs a seccomp filter by
// which perf_event_open fails with `error`.
bool DropCapabilities();
bool RefusePerfEventOpen(int error);

}  // namespace live

// In the body of InChild: hands back what isn't as it should be.
#define CHILD_EXPECT(condition) \
  if (!(condition)) return std::string("in the child: " #condition)
#define CHILD_EXPECT_EQ(want, got)                                          \
  if (const auto have = (got); have != (want))                              \
  return std::string("in the child: " #got " is ") + std::to_string(have) + \
         ", not " #want

#endif  // TEST_LIVE_MACHINE_H_
