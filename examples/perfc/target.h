// What is measured: a command started for it, a running process, or neither,
// where CPUs are.
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

  // Forks the command, which waits, or looks the process up. Says why it can't,
  // and then status() is the tool's.
  bool Attach();

  bool is_command() const { return !options_.command.empty(); }
  // The process; 0: neither.
  int32_t pid() const { return pid_; }

  // Lets the command go. As Attach.
  bool Go();

  // Waits until one of the fds is ready, the measurement is over, or the time is.
  // False: the measurement is over. A command's is when the command has ended:
  // the terminal sends SIGINT and SIGQUIT to the command as well, which may take
  // them as it likes; SIGTERM, which comes to the tool alone, is passed on. Without
  // a command each of the three ends the measurement.
  bool Poll(std::vector<pollfd>* fds, int timeout_ms);

  // Whether one of the three came.
  bool interrupted() const { return interrupted_; }

  // No longer holds signals back; from here on Ctrl-C ends the tool.
  void StopWatching() { signals_.reset(); }

  // Asks the command to end if it still runs, waits for it with signals taken as
  // Poll takes them, and returns its exit status.
  int Finish();

  int status() const { return status_; }

  // "'sleep 1'", shortened if it is long, or "process 17".
  std::string Name() const;

 private:
  bool Fail(const std::string& why, int status);
  bool CheckCpus();
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
