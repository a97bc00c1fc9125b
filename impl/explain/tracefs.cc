#include "impl/explain/tracefs.h"

#include <cerrno>

#include "impl/base/fail.h"
#include "impl/base/text_writer.h"

namespace perfc::explain {

int TracepointFailed(const host::Host& host, int code, absl::string_view name,
                     const char* operation, perfc_error* error) {
  if (error == nullptr) return code;
  if (code == -ENOMEM) return base::NoMemory(error, operation, 0);
  char root[host::kMaxRoot] = "";
  const bool found = host.FindTracefs(&root) == 0;
  switch (-code) {
    case EACCES:
      return base::Fail(error, code, PERFC_CALL_OPEN, PERFC_RULE_TRACEFS_DENIED,
                        operation, {}, root);
    case ENOENT:
      return found ? base::Fail(error, code, PERFC_CALL_OPEN,
                                PERFC_RULE_NO_TRACEPOINT, operation, {}, name)
                   : base::Fail(error, code, PERFC_CALL_OPEN,
                                PERFC_RULE_NO_TRACEFS, operation, {},
                                host.own_tracefs());
    case EPERM:
      return base::Fail(
          error, code, PERFC_CALL_OPEN, PERFC_RULE_UNKNOWN, operation, {},
          base::ShortText<host::kMaxRoot + 80>(
              "a seccomp filter or a security module keeps %s from this "
              "process",
              root));
    default:
      return base::Fail(error, code, PERFC_CALL_OPEN, PERFC_RULE_UNKNOWN,
                        operation, {}, name);
  }
}

}  // namespace perfc::explain
