#include "test/fuzz/case.h"

namespace fuzz {
namespace {

constexpr uint8_t kFirstIsDefault = 8;
constexpr size_t kAttrSizes = 4112;  // Some are too long even for the library.

void Append(uint64_t number, size_t bytes, std::string* out) {
  out->append(reinterpret_cast<const char*>(&number), bytes);
}

}  // namespace

Case::Case(Input* input) {
  const uint8_t head = input->U8();
  stored_.byte_order =
      head & 1 ? PERFC_BYTE_ORDER_BIG : PERFC_BYTE_ORDER_LITTLE;
  const int attrs = 1 + (head >> 1 & 3);
  if (head & kFirstIsDefault) stored_.default_attr = 0;
  for (int i = 0; i < attrs; ++i) {
    const size_t size = input->U16() % kAttrSizes;
    const int ids = input->U8() % 4;
    std::string bytes = input->Take(size);
    bytes.resize(size);
    attrs_.emplace_back(bytes);
    stored_.attrs.push_back({attrs_.back().data(), size, {}});
    for (int k = 0; k < ids; ++k) {
      stored_.attrs.back().ids.push_back(input->U64());
    }
  }
}

encoder::Order Case::order() const {
  return stored_.byte_order == PERFC_BYTE_ORDER_BIG ? encoder::Order::kBig
                                                    : encoder::Order::kLittle;
}

std::string InputOf(const vectors::Stored& stored) {
  std::string input;
  const size_t attrs = std::min<size_t>(stored.attrs.size(), 4);
  Append((stored.byte_order == PERFC_BYTE_ORDER_BIG) | (attrs - 1) << 1 |
             (stored.default_attr == 0 ? kFirstIsDefault : 0),
         1, &input);
  for (size_t i = 0; i < attrs; ++i) {
    const auto& attr = stored.attrs[i];
    const size_t ids = std::min<size_t>(attr.ids.size(), 3);
    Append(attr.size, 2, &input);
    Append(ids, 1, &input);
    input.append(reinterpret_cast<const char*>(attr.data), attr.size);
    for (size_t k = 0; k < ids; ++k) Append(attr.ids[k], 8, &input);
  }
  return input.append(reinterpret_cast<const char*>(stored.records),
                      stored.size);
}

}  // namespace fuzz
