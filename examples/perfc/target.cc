#include "examples/perfc/target.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "examples/perfc/cpus.h"
#include "examples/perfc/proc.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

constexpr size_t kMaxName = 60;

}  // namespace

Target::Target(const Options& options) : options_(options) {
  signals_.emplace();
}

Target::~Target() {
  if (pidfd_ >= 0) close(pidfd_);
}

bool Target::Fail(const std::string& why, int status) {
  Say(why);
  status_ = status;
  return false;
}

// Counts of a part of the CPUs would look like those of all.
bool Target::CheckCpus() {
  std::string online = ReadFile("/sys/devices/system/cpu/online");
  online = online.substr(0, online.find('\n'));
  const std::optional<uint32_t> missing = MissingCpu(options_.cpus, online);
  if (!missing) return true;
  return Fail("-C " + options_.cpus + ": CPU " + std::to_string(*missing) +
                  " isn't online; these are: " + online,
              1);
}

bool Target::Attach() {
  if (signals_->fd() < 0) {
    return Fail(std::string("cannot watch signals: ") + std::strerror(errno),
                1);
  }
  if (!CheckCpus()) return false;
  if (is_command()) {
    const int error = command_.Start(options_.command, signals_->old_mask(),
                                     options_.takes_stdout());
    if (error) return Fail(std::string("fork: ") + std::strerror(error), 1);
    pid_ = command_.pid();
    return true;
  }
  if (options_.record.tid != 0) return AttachThread();
  if (options_.pid == 0) return true;
  pid_ = options_.pid;
  pidfd_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  if (pidfd_ < 0) return Fail(Name() + ": " + std::strerror(errno), 1);
  if (ThreadsOf(pid_).empty()) return Fail(Name() + " has gone", 1);
  return true;
}

// Its end shows only in its ring: before Linux 6.9 there is no pidfd of a thread.
bool Target::AttachThread() {
  pid_ = options_.record.tid;
  if (!CommOf(pid_, pid_).empty()) return true;
  return Fail(Name() + ": No such thread", 1);
}

bool Target::Go() {
  if (!is_command()) return true;
  const int error = command_.Go();
  if (!error) return true;
  return Fail(
      "cannot run '" + options_.command[0] + "': " + std::strerror(error),
      CannotRunStatus(error));
}

void Target::TakeSignals() {
  while (const int signal = signals_->Take()) {
    if (signal != SIGCHLD) interrupted_ = true;
    if (signal == SIGTERM) command_.Terminate();
  }
}

bool Target::Poll(std::vector<pollfd>* fds, int timeout_ms) {
  // poll() passes over an fd below 0.
  fds->push_back({signals_->fd(), POLLIN, 0});
  fds->push_back({pidfd_, POLLIN, 0});
  poll(fds->data(), fds->size(), timeout_ms);
  const bool process_ended = fds->back().revents != 0;
  fds->resize(fds->size() - 2);
  TakeSignals();
  return is_command() ? !command_.Ended() : !process_ended && !interrupted_;
}

int Target::Finish() {
  if (!is_command()) return 0;
  command_.Terminate();
  std::vector<pollfd> none;
  while (!command_.Ended()) Poll(&none, -1);
  return command_.status();
}

std::string Target::Name() const {
  if (!options_.cgroup.empty()) return "cgroup " + options_.cgroup;
  if (!options_.cpus.empty()) return "CPUs " + options_.cpus;
  if (options_.all_cpus) return "all CPUs";
  if (options_.record.tid != 0) {
    return "thread " + std::to_string(options_.record.tid);
  }
  if (!is_command()) return "process " + std::to_string(options_.pid);
  std::string words;
  for (const std::string& word : options_.command) {
    words += (words.empty() ? "" : " ") + word;
  }
  if (words.size() > kMaxName) words = words.substr(0, kMaxName) + "...";
  return "'" + words + "'";
}

}  // namespace tool
