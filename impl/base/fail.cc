#include "impl/base/fail.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace perfc::base {
namespace {

template <size_t N>
void CopyText(absl::string_view text, char (&out)[N]) {
  out[text.copy(out, N - 1)] = '\0';
}

}  // namespace

int Fail(perfc_error* error, int code, uint32_t call, uint32_t rule,
         absl::string_view operation, std::initializer_list<uint64_t> numbers,
         absl::string_view detail) {
  if (error == nullptr) return code;
  *error = {};
  error->code = code;
  error->call = call;
  error->rule = rule;
  error->paranoid = -100;
  std::copy(numbers.begin(), numbers.end(), error->number);
  CopyText(operation, error->operation);
  CopyText(detail, error->detail);
  return code;
}

int BadArgument(perfc_error* error, absl::string_view operation,
                absl::string_view detail) {
  return Fail(error, -EINVAL, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT, operation,
              {}, detail);
}

int WrongState(perfc_error* error, absl::string_view operation,
               absl::string_view detail) {
  return Fail(error, -EBADFD, PERFC_CALL_NONE, PERFC_RULE_MAPPED, operation, {},
              detail);
}

int NoMemory(perfc_error* error, absl::string_view operation, uint64_t bytes) {
  return Fail(error, -ENOMEM, PERFC_CALL_MALLOC, PERFC_RULE_MEMORY, operation,
              {bytes});
}

bool IsShortage(int code) {
  return code == -EMFILE || code == -ENFILE || code == -ENOMEM;
}

void NameEvent(perfc_error* error, absl::string_view name) {
  constexpr size_t kLongest = 120;
  name = name.substr(0, kLongest);
  const size_t before = name.size() + 2;
  char* detail = error->detail;
  const size_t room = sizeof error->detail - 1;
  const size_t kept = std::min(strnlen(detail, room), room - before);
  memmove(detail + before, detail, kept);
  name.copy(detail, name.size());
  memcpy(detail + name.size(), ": ", 2);
  detail[before + kept] = '\0';
  error->number[7] = name.size();
}

int FileFailed(perfc_error* error, int code, uint32_t rule,
               absl::string_view operation, absl::string_view detail) {
  if (code == -ENOMEM) return NoMemory(error, operation, 0);
  return Fail(error, code, PERFC_CALL_OPEN, rule, operation, {}, detail);
}

}  // namespace perfc::base
