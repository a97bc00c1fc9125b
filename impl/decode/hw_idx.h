// Decides whether an empty branch stack has a hw_idx.
//
// If the PMU took no branch stack, the kernel writes only nr, although the attr
// has PERF_SAMPLE_BRANCH_HW_INDEX. If the PMU took an empty one, hw_idx follows
// (perf_output_sample, kernel/events/core.c). Only the record's length
// distinguishes the two.
#ifndef PERFC_IMPL_DECODE_HW_IDX_H_
#define PERFC_IMPL_DECODE_HW_IDX_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/order.h"
#include "impl/decode/layout.h"
#include "impl/uapi/field_size.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/uapi.h"

namespace perfc::decode {

// Whether a field behind the branch stack may begin with this word.
inline bool MayBeginWith(uapi::Form form, uint64_t word) {
  constexpr uint64_t kTooLarge = 0x10000;  // for any record
  switch (form) {
    case uapi::Form::kUserAbi:
    case uapi::Form::kIntrAbi:
      return word <= PERFC_SAMPLE_REGS_ABI_64;
    case uapi::Form::kNr:
      return word < kTooLarge && word % 8 == 0;
    default:
      return true;
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
    if (!MayBeginWith(field.parts[0].form, word)) return false;
    const uint64_t size = uapi::FieldSize(field, layout, word, false);
    if (size > left) return false;
    at += size;
  }
  return at == end;
}

// `at` is behind an nr of 0. In doubt hw_idx is there, because the attr asks
// for it.
template <typename Order>
[[gnu::noinline]] bool HasHwIdx(const uint8_t* at, const uint8_t* end,
                                const Layout& layout) {
  if (layout.unknown_bits || !FillsRest<Order>(at, end, layout)) return true;
  return end - at >= 8 && FillsRest<Order>(at + 8, end, layout);
}

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_HW_IDX_H_
