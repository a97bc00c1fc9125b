#include "machine.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "gtest/gtest.h"

namespace live {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

int64_t ReadNumber(const std::string& path) {
  const std::string text = ReadFile(path);
  return text.empty() ? -1 : strtoll(text.c_str(), nullptr, 10);
}

void MountOwnTracefs() {
  constexpr char kTracefs[] = "/sys/kernel/tracing";
  if (access((std::string(kTracefs) + "/events").c_str(), F_OK) == 0 ||
      errno != ENOENT) {
    return;
  }
  // Each fails without the privilege, and then there is no tracefs.
  if (unshare(CLONE_NEWNS) != 0) return;
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
  static_cast<void>(mount("tracefs", kTracefs, "tracefs", 0, nullptr));
}

int64_t TracepointId(const std::string& event) {
  std::string path = event;
  path.replace(path.find(':'), 1, "/");
  for (const char* root :
       {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"}) {
    const int64_t id = ReadNumber(root + ("/events/" + path) + "/id");
    if (id >= 0) return id;
  }
  return -1;
}

std::set<std::string> OpenFds() {
  std::set<std::string> fds;
  DIR* directory = opendir("/proc/self/fd");
  if (directory == nullptr) return fds;
  const std::string own = std::to_string(dirfd(directory));
  while (const dirent* entry = readdir(directory)) {
    if (entry->d_name[0] == '.' || entry->d_name == own) continue;
    char target[256] = {};
    if (readlinkat(dirfd(directory), entry->d_name, target, sizeof target - 1) <
        0) {
      continue;
    }
    fds.insert(std::string(entry->d_name) + " -> " + target);
  }
  closedir(directory);
  return fds;
}

std::vector<int> AllowedCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

uint64_t Now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}

Pinned::Pinned(int cpu) {
  sched_getaffinity(0, sizeof before_, &before_);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  EXPECT_EQ(0, sched_setaffinity(0, sizeof one, &one));
}

Pinned::~Pinned() { sched_setaffinity(0, sizeof before_, &before_); }

Sysctl::Sysctl(const std::string& path, const std::string& value)
    : path_(path), before_(ReadFile(path)) {
  std::ofstream(path_) << value;
  EXPECT_EQ(value + "\n", ReadFile(path_));
}

Sysctl::~Sysctl() {
  std::ofstream(path_) << before_;
  EXPECT_EQ(before_, ReadFile(path_));
}

Limit::Limit(int resource, rlim_t soft) : resource_(resource) {
  getrlimit(static_cast<__rlimit_resource_t>(resource_), &before_);
  const rlimit lower = {soft, before_.rlim_max};
  EXPECT_EQ(0, setrlimit(static_cast<__rlimit_resource_t>(resource_), &lower));
}

Limit::~Limit() {
  setrlimit(static_cast<__rlimit_resource_t>(resource_), &before_);
}

Child::Child(std::function<void()> work) {
  int ends[2];
  EXPECT_EQ(0, pipe2(ends, O_CLOEXEC));
  pid_ = fork();
  if (pid_ == 0) {
    close(ends[1]);
    char byte;
    while (read(ends[0], &byte, 1) < 0) {
    }
    work();
    _exit(0);
  }
  close(ends[0]);
  gate_ = ends[1];
}

Child::~Child() {
  if (pid_ > 0) kill(pid_, SIGKILL);
  Go();
  Wait();
}

void Child::Go() {
  if (gate_ >= 0) close(gate_);
  gate_ = -1;
}

bool Child::Wait() {
  int status = -1;
  if (pid_ <= 0 || waitpid(pid_, &status, 0) != pid_) return false;
  pid_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string InChild(const std::function<std::string()>& body) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "no pipe";
  const int pid = fork();
  if (pid == 0) {
    const std::string text = body();
    const ssize_t written = write(ends[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[512];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, n);
  }
  close(ends[0]);
  int status = -1;
  waitpid(pid, &status, 0);
  if (status != 0) text += " (wait status " + std::to_string(status) + ")";
  return text;
}

bool DropCapabilities() {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

bool RefusePerfEventOpen(int error) {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K,
               SECCOMP_RET_ERRNO | (static_cast<unsigned>(error) & 0xffff)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace live
