// Failures that have to do with the content of a file.
#ifndef PERFC_IMPL_PROFILE_FILE_FAIL_H_
#define PERFC_IMPL_PROFILE_FILE_FAIL_H_

#include <cerrno>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/fail.h"
#include "perfc/error.h"

namespace perfc::profile::file {

inline constexpr char kOpen[] = "perfc_file_open";
inline constexpr char kNext[] = "perfc_file_next_records";

// -EBADMSG: the bytes at `offset` break the rule.
inline int BadContent(perfc_error* error, const char* operation,
                      uint64_t offset, absl::string_view rule) {
  return base::Fail(error, -EBADMSG, PERFC_CALL_NONE, PERFC_RULE_FILE_CONTENT,
                    operation, {offset}, rule);
}

// The errno of a read.
inline int ReadFailed(perfc_error* error, const char* operation, int code) {
  return base::Fail(error, code, PERFC_CALL_READ, PERFC_RULE_UNKNOWN,
                    operation);
}

inline constexpr char kTooLittleMemory[] =
    "the file needs more memory than max_bytes allows";

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_FAIL_H_
