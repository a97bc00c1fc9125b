// Signals as something to poll for.
#ifndef PERFC_EXAMPLES_PERFC_SIGNALS_H_
#define PERFC_EXAMPLES_PERFC_SIGNALS_H_

#include <csignal>

namespace tool {

// Holds SIGINT, SIGQUIT, SIGTERM and SIGCHLD back while it lives. Make it before the
// command starts, which gets the old mask back.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // Readable when one is there. Below 0 if there could be no fd.
  int fd() const { return fd_; }

  // Takes one; 0 if there is none.
  int Take();

  const sigset_t& old_mask() const { return old_mask_; }

 private:
  sigset_t old_mask_;
  int fd_;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SIGNALS_H_
