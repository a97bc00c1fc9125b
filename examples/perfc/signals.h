// Signals as something to poll for.
#ifndef PERFC_EXAMPLES_PERFC_SIGNALS_H_
#define PERFC_EXAMPLES_PERFC_SIGNALS_H_

#include <csignal>

namespace tool {

// Blocks SIGINT, SIGQUIT, SIGTERM and SIGCHLD while the object lives. Create it
// before the command starts; the command gets the old mask back.
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
