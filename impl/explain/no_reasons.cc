// What libperfc-minimal.a has in place of the reasons: the call and the errno.

#include "impl/base/fail.h"
#include "impl/explain/errnos.h"
#include "impl/explain/explain.h"
#include "impl/explain/rule_text.h"

namespace perfc::explain {

int OpenFailed(const host::Host&, int code, const OpenRequest&,
               perfc_error* error) {
  return base::Fail(error, code, PERFC_CALL_PERF_EVENT_OPEN, PERFC_RULE_UNKNOWN,
                    "perfc_open");
}

int MmapFailed(const host::Host&, int code, size_t, const char* operation,
               perfc_error* error) {
  return base::Fail(error, code, PERFC_CALL_MMAP, PERFC_RULE_UNKNOWN,
                    operation);
}

// Its number says as much: strerror(3) has the words.
const Errno* FindErrno(int) { return nullptr; }

// A failure's detail is the only sentence.
bool WriteRule(const perfc_error&, absl::string_view, base::TextWriter*) {
  return false;
}

}  // namespace perfc::explain
