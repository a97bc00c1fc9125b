#include "examples/perfc/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <initializer_list>

namespace tool {

Signals::Signals() {
  sigset_t mask;
  sigemptyset(&mask);
  for (int signal : {SIGINT, SIGQUIT, SIGTERM, SIGCHLD})
    sigaddset(&mask, signal);
  sigprocmask(SIG_BLOCK, &mask, &old_mask_);
  fd_ = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

Signals::~Signals() {
  if (fd_ >= 0) close(fd_);
  sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
}

int Signals::Take() {
  signalfd_siginfo info;
  if (read(fd_, &info, sizeof info) != sizeof info) return 0;
  return static_cast<int>(info.ssi_signo);
}

}  // namespace tool
