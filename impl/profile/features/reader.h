// A bounds-checked reader of one feature, in either byte order.
#ifndef PERFC_IMPL_PROFILE_FEATURES_READER_H_
#define PERFC_IMPL_PROFILE_FEATURES_READER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/base/cursor.h"

namespace perfc::profile::features {

// base::Foreign converts the numbers in place. Every call that is false has noted
// the rule that is broken, unless memory ran out.
template <typename Order>
class Reader {
 public:
  using Byte = typename Order::Byte;

  Reader(Byte* bytes, size_t size) : in_(bytes, bytes, bytes + size) {}

  size_t left() const { return in_.left(); }
  Byte* here() const { return in_.at(); }
  // Bytes that were read.
  size_t at() const { return in_.size() - in_.left(); }
  // The broken rule. Null: none, or memory ran out.
  const char* why() const { return why_; }

  bool Fail(const char* why) {
    why_ = why;
    return false;
  }

  // True behind the last byte. Files in pipe mode may fill a record up to 8 bytes.
  bool AtEnd() const {
    return left() < 8 && std::all_of(in_.at(), in_.end(),
                                     [](uint8_t byte) { return byte == 0; });
  }

  template <typename... T>
  bool Numbers(T*... out) {
    return (in_.Number(out) && ...) || Fail("it ends inside a number");
  }

  // A count of what needs at least `least` bytes each.
  template <typename T>
  bool Count(size_t least, T* count) {
    if (!Numbers(count)) return false;
    return *count <= left() / least || Fail("a count exceeds the bytes behind");
  }

  // Text behind its length. It ends at a NUL: perf pads it with NULs.
  bool Text(absl::string_view* out) {
    uint32_t size;
    absl::Span<Byte> bytes;
    if (!Numbers(&size)) return false;
    if (!Bytes(size, &bytes)) return Fail("a string reaches beyond the end");
    const char* text = reinterpret_cast<const char*>(bytes.data());
    *out = {text, strnlen(text, bytes.size())};
    return true;
  }

  // Bytes as they are.
  bool Bytes(uint64_t size, absl::Span<Byte>* out) {
    if (size > left()) return Fail("it ends too early");
    *out = {in_.at(), static_cast<size_t>(size)};
    in_.BackTo(in_.at() + size);
    return true;
  }

  // An array of numbers.
  template <typename T>
  bool Array(uint64_t count, absl::Span<Byte>* out) {
    if (count > left() / sizeof(T)) return Fail("an array is cut off");
    Order::template Fix<T>(in_.at(), static_cast<size_t>(count));
    return Bytes(count * sizeof(T), out);
  }

 private:
  base::Cursor<Order> in_;
  const char* why_ = nullptr;
};

// For layouts of which only the form matters.
struct Ignore {
  template <typename... T>
  bool operator()(const T&...) const {
    return true;
  }
};

// Calls body() `count` times, until it is false.
template <typename Body>
bool Times(uint64_t count, Body body) {
  for (uint64_t i = 0; i < count; ++i) {
    if (!body()) return false;
  }
  return true;
}

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_READER_H_
