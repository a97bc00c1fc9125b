// Failing inside the library: a negative errno, and the facts if the caller
// passed a perfc_error.
#ifndef PERFC_IMPL_BASE_FAIL_H_
#define PERFC_IMPL_BASE_FAIL_H_

#include <cstdint>
#include <initializer_list>

#include "absl/strings/string_view.h"
#include "perfc/error.h"

namespace perfc::base {

// Fills in *error unless it is null, and returns `code`, so that a call can be
// returned.
int Fail(perfc_error* error, int code, uint32_t call, uint32_t rule,
         absl::string_view operation,
         std::initializer_list<uint64_t> numbers = {},
         absl::string_view detail = {});

// An argument that can't be right: -EINVAL, and the sentence that says why.
int BadArgument(perfc_error* error, absl::string_view operation,
                absl::string_view detail);

// -EBADFD: the handle is in the wrong state. The sentence names the state and
// the function to call first.
int WrongState(perfc_error* error, absl::string_view operation,
               absl::string_view detail);

// Memory for `bytes` could not be had: -ENOMEM.
int NoMemory(perfc_error* error, absl::string_view operation, uint64_t bytes);

// True for errnos that mean a shortage of fds or memory, independent of the
// request.
bool IsShortage(int code);

// Says in the error's detail which event of many it is about, see perfc_error.
void NameEvent(perfc_error* error, absl::string_view name);

// A file couldn't be opened or read; where that was for memory, as NoMemory.
int FileFailed(perfc_error* error, int code, uint32_t rule,
               absl::string_view operation, absl::string_view detail);

}  // namespace perfc::base

#endif  // PERFC_IMPL_BASE_FAIL_H_
