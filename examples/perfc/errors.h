// What the errnos of opening an event mean for the tool.
#ifndef PERFC_EXAMPLES_PERFC_ERRORS_H_
#define PERFC_EXAMPLES_PERFC_ERRORS_H_

#include <cerrno>
#include <system_error>

namespace tool {

// We may not look into the kernel; into user space perhaps.
inline bool IsForbidden(std::error_code code) {
  return code.value() == EACCES || code.value() == EPERM;
}

// This machine doesn't have the event.
inline bool IsNotHere(std::error_code code) {
  return code.value() == EOPNOTSUPP || code.value() == ENOENT ||
         code.value() == ENODEV || code.value() == EINVAL;
}

// The thread ended meanwhile.
inline bool IsGone(std::error_code code) { return code.value() == ESRCH; }

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_ERRORS_H_
