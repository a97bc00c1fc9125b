// What the tests of tracepoints share: format files, and raw data by hand.
#ifndef PERFC_TEST_TRACEFS_TRACEPOINTS_H_
#define PERFC_TEST_TRACEFS_TRACEPOINTS_H_

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "perfc/perfc.h"

namespace tracepoints {

struct Closer {
  void operator()(perfc_tracepoint *tracepoint) const {
    perfc_tracepoint_destroy(tracepoint);
  }
};
using Tracepoint = std::unique_ptr<perfc_tracepoint, Closer>;

inline std::string Line(const std::string &declaration, int offset, int size,
                        bool is_signed = false) {
  return "\tfield:" + declaration + ";\toffset:" + std::to_string(offset) +
         ";\tsize:" + std::to_string(size) +
         ";\tsigned:" + std::to_string(is_signed) + ";\n";
}

// A whole format file, id 314, with the common fields; the others begin at 8.
inline std::string Format(const std::string &fields,
                          const std::string &print_format = "\"\"") {
  return "name: event\nID: 314\nformat:\n" +
         Line("unsigned short common_type", 0, 2) +
         Line("unsigned char common_flags", 2, 1) +
         Line("unsigned char common_preempt_count", 3, 1) +
         Line("int common_pid", 4, 4, true) + "\n" + fields +
         "\nprint fmt: " + print_format + "\n";
}

// Null if it is refused.
inline Tracepoint Parse(const std::string &format,
                        uint32_t byte_order = PERFC_BYTE_ORDER_NATIVE,
                        perfc_error *error = nullptr) {
  perfc_tracepoint *tracepoint = nullptr;
  const int result = perfc_tracepoint_create_from_text(
      "system", format.data(), format.size(), byte_order, &tracepoint, error);
  EXPECT_EQ(result == 0, tracepoint != nullptr);
  return Tracepoint(tracepoint);
}

// A tracepoint of these fields, which must be fine.
inline Tracepoint Of(const std::string &fields,
                     const std::string &print_format = "\"\"",
                     uint32_t byte_order = PERFC_BYTE_ORDER_NATIVE) {
  Tracepoint tracepoint = Parse(Format(fields, print_format), byte_order);
  EXPECT_NE(tracepoint, nullptr);
  return tracepoint;
}

inline struct perfc_tracepoint_field Field(const Tracepoint &tracepoint,
                                           const char *name) {
  struct perfc_tracepoint_field field = {};
  const int index = perfc_tracepoint_find_field(tracepoint.get(), name);
  EXPECT_GE(index, 0) << name;
  EXPECT_EQ(
      perfc_tracepoint_get_field(tracepoint.get(), static_cast<uint32_t>(index),
                                 &field, sizeof field),
      0);
  return field;
}

// Raw data that begin with the common fields: type 314, pid 7.
class RawData {
 public:
  RawData() { Put<uint16_t>(314).Put<uint16_t>(0).Put<int32_t>(7); }
  template <typename T>
  RawData &Put(T value) {
    bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
    return *this;
  }
  RawData &Text(const std::string &text) {
    bytes_ += text;
    return *this;
  }
  const std::string &bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

inline uint32_t Index(const Tracepoint &tracepoint, const char *name) {
  const int index = perfc_tracepoint_find_field(tracepoint.get(), name);
  EXPECT_GE(index, 0) << name;
  return static_cast<uint32_t>(index);
}

inline int Value(const Tracepoint &tracepoint, const std::string &raw,
                 const char *field, uint64_t *value, uint32_t index = 0) {
  return perfc_tracepoint_value(tracepoint.get(), raw.data(), raw.size(),
                                Index(tracepoint, field), index, value);
}

// The field's bytes, or "-EBADMSG" and the like as a number.
inline std::string Bytes(const Tracepoint &tracepoint, const std::string &raw,
                         const char *field, uint32_t index = 0) {
  uint32_t offset = 0;
  uint32_t length = 0;
  const int result =
      perfc_tracepoint_range(tracepoint.get(), raw.data(), raw.size(),
                             Index(tracepoint, field), index, &offset, &length);
  return result == 0 ? raw.substr(offset, length) : std::to_string(result);
}

inline std::string Formatted(const Tracepoint &tracepoint,
                             const std::string &raw) {
  char text[1024];
  const int length =
      perfc_tracepoint_text(tracepoint.get(), raw.data(), raw.size(),
                            PERFC_FIELD_ALL, text, sizeof text);
  if (length < 0) return std::to_string(length);
  EXPECT_EQ(static_cast<size_t>(length), strlen(text));
  return text;
}

}  // namespace tracepoints

#endif  // PERFC_TEST_TRACEFS_TRACEPOINTS_H_
