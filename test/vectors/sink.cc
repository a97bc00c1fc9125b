#include "test/vectors/sink.h"

#include <utility>

namespace vectors {
namespace {

constexpr char kDigits[] = "0123456789abcdef";

void AppendHex(uint8_t byte, std::string* out) {
  *out += kDigits[byte >> 4];
  *out += kDigits[byte & 15];
}

bool Plain(uint8_t byte) {
  return byte >= 0x20 && byte <= 0x7e && byte != '"' && byte != '\\';
}

}  // namespace

std::string JsonSink::Take() {
  first_ = true;
  return std::exchange(text_, std::string());
}

void JsonSink::Key(const char* key) {
  if (!first_) text_ += ',';
  first_ = false;
  if (key == nullptr) return;
  text_ += '"';
  text_ += key;
  text_ += "\":";
}

void JsonSink::Open(const char* key, char bracket) {
  Key(key);
  text_ += bracket;
  first_ = true;
}

void JsonSink::Close(char bracket) {
  text_ += bracket;
  first_ = false;
}

void JsonSink::Small(const char* key, uint32_t value) {
  Key(key);
  text_ += std::to_string(value);
}

void JsonSink::Big(const char* key, uint64_t value) {
  Key(key);
  text_ += '"';
  text_ += std::to_string(value);
  text_ += '"';
}

void JsonSink::Bytes(const char* key, const void* data, size_t size) {
  Key(key);
  text_ += '"';
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < size; ++i) AppendHex(bytes[i], &text_);
  text_ += '"';
}

void JsonSink::Text(const char* key, const void* data, size_t size) {
  Key(key);
  text_ += '"';
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < size; ++i) {
    if (Plain(bytes[i])) {
      text_ += static_cast<char>(bytes[i]);
    } else {
      text_ += "\\u00";
      AppendHex(bytes[i], &text_);
    }
  }
  text_ += '"';
}

void JsonSink::Words(const char* key, const uint64_t* words, size_t count) {
  BeginList(key);
  for (size_t i = 0; i < count; ++i) Big(nullptr, words[i]);
  EndList();
}

// A copy, so that the memory stays for the next record.
std::string FlatSink::Take() {
  std::string taken = flat_;
  flat_.clear();
  return taken;
}

void FlatSink::Key(const char* key) {
  flat_ += '|';
  if (key != nullptr) flat_ += key;
}

void FlatSink::Number(uint64_t value) {
  flat_.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void FlatSink::Small(const char* key, uint32_t value) {
  Key(key);
  Number(value);
}

void FlatSink::Big(const char* key, uint64_t value) {
  Key(key);
  Number(value);
}

void FlatSink::Bytes(const char* key, const void* data, size_t size) {
  Key(key);
  Number(size);
  if (size > 0) flat_.append(static_cast<const char*>(data), size);
}

void FlatSink::Text(const char* key, const void* data, size_t size) {
  Bytes(key, data, size);
}

void FlatSink::Words(const char* key, const uint64_t* words, size_t count) {
  Bytes(key, words, count * sizeof *words);
}

}  // namespace vectors
