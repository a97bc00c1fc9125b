#include "impl/host/mounts.h"

#include <cstddef>

#include "absl/strings/str_split.h"

namespace perfc::host {
namespace {

bool IsOctal(char c) { return c >= '0' && c <= '7'; }

// In a path blanks and backslashes are octal: "\\040".
void Unescape(char* path) {
  char* to = path;
  for (const char* at = path; *at != '\0'; ++at) {
    if (at[0] == '\\' && IsOctal(at[1]) && IsOctal(at[2]) && IsOctal(at[3])) {
      *to++ = static_cast<char>((at[1] - '0') << 6 | (at[2] - '0') << 3 |
                                (at[3] - '0'));
      at += 3;
    } else {
      *to++ = *at;
    }
  }
  *to = '\0';
}

}  // namespace

bool ParseMount(absl::string_view line, Mount* mount) {
  absl::string_view fields[4];
  size_t count = 0;
  for (absl::string_view field : absl::StrSplit(line, ' ')) {
    fields[count++] = field;
    if (count == 4) break;
  }
  if (count < 4 || fields[1].size() >= kMaxRoot) return false;
  mount->path[fields[1].copy(mount->path, kMaxRoot - 1)] = '\0';
  Unescape(mount->path);
  mount->type = fields[2];
  mount->options = fields[3];
  return true;
}

}  // namespace perfc::host
