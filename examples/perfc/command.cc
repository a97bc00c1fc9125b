#include "examples/perfc/command.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace tool {
namespace {

void Close(int* fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

// In the child. Only calls that are safe between fork() and execve().
[[noreturn]] void Run(char* const* arguments, const sigset_t& mask,
                      bool stdout_to_stderr, int go, int failure) {
  char word;
  ssize_t got;
  do {
    got = read(go, &word, 1);
  } while (got < 0 && errno == EINTR);
  if (got != 1) _exit(0);
  if (stdout_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  execvp(arguments[0], arguments);
  const int error = errno;
  [[maybe_unused]] const ssize_t told = write(failure, &error, sizeof error);
  _exit(CannotRunStatus(error));
}

}  // namespace

int CannotRunStatus(int error) { return error == ENOENT ? 127 : 126; }

int Command::Start(const std::vector<std::string>& arguments,
                   const sigset_t& mask, bool stdout_to_stderr) {
  std::vector<char*> words;
  for (const std::string& word : arguments) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  int go[2];
  int failure[2];
  if (pipe2(go, O_CLOEXEC) != 0) return errno;
  if (pipe2(failure, O_CLOEXEC) != 0) {
    const int error = errno;
    close(go[0]);
    close(go[1]);
    return error;
  }
  pid_ = fork();
  const int error = errno;
  if (pid_ == 0) {
    close(go[1]);
    close(failure[0]);
    Run(words.data(), mask, stdout_to_stderr, go[0], failure[1]);
  }
  close(go[0]);
  close(failure[1]);
  go_ = go[1];
  failure_ = failure[0];
  return pid_ < 0 ? error : 0;
}

int Command::Go() {
  if (write(go_, "", 1) != 1) return errno;
  Close(&go_);
  int error = 0;
  ssize_t got;
  do {
    got = read(failure_, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  Close(&failure_);
  return got == sizeof error ? error : 0;
}

void Command::Reap(int options) {
  if (pid_ <= 0 || reaped_) return;
  int status;
  pid_t ended;
  do {
    ended = waitpid(pid_, &status, options);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return;
  reaped_ = true;
  if (ended < 0) return;
  status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool Command::Ended() {
  Reap(WNOHANG);
  return reaped_;
}

void Command::Terminate() {
  if (pid_ > 0 && !Ended()) kill(pid_, SIGTERM);
}

Command::~Command() {
  Close(&go_);
  Close(&failure_);
  Reap(0);
}

}  // namespace tool
