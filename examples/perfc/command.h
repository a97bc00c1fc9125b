// The command to be measured, as a child process.
#ifndef PERFC_EXAMPLES_PERFC_COMMAND_H_
#define PERFC_EXAMPLES_PERFC_COMMAND_H_

#include <sys/types.h>

#include <csignal>
#include <string>
#include <vector>

namespace tool {

// A child that waits before its execve(), so that events can be attached first.
// The destructor ends a child that was never released.
class Command {
 public:
  Command() = default;
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // Forks. The child gets the signal mask, and if stdout isn't for it, stderr as
  // its stdout. 0 or an errno.
  int Start(const std::vector<std::string>& arguments, const sigset_t& mask,
            bool stdout_to_stderr = false);

  // Lets it go. 0, or the errno of its execve(), and then it has ended.
  int Go();

  pid_t pid() const { return pid_; }

  // Whether it has ended. Doesn't wait.
  bool Ended();

  // Asks it to end, if it has not.
  void Terminate();

  // The exit status of one that has ended, 128 + N for signal N.
  int status() const { return status_; }

 private:
  void Reap(int options);

  pid_t pid_ = -1;
  int go_ = -1;       // closing it without a word ends the child
  int failure_ = -1;  // execve()'s errno comes here, or its closing
  bool reaped_ = false;
  int status_ = 0;
};

// The exit status of a shell that could not run a command for this errno.
int CannotRunStatus(int error);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_COMMAND_H_
