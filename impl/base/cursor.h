// A bounds-checked reader of one record. Every step reports whether enough
// bytes were left.
#ifndef PERFC_IMPL_BASE_CURSOR_H_
#define PERFC_IMPL_BASE_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "impl/base/order.h"
#include "perfc/record.h"

namespace perfc::base {

template <typename Order>
class Cursor {
 public:
  using Byte = typename Order::Byte;

  // Reads [at, end) of the record that starts at `record`.
  Cursor(Byte* record, Byte* at, Byte* end)
      : record_(record), at_(at), end_(end) {}

  size_t left() const { return static_cast<size_t>(end_ - at_); }
  uint16_t offset() const { return static_cast<uint16_t>(at_ - record_); }
  Byte* at() const { return at_; }
  Byte* end() const { return end_; }
  // Of the whole record.
  size_t size() const { return static_cast<size_t>(end_ - record_); }
  bool AtEnd() const { return at_ == end_; }

  // One number. T's width is the wire's.
  template <typename T>
  bool Number(T* out) {
    if (left() < sizeof(T)) return false;
    NumberUnchecked(out);
    return true;
  }

  // The same where the caller has checked left().
  template <typename T>
  void NumberUnchecked(T* out) {
    Order::template Fix<T>(at_, 1);
    memcpy(out, at_, sizeof(T));
    at_ += sizeof(T);
  }

  // Two at a time.
  void PairUnchecked(uint32_t* out) {
    Order::template Fix<uint32_t>(at_, 2);
    CopyUnchecked(out, 2 * sizeof *out);
  }

  // Bytes as they are.
  void CopyUnchecked(void* out, size_t count) {
    memcpy(out, at_, count);
    at_ += count;
  }

  // Goes back to where it has been. Numbers that were read keep this machine's
  // order, so that whoever reads them once more reads the same.
  void BackTo(Byte* at) { at_ = at; }

  // Reads an array of `count` elements, each of `words` 64-bit words. The bound
  // is checked by division, because the product may overflow. Misaligned words
  // are refused, because they can't be viewed as an array.
  bool Words(uint64_t count, size_t words, perfc_range* out) {
    if (count > left() / (8 * words) || offset() % 8 != 0) return false;
    SetRange(count, out);
    Order::template Fix<uint64_t>(at_, count * words);
    at_ += count * words * 8;
    return true;
  }

  // A word of bit-fields, see Foreign.
  bool Bitfield(const uint8_t* widths, size_t count, uint64_t* out) {
    if (left() < 8) return false;
    Order::FixBitfield(at_, widths, count);
    memcpy(out, at_, 8);
    at_ += 8;
    return true;
  }

  bool Bytes(uint64_t count, perfc_range* out) {
    if (count > left()) return false;
    SetRange(count, out);
    at_ += count;
    return true;
  }

  bool Copy(void* out, size_t count) {
    if (count > left()) return false;
    memcpy(out, at_, count);
    at_ += count;
    return true;
  }

  // Reads a string that fills the remaining bytes, padded with NULs. Without a
  // NUL the string has the length of the remaining bytes.
  bool Text(perfc_range* out) {
    *out = {offset(), static_cast<uint16_t>(
                          strnlen(reinterpret_cast<const char*>(at_), left()))};
    at_ = end_;
    return true;
  }

 private:
  // One store: who loads both halves at once would wait for two.
  void SetRange(uint64_t count, perfc_range* out) {
    Store(out, offset() | static_cast<uint32_t>(count) << 16);
  }

  Byte* record_;
  Byte* at_;
  Byte* end_;
};

}  // namespace perfc::base

#endif  // PERFC_IMPL_BASE_CURSOR_H_
