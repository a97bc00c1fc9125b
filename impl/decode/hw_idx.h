// Whether the hw_idx of an empty branch stack is there.
//
// Where the PMU took no branch stack, the kernel writes nr and nothing else,
// though the attr has PERF_SAMPLE_BRANCH_HW_INDEX; where it took an empty one,
// hw_idx follows (perf_output_sample, kernel/events/core.c). Only the record's
// length tells the two apart.
#ifndef PERFC_IMPL_DECODE_HW_IDX_H_
#define PERFC_IMPL_DECODE_HW_IDX_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/order.h"
#include "impl/decode/layout.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/uapi.h"

namespace perfc::decode {

// Bytes of a field behind the branch stack that begins with `word`; more than
// any record has if that can't be.
inline uint64_t SizeBehindBranches(uapi::Kind kind, const Layout& layout,
                                   uint64_t word) {
  using uapi::Kind;
  constexpr uint64_t kTooLarge = 0x10000;
  const bool bytes_fit = word < kTooLarge && word % 8 == 0;
  const auto registers = [word](uint64_t count) {
    if (word > PERFC_SAMPLE_REGS_ABI_64) return kTooLarge;
    return 8 + (word == PERFC_SAMPLE_REGS_ABI_NONE ? 0 : 8 * count);
  };
  switch (kind) {
    case Kind::kUserRegs:
      return registers(layout.user_regs);
    case Kind::kIntrRegs:
      return registers(layout.intr_regs);
    case Kind::kStack:
      return bytes_fit ? 8 + (word ? word + 8 : 0) : kTooLarge;
    case Kind::kAux:
      return bytes_fit ? 8 + word : kTooLarge;
    default:
      return 8;
  }
}

// Whether the fields behind the branch stack fill [at, end) exactly.
template <typename Order>
bool FillsRest(const uint8_t* at, const uint8_t* end, const Layout& layout) {
  constexpr size_t kFirst = uapi::IndexOf(PERFC_SAMPLE_BRANCH_STACK) + 1;
  for (size_t i = kFirst; i < uapi::kSampleFieldCount; ++i) {
    const uapi::SampleField& field = uapi::kSampleFields[i];
    if (!(layout.sample_type & field.bit)) continue;
    const auto left = static_cast<uint64_t>(end - at);
    if (left < 8) return false;
    auto word = base::Load<uint64_t>(at);
    if (!base::kIsNative<Order>) word = base::Swap(word);
    const uint64_t size = SizeBehindBranches(field.kind, layout, word);
    if (size > left) return false;
    at += size;
  }
  return at == end;
}

// `at` is behind an nr of 0. In doubt it is there, as the attr says.
template <typename Order>
[[gnu::noinline]] bool HasHwIdx(const uint8_t* at, const uint8_t* end,
                                const Layout& layout) {
  if (layout.unknown_bits || !FillsRest<Order>(at, end, layout)) return true;
  return end - at >= 8 && FillsRest<Order>(at + 8, end, layout);
}

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_HW_IDX_H_
