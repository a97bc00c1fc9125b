// The target: a command started by the tool, a running process, or CPUs.
#ifndef PERFC_EXAMPLES_PERFC_TARGET_H_
#define PERFC_EXAMPLES_PERFC_TARGET_H_

#include <poll.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "examples/perfc/command.h"
#include "examples/perfc/options.h"
#include "examples/perfc/signals.h"

namespace tool {

class Target {
 public:
  explicit Target(const Options& options);
  ~Target();
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  // Forks the command, which waits, or looks up the process. On failure prints
  // the reason; status() is then the tool's exit status.
  bool Attach();

  bool is_command() const { return !options_.command.empty(); }
  // The process, or with -t the thread; 0: neither.
  int32_t pid() const { return pid_; }

  // Lets the command go. As Attach.
  bool Go();

  // Waits until one of the fds is ready, the measurement is over, or the
  // time-out has passed. Returns false if the measurement is over. With a
  // command it is over when the command has ended. The terminal sends SIGINT
  // and SIGQUIT to the command as well, which may handle them in any way.
  // SIGTERM reaches only the tool, which passes it on. Without a command each
  // of the three signals ends the measurement.
  bool Poll(std::vector<pollfd>* fds, int timeout_ms);

  // Whether one of the three came.
  bool interrupted() const { return interrupted_; }

  // No longer holds signals back; from here on Ctrl-C ends the tool.
  void StopWatching() { signals_.reset(); }

  // Asks a running command to end, waits for its end, and returns its exit
  // status. Signals are handled as in Poll.
  int Finish();

  int status() const { return status_; }

  // "'sleep 1'", shortened if it is long, or "process 17".
  std::string Name() const;

 private:
  bool Fail(const std::string& why, int status);
  bool CheckCpus();
  bool AttachThread();
  void TakeSignals();

  const Options& options_;
  std::optional<Signals> signals_;
  Command command_;
  int32_t pid_ = 0;
  int pidfd_ = -1;
  int status_ = 0;
  bool interrupted_ = false;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_TARGET_H_
