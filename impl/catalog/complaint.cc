#include "impl/catalog/complaint.h"

#include <algorithm>
#include <cerrno>
#include <functional>

#include "impl/base/fail.h"

namespace perfc::catalog {
namespace {

// Where the part begins; std::less compares pointers of different arrays, too.
size_t OffsetIn(absl::string_view text, absl::string_view part) {
  const std::less<const char*> before;
  if (before(part.data(), text.data())) return 0;
  if (before(text.data() + text.size(), part.data())) return 0;
  return static_cast<size_t>(part.data() - text.data());
}

}  // namespace

int Complain(const Input& input, int code, absl::string_view part,
             absl::string_view why) {
  if (input.error == nullptr) return code;
  const size_t offset = OffsetIn(input.text, part);
  Message message;
  if (offset >= input.text.size()) {
    message << "at the end of ";
  } else {
    message << "at character " << offset + 1 << " of ";
  }
  message.Quote(input.text);
  // The part stands out where it isn't all there is.
  if (!part.empty() && part.size() < input.text.size()) {
    message << ", ";
    message.Quote(part);
  }
  message << ": " << why;
  return base::Fail(input.error, code, PERFC_CALL_NONE, PERFC_RULE_EVENT_STRING,
                    input.operation, {offset, part.size()}, message.view());
}

int FileFailed(const Input& input, int code, absl::string_view path) {
  Message message;
  message << path << " can't be read";
  return base::FileFailed(input.error, code, PERFC_RULE_EVENT_FILE,
                          input.operation, message.view());
}

int NoMemory(const Input& input) {
  return base::NoMemory(input.error, input.operation, input.text.size());
}

}  // namespace perfc::catalog
