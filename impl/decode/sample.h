// The decoder of samples: the table of sample fields, unrolled.
#ifndef PERFC_IMPL_DECODE_SAMPLE_H_
#define PERFC_IMPL_DECODE_SAMPLE_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "impl/base/cursor.h"
#include "impl/decode/layout.h"
#include "impl/uapi/bitfields.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/decode.h"

namespace perfc::decode {

// What came of one field.
enum class Step : uint8_t {
  kOk,
  kMalformed,
  kStop,  // fine so far, but what follows can't be decoded
};

template <typename Order>
bool DecodeGroupRead(base::Cursor<Order>& in, const Layout& layout,
                     perfc_read_part* out) {
  uint64_t nr;
  perfc_range values;
  if (!in.Number(&nr)) return false;
  if (layout.read_format & PERFC_FORMAT_TOTAL_TIME_ENABLED &&
      !in.Number(&out->time_enabled)) {
    return false;
  }
  if (layout.read_format & PERFC_FORMAT_TOTAL_TIME_RUNNING &&
      !in.Number(&out->time_running)) {
    return false;
  }
  if (!in.Words(nr, layout.read_entry_words, &values)) return false;
  out->offset = values.offset;
  out->nr = values.count;
  return true;
}

// A single event's value comes first and its id and lost last, so the part's
// offset is the value's.
template <typename Order>
bool DecodeSingleRead(base::Cursor<Order>& in, const Layout& layout,
                      perfc_read_part* out) {
  perfc_range value;
  perfc_range rest;
  if (!in.Words(1, 1, &value)) return false;
  if (layout.read_format & PERFC_FORMAT_TOTAL_TIME_ENABLED &&
      !in.Number(&out->time_enabled)) {
    return false;
  }
  if (layout.read_format & PERFC_FORMAT_TOTAL_TIME_RUNNING &&
      !in.Number(&out->time_running)) {
    return false;
  }
  if (!in.Words(layout.read_entry_words - 1, 1, &rest)) return false;
  out->offset = value.offset;
  out->nr = 1;
  return true;
}

template <typename Order>
bool DecodeRead(base::Cursor<Order>& in, const Layout& layout,
                perfc_read_part* out) {
  out->read_format = layout.read_format;
  return layout.read_format & PERFC_FORMAT_GROUP
             ? DecodeGroupRead(in, layout, out)
             : DecodeSingleRead(in, layout, out);
}

template <typename Order>
bool DecodeChain(base::Cursor<Order>& in, perfc_range* out) {
  uint64_t nr;
  return in.Number(&nr) && in.Words(nr, 1, out);
}

// perf_branch_entry's third word is one of bit-fields.
template <typename Order>
bool DecodeBranchEntries(base::Cursor<Order>& in, uint64_t nr,
                         perfc_range* out) {
  if constexpr (std::is_same<Order, base::Native>::value) {
    return in.Words(nr, 3, out);
  }
  *out = {in.offset(), static_cast<uint16_t>(nr)};
  perfc_range addresses;
  uint64_t flags;
  for (uint64_t i = 0; i < nr; ++i) {
    if (!in.Words(2, 1, &addresses) ||
        !in.Bitfield(uapi::kBranchFlags, std::size(uapi::kBranchFlags),
                     &flags)) {
      return false;
    }
  }
  return true;
}

template <typename Order>
bool DecodeBranches(base::Cursor<Order>& in, const Layout& layout,
                    perfc_sample* out) {
  uint64_t nr;
  if (!in.Number(&nr)) return false;
  if (layout.branch_hw_idx) {
    if (!in.Number(&out->branch_hw_idx)) return false;
    out->parts |= PERFC_PART_BRANCH_HW_IDX;
  }
  if (!DecodeBranchEntries(in, nr, &out->branches)) return false;
  if (layout.branch_counters) {
    if (!in.Words(nr, 1, &out->branch_counters)) return false;
    out->parts |= PERFC_PART_BRANCH_COUNTERS;
  }
  return true;
}

// NONE has no registers. abi is a mask: with a bit that is unknown, so is what
// follows, and abi itself is left to the rest.
template <typename Order>
Step DecodeRegs(base::Cursor<Order>& in, uint8_t registers, uint64_t* abi,
                perfc_range* out) {
  if (!in.Number(abi)) return Step::kMalformed;
  if (*abi & ~uint64_t{PERFC_SAMPLE_REGS_ABI_32 | PERFC_SAMPLE_REGS_ABI_64}) {
    in.template Unread<uint64_t>();
    return Step::kStop;
  }
  if (*abi == PERFC_SAMPLE_REGS_ABI_NONE) registers = 0;
  return in.Words(registers, 1, out) ? Step::kOk : Step::kMalformed;
}

// Without a stack there is no dyn_size either.
template <typename Order>
bool DecodeStack(base::Cursor<Order>& in, perfc_sample* out) {
  uint64_t size;
  if (!in.Number(&size) || !in.Bytes(size, &out->stack)) return false;
  if (size == 0) {
    out->stack_dyn_size = 0;
    return true;
  }
  return in.Number(&out->stack_dyn_size);
}

template <typename Order>
bool DecodeAux(base::Cursor<Order>& in, perfc_range* out) {
  uint64_t size;
  return in.Number(&size) && in.Bytes(size, out);
}

template <typename Order>
bool DecodeRaw(base::Cursor<Order>& in, perfc_range* out) {
  uint32_t size;
  return in.Number(&size) && in.Bytes(size, out);
}

template <typename Order>
bool DecodeWeights(base::Cursor<Order>& in, perfc_sample* out) {
  uint64_t word;
  if (!in.Number(&word)) return false;
  out->weight_var1_dw = static_cast<uint32_t>(word);
  out->weight_var2_w = static_cast<uint16_t>(word >> 32);
  out->weight_var3_w = static_cast<uint16_t>(word >> 48);
  return true;
}

inline Step Checked(bool ok) { return ok ? Step::kOk : Step::kMalformed; }

// Field I of the table, known to be there.
template <size_t I, typename Order>
[[gnu::always_inline]] inline Step DecodeField(base::Cursor<Order>& in,
                                               const Layout& layout,
                                               perfc_sample* out) {
  using uapi::Kind;
  constexpr uapi::SampleField field = uapi::kSampleFields[I];
  uint8_t* at = reinterpret_cast<uint8_t*>(out) + field.at;
  if constexpr (field.kind == Kind::kU64) {
    return Checked(in.Number(reinterpret_cast<uint64_t*>(at)));
  } else if constexpr (field.kind == Kind::kWeights) {
    return Checked(DecodeWeights(in, out));
  } else if constexpr (field.kind == Kind::kRead) {
    if (layout.read_format_unknown) return Step::kStop;
    return Checked(DecodeRead(in, layout, &out->read));
  } else if constexpr (field.kind == Kind::kCallchain) {
    return Checked(DecodeChain(in, &out->callchain));
  } else if constexpr (field.kind == Kind::kRaw) {
    return Checked(DecodeRaw(in, &out->raw));
  } else if constexpr (field.kind == Kind::kBranches) {
    return Checked(DecodeBranches(in, layout, out));
  } else if constexpr (field.kind == Kind::kUserRegs) {
    return DecodeRegs(in, layout.user_regs, &out->user_abi, &out->user_regs);
  } else if constexpr (field.kind == Kind::kIntrRegs) {
    return DecodeRegs(in, layout.intr_regs, &out->intr_abi, &out->intr_regs);
  } else if constexpr (field.kind == Kind::kStack) {
    return Checked(DecodeStack(in, out));
  } else {
    static_assert(field.kind == Kind::kAux);
    return Checked(DecodeAux(in, &out->aux));
  }
}

// The words before READ: bounds were checked for all of them at once.
template <size_t... I, typename Order>
[[gnu::always_inline]] inline void DecodeHead(base::Cursor<Order>& in,
                                              uint64_t type, perfc_sample* out,
                                              std::index_sequence<I...>) {
  auto one = [&](const uapi::SampleField& field)
      __attribute__((always_inline)) {
    if (!(type & field.bit)) return;
    uint8_t* at = reinterpret_cast<uint8_t*>(out) + field.at;
    if (field.kind == uapi::Kind::kU64) {
      in.NumberUnchecked(reinterpret_cast<uint64_t*>(at));
    } else {
      in.NumberUnchecked(reinterpret_cast<uint32_t*>(at));
      in.NumberUnchecked(reinterpret_cast<uint32_t*>(at + 4));
    }
  };
  (one(uapi::kSampleFields[I]), ...);
}

template <size_t... I, typename Order>
[[gnu::always_inline]] inline Step DecodeTail(base::Cursor<Order>& in,
                                              const Layout& layout,
                                              uint64_t type, perfc_sample* out,
                                              std::index_sequence<I...>) {
  Step step = Step::kOk;
  auto stop_at = [&](uint64_t bit) {
    // The table's order: this field and the ones after it are not present.
    uint64_t later = 0;
    for (size_t i = uapi::kSampleFieldCount; i-- > 0;) {
      later |= uapi::kSampleFields[i].bit;
      if (uapi::kSampleFields[i].bit == bit) break;
    }
    out->present &= ~later;
  };
  auto one = [&](auto index) __attribute__((always_inline)) {
    constexpr size_t kIndex = uapi::kHeadFields + decltype(index)::value;
    constexpr uint64_t kBit = uapi::kSampleFields[kIndex].bit;
    if (!(type & kBit)) return true;
    // What an unknown bit adds comes before AUX, which the kernel keeps last.
    step = kBit == PERFC_SAMPLE_AUX && layout.unknown_bits
               ? Step::kStop
               : DecodeField<kIndex>(in, layout, out);
    if (step == Step::kOk) return true;
    if (step == Step::kStop) stop_at(kBit);
    return false;
  };
  (void)(one(std::integral_constant<size_t, I>()) && ...);
  return step;
}

// Decodes what follows the header. False: malformed.
template <typename Order>
[[gnu::always_inline]] inline bool DecodeSampleBody(base::Cursor<Order>& in,
                                                    const Layout& layout,
                                                    perfc_sample* out) {
  const uint64_t type = layout.sample_type;
  out->present = type;
  out->parts = 0;
  out->attr_index = layout.attr_index;
  if (in.left() < layout.head_size) return false;
  DecodeHead(in, type, out, std::make_index_sequence<uapi::kHeadFields>());
  Step step = Step::kOk;
  if (type & uapi::kTailBits) {
    constexpr size_t kTail = uapi::kSampleFieldCount - uapi::kHeadFields;
    step = DecodeTail(in, layout, type, out, std::make_index_sequence<kTail>());
  }
  if (step == Step::kMalformed) return false;
  if (step == Step::kStop || layout.unknown_bits) {
    out->parts |= PERFC_PART_PARTIAL;
    in.Bytes(in.left(), &out->rest);
  }
  return true;
}

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_SAMPLE_H_
