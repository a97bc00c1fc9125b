#include "examples/perfc/printable.h"

#include <cstdint>

namespace tool {
namespace {

// How many bytes a character with this first byte has; 0: none begins so.
size_t LengthOf(uint8_t first) {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;  // a later byte, or an overlong form
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

// Decodes the first character of the text. If its first byte belongs to no
// character, the result is 0 and *length 1.
uint32_t Decode(std::string_view text, size_t* length) {
  constexpr uint32_t kFirstBits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const size_t size = LengthOf(byte(0));
  *length = 1;
  if (size == 0 || size > text.size()) return 0;
  uint32_t character = byte(0) & kFirstBits[size];
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    character = character << 6 | (byte(i) & 0x3f);
  }
  const bool surrogate = character >= 0xd800 && character <= 0xdfff;
  if (character < kLeast[size] || character > 0x10ffff || surrogate) return 0;
  *length = size;
  return character;
}

bool IsPrintable(uint32_t character) {
  constexpr struct {
    uint32_t first, last;
  } kOthers[] = {
      {0, 0x1f},        {0x7f, 0x9f},      // control characters
      {0x61c, 0x61c},   {0x200e, 0x200f},  // writing directions
      {0x2028, 0x2029},                    // ends of lines and paragraphs
      {0x202a, 0x202e}, {0x2066, 0x2069},  // writing directions
  };
  for (const auto& range : kOthers) {
    if (character >= range.first && character <= range.last) return false;
  }
  return true;
}

// How many bytes at the front are printable ASCII, as most text is.
size_t PlainLength(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && text[length] >= 0x20 && text[length] < 0x7f) {
    ++length;
  }
  return length;
}

void AppendEscaped(char byte, std::string* out) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto value = static_cast<uint8_t>(byte);
  *out += {'\\', 'x', kDigits[value >> 4], kDigits[value & 15]};
}

}  // namespace

std::string Printable(std::string_view text) {
  std::string out;
  while (true) {
    const size_t plain = PlainLength(text);
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return out;
    size_t length = 1;
    const bool printable = IsPrintable(Decode(text, &length));
    for (const char byte : text.substr(0, length)) {
      printable ? out.push_back(byte) : AppendEscaped(byte, &out);
    }
    text.remove_prefix(length);
  }
}

std::string Line(std::string_view text) { return Printable(text) + "\n"; }

}  // namespace tool
