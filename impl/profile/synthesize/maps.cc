#include "impl/profile/synthesize/maps.h"

#include <limits.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>

#include "impl/profile/synthesize/files.h"

namespace perfc::profile::synthesize {
namespace {

bool TakeByte(absl::string_view* text, char byte) {
  if (text->empty() || text->front() != byte) return false;
  text->remove_prefix(1);
  return true;
}

// A hexadecimal number, and the byte behind it.
bool TakeHex(absl::string_view* text, char behind, uint64_t* number) {
  return TakeNumber(text, 16, number) && TakeByte(text, behind);
}

bool TakeDevice(absl::string_view* text, Mapping* mapping) {
  uint64_t maj;
  uint64_t min;
  if (!TakeHex(text, ':', &maj) || !TakeHex(text, ' ', &min)) return false;
  mapping->maj = static_cast<uint32_t>(maj);
  mapping->min = static_cast<uint32_t>(min);
  return maj <= UINT32_MAX && min <= UINT32_MAX;
}

// "r-xp "
bool TakeAccess(absl::string_view* text, Mapping* mapping) {
  constexpr size_t kSize = 5;
  constexpr struct {
    char letter;
    uint32_t prot;
  } kLetters[] = {{'r', PROT_READ}, {'w', PROT_WRITE}, {'x', PROT_EXEC}};
  if (text->size() < kSize || (*text)[kSize - 1] != ' ') return false;
  mapping->prot = 0;
  for (size_t i = 0; i < 3; ++i) {
    if ((*text)[i] == kLetters[i].letter) {
      mapping->prot |= kLetters[i].prot;
    } else if ((*text)[i] != '-') {
      return false;
    }
  }
  const char shared = (*text)[3];
  if (shared != 's' && shared != 'p') return false;
  mapping->flags = shared == 's' ? MAP_SHARED : MAP_PRIVATE;
  text->remove_prefix(kSize);
  return true;
}

}  // namespace

bool ParseMapping(absl::string_view line, Mapping* mapping) {
  if (!TakeHex(&line, '-', &mapping->start) ||
      !TakeHex(&line, ' ', &mapping->end) || !TakeAccess(&line, mapping) ||
      !TakeHex(&line, ' ', &mapping->pgoff) || !TakeDevice(&line, mapping) ||
      !TakeNumber(&line, 10, &mapping->ino) || mapping->start >= mapping->end) {
    return false;
  }
  if (!line.empty() && line.front() != ' ') return false;
  // The kernel aligns names with spaces.
  mapping->name =
      line.substr(std::min(line.find_first_not_of(' '), line.size()));
  return true;
}

bool AppendName(absl::string_view name, base::Buffer<char>* out) {
  constexpr absl::string_view kNewline = "\\012";
  const size_t start = out->size();
  if (name.empty()) name = "//anon";
  while (!name.empty()) {
    const size_t at = name.find(kNewline);
    const absl::string_view part = name.substr(0, at);
    if (!out->AppendAll(part.data(), part.size())) return false;
    if (at == name.npos) break;
    if (!out->Append('\n')) return false;
    name.remove_prefix(at + kNewline.size());
  }
  if (out->size() - start < PATH_MAX) return true;
  constexpr absl::string_view kTooLong = "//toolong";
  return out->Resize(start) && out->AppendAll(kTooLong.data(), kTooLong.size());
}

}  // namespace perfc::profile::synthesize
