#include "test/encoder/attr.h"

namespace encoder {
namespace {

// C compilers allot bit-fields from the least significant bit on little-endian
// machines and from the most significant one on big-endian machines.
uint64_t PlaceBits(uint64_t bits, int width, Order order) {
  if (order == Order::kLittle) return bits;
  uint64_t placed = 0;
  for (int bit = 0; bit < width; ++bit) {
    if (bits >> bit & 1) placed |= uint64_t{1} << (width - 1 - bit);
  }
  return placed;
}

// precise_ip is a number: its two bits move together and keep their order.
uint64_t FlagWord(const Attr &attr, Order order) {
  const int shift =
      order == Order::kLittle ? kPreciseIpBit : 64 - kPreciseIpBit - 2;
  return PlaceBits(attr.flags, 64, order) | uint64_t{attr.precise_ip} << shift;
}

}  // namespace

Bytes Attr::Encode(Order order, size_t length) const {
  Writer out(order);
  out.U32(type).U32(size).U64(config).U64(sample_period);
  out.U64(sample_type).U64(read_format).U64(FlagWord(*this, order));
  out.U32(wakeup_events).U32(bp_type).U64(config1).U64(config2);
  out.U64(branch_sample_type).U64(sample_regs_user);
  out.U32(sample_stack_user).U32(static_cast<uint32_t>(clockid));
  out.U64(sample_regs_intr).U32(aux_watermark);
  out.U16(sample_max_stack).U16(reserved_2).U32(aux_sample_size);
  out.U32(static_cast<uint32_t>(PlaceBits(aux_action, 32, order)));
  out.U64(sig_data).U64(config3).U64(config4);
  return out.Resize(length).bytes();
}

}  // namespace encoder
