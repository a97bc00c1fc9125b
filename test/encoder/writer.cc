#include "test/encoder/writer.h"

namespace encoder {

Writer &Writer::U64s(const std::vector<uint64_t> &values) {
  for (uint64_t value : values) U64(value);
  return *this;
}

Writer &Writer::Raw(const Bytes &bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

Writer &Writer::Text(const std::string &text) {
  bytes_.insert(bytes_.end(), text.begin(), text.end());
  return *this;
}

Writer &Writer::Zeros(size_t count) { return Resize(size() + count); }

Writer &Writer::Pad() { return Resize((size() + 7) / 8 * 8); }

Writer &Writer::Resize(size_t size) {
  bytes_.resize(size);
  return *this;
}

void Writer::SetU16(size_t at, uint16_t value) { Put(at, value, 2); }

Writer &Writer::Number(uint64_t value, size_t size) {
  const size_t at = bytes_.size();
  bytes_.resize(at + size);
  Put(at, value, size);
  return *this;
}

void Writer::Put(size_t at, uint64_t value, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const size_t place = order_ == Order::kLittle ? i : size - 1 - i;
    bytes_[at + place] = static_cast<uint8_t>(value >> (8 * i));
  }
}

}  // namespace encoder
