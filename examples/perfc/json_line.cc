#include "examples/perfc/json_line.h"

#include <utility>

namespace tool {
namespace {

constexpr char kDigits[] = "0123456789abcdef";

void AppendHex(uint8_t byte, std::string* out) {
  *out += kDigits[byte >> 4];
  *out += kDigits[byte & 15];
}

bool IsPlain(uint8_t byte) {
  return byte >= 0x20 && byte <= 0x7e && byte != '"' && byte != '\\';
}

}  // namespace

std::string JsonLine::Take() {
  first_ = true;
  text_ += '\n';
  return std::exchange(text_, std::string());
}

void JsonLine::Key(const char* key) {
  if (!first_) text_ += ',';
  first_ = false;
  if (key == nullptr) return;
  text_ += '"';
  text_ += key;
  text_ += "\":";
}

void JsonLine::Open(const char* key, char bracket) {
  Key(key);
  text_ += bracket;
  first_ = true;
}

void JsonLine::Close(char bracket) {
  text_ += bracket;
  first_ = false;
}

void JsonLine::Small(const char* key, uint32_t value) {
  Key(key);
  text_ += std::to_string(value);
}

void JsonLine::Signed(const char* key, int32_t value) {
  Key(key);
  text_ += std::to_string(value);
}

void JsonLine::Big(const char* key, uint64_t value) {
  Key(key);
  text_ += '"';
  text_ += std::to_string(value);
  text_ += '"';
}

void JsonLine::Bytes(const char* key, const void* data, size_t size) {
  Key(key);
  text_ += '"';
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < size; ++i) AppendHex(bytes[i], &text_);
  text_ += '"';
}

void JsonLine::Text(const char* key, std::string_view text) {
  Key(key);
  text_ += '"';
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (IsPlain(byte)) {
      text_ += c;
    } else {
      text_ += "\\u00";
      AppendHex(byte, &text_);
    }
  }
  text_ += '"';
}

void JsonLine::Words(const char* key, const uint64_t* words, size_t count) {
  BeginList(key);
  for (size_t i = 0; i < count; ++i) Big(nullptr, words[i]);
  EndList();
}

}  // namespace tool
