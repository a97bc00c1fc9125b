// The canonical JSON of test/vectors/README.md.
#ifndef PERFC_CPP_VECTORS_JSON_H_
#define PERFC_CPP_VECTORS_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "perfc.hpp"

// Keys in the order of the calls; a NULL key is for elements of lists.
class Json {
 public:
  std::string take() {
    first_ = true;
    return std::exchange(text_, std::string());
  }

  void small(const char* name, uint32_t value) {
    key(name);
    text_ += std::to_string(value);
  }
  void big(const char* name, uint64_t value) {
    key(name);
    text_ += '"' + std::to_string(value) + '"';
  }
  void bytes(const char* name, perfc::Span<const uint8_t> data) {
    key(name);
    text_ += '"';
    for (const uint8_t byte : data) hex(byte);
    text_ += '"';
  }
  void text(const char* name, std::string_view data) {
    key(name);
    text_ += '"';
    for (const char c : data) {
      if (c >= 0x20 && c <= 0x7e && c != '"' && c != '\\') {
        text_ += c;
      } else {
        text_ += "\\u00";
        hex(static_cast<uint8_t>(c));
      }
    }
    text_ += '"';
  }
  void words(const char* name, perfc::Span<const uint64_t> data) {
    open(name, '[');
    for (const uint64_t word : data) big(nullptr, word);
    close(']');
  }

  void open(const char* name, char bracket) {
    key(name);
    text_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    text_ += bracket;
    first_ = false;
  }

 private:
  void key(const char* name) {
    if (!first_) text_ += ',';
    first_ = false;
    if (name) text_ += '"' + std::string(name) + "\":";
  }
  void hex(uint8_t byte) {
    text_ += "0123456789abcdef"[byte >> 4];
    text_ += "0123456789abcdef"[byte & 15];
  }

  std::string text_;
  bool first_ = true;
};

#endif  // PERFC_CPP_VECTORS_JSON_H_
