// A JSON object on one line, made piece by piece.
#ifndef PERFC_EXAMPLES_PERFC_JSON_LINE_H_
#define PERFC_EXAMPLES_PERFC_JSON_LINE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tool {

// The line is ASCII. Numbers of 64 bits are strings of digits, because not every
// JSON reader has 64 bits. Bytes are strings of hexadecimal digits. In text, every
// byte that isn't printable ASCII is \u00 and two digits, so that no byte is lost.
//
// Keys are nullptr in lists and for the outermost object. The program's own names
// are keys, so they need no escapes.
class JsonLine {
 public:
  void Small(const char* key, uint32_t value);
  void Signed(const char* key, int32_t value);
  void Big(const char* key, uint64_t value);
  void Bytes(const char* key, const void* data, size_t size);
  void Text(const char* key, std::string_view text);
  // A list of 64-bit numbers.
  void Words(const char* key, const uint64_t* words, size_t count);

  void BeginObject(const char* key) { Open(key, '{'); }
  void EndObject() { Close('}'); }
  void BeginList(const char* key) { Open(key, '['); }
  void EndList() { Close(']'); }

  // The line so far, with a newline. The next one begins.
  std::string Take();

 private:
  void Key(const char* key);
  void Open(const char* key, char bracket);
  void Close(char bracket);

  std::string text_;
  bool first_ = true;  // in the innermost object or list
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_JSON_LINE_H_
