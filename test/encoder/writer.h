#ifndef PERFC_TEST_ENCODER_WRITER_H_
#define PERFC_TEST_ENCODER_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace encoder {

// The byte order of the machine that is said to have written the bytes.
enum class Order { kLittle, kBig };

using Bytes = std::vector<uint8_t>;

// Appends numbers in one byte order.
class Writer {
 public:
  explicit Writer(Order order) : order_(order) {}

  Order order() const { return order_; }
  size_t size() const { return bytes_.size(); }
  const Bytes &bytes() const { return bytes_; }

  Writer &U8(uint8_t value) { return Number(value, 1); }
  Writer &U16(uint16_t value) { return Number(value, 2); }
  Writer &U32(uint32_t value) { return Number(value, 4); }
  Writer &U64(uint64_t value) { return Number(value, 8); }
  Writer &U64s(const std::vector<uint64_t> &values);
  Writer &Raw(const Bytes &bytes);
  Writer &Text(const std::string &text);
  Writer &Zeros(size_t count);
  // Zeros up to the next multiple of 8.
  Writer &Pad();
  // Cuts, or fills with zeros.
  Writer &Resize(size_t size);
  // Overwrites what is there.
  void SetU16(size_t at, uint16_t value);

 private:
  Writer &Number(uint64_t value, size_t size);
  void Put(size_t at, uint64_t value, size_t size);

  Order order_;
  Bytes bytes_;
};

}  // namespace encoder

#endif  // PERFC_TEST_ENCODER_WRITER_H_
