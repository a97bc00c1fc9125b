// Decodes one field of a sample, part by part, by the table of sample fields.
#ifndef PERFC_IMPL_DECODE_FIELD_H_
#define PERFC_IMPL_DECODE_FIELD_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "impl/base/cursor.h"
#include "impl/base/order.h"
#include "impl/decode/hw_idx.h"
#include "impl/decode/layout.h"
#include "impl/uapi/bitfields.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/decode.h"

namespace perfc::decode {

// A cursor that is handed to a function out of line lives in memory.
#define PERFC_ALWAYS_INLINE [[gnu::always_inline]] inline

// The outcome of reading one field.
enum class Outcome : uint8_t {
  kOk,
  kMalformed,
  kStop,  // correct so far, but later fields can't be decoded
};

// The facts from the parts of a field that were read already, for the later
// parts.
struct SoFar {
  uint64_t count = 0;    // elements of the array
  uint64_t word;         // of which the parts are bits
  bool unknown = false;  // later bytes can't be decoded
};

// perf_branch_entry's third word is one of bit-fields.
template <typename Order>
PERFC_ALWAYS_INLINE bool DecodeBranchEntries(base::Cursor<Order>& in,
                                             uint64_t nr, perfc_range* out) {
  if constexpr (base::kIsNative<Order>) {
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

// With NONE there are no registers. abi is a mask: if it has an unknown bit,
// the following bytes are unknown, too.
template <typename Order>
PERFC_ALWAYS_INLINE bool DecodeAbi(base::Cursor<Order>& in, uint8_t registers,
                                   uint64_t* abi, SoFar* so_far) {
  if (!in.Number(abi)) return false;
  if (*abi & ~uint64_t{PERFC_SAMPLE_REGS_ABI_32 | PERFC_SAMPLE_REGS_ABI_64}) {
    so_far->unknown = true;
    return false;
  }
  so_far->count = *abi == PERFC_SAMPLE_REGS_ABI_NONE ? 0 : registers;
  return true;
}

// `nr` values of a read, of so many words each. Only the place of the first one
// is kept.
template <typename Order>
PERFC_ALWAYS_INLINE bool DecodeValues(base::Cursor<Order>& in, uint64_t nr,
                                      size_t words, perfc_read_part* out) {
  perfc_range values;
  if (!in.Words(nr, words, &values)) return false;
  out->offset = values.offset;
  out->nr = values.count;
  return true;
}

// The next bits of a word that the first part reads for all of them.
template <size_t kShift, typename T, typename Order>
PERFC_ALWAYS_INLINE bool DecodeBits(base::Cursor<Order>& in, uint64_t* word,
                                    T* out) {
  if (kShift == 0 && !in.Number(word)) return false;
  *out = static_cast<T>(*word >> kShift);
  return true;
}

// One part that is there. `to`: its member.
template <uapi::Form kForm, size_t kShift, typename Order>
PERFC_ALWAYS_INLINE bool DecodePart(base::Cursor<Order>& in,
                                    const Layout& layout, uint8_t* to,
                                    SoFar* so_far) {
  using uapi::Form;
  auto* range = reinterpret_cast<perfc_range*>(to);
  auto* number = reinterpret_cast<uint64_t*>(to);
  auto* read = reinterpret_cast<perfc_read_part*>(to);
  if constexpr (kForm == Form::kU64) {
    return in.Number(number);
  } else if constexpr (kForm == Form::kU32) {
    return in.Number(reinterpret_cast<uint32_t*>(to));
  } else if constexpr (kForm == Form::kBits32) {
    auto* bits = reinterpret_cast<uint32_t*>(to);
    return DecodeBits<kShift>(in, &so_far->word, bits);
  } else if constexpr (kForm == Form::kBits16) {
    auto* bits = reinterpret_cast<uint16_t*>(to);
    return DecodeBits<kShift>(in, &so_far->word, bits);
  } else if constexpr (kForm == Form::kNr) {
    return in.Number(&so_far->count);
  } else if constexpr (kForm == Form::kSize32) {
    uint32_t size;
    if (!in.Number(&size)) return false;
    so_far->count = size;
    return true;
  } else if constexpr (kForm == Form::kUserAbi) {
    return DecodeAbi(in, layout.user_regs, number, so_far);
  } else if constexpr (kForm == Form::kIntrAbi) {
    return DecodeAbi(in, layout.intr_regs, number, so_far);
  } else if constexpr (kForm == Form::kWords) {
    return in.Words(so_far->count, 1, range);
  } else if constexpr (kForm == Form::kBranches) {
    return DecodeBranchEntries(in, so_far->count, range);
  } else if constexpr (kForm == Form::kBytes) {
    return in.Bytes(so_far->count, range);
  } else if constexpr (kForm == Form::kGroupValues) {
    return DecodeValues(in, so_far->count, layout.read_entry_words, read);
  } else if constexpr (kForm == Form::kSingleValue) {
    return DecodeValues(in, 1, 1, read);
  } else {
    static_assert(kForm == Form::kSingleTail);
    perfc_range ignored;
    return in.Words(layout.read_entry_words - 1, 1, &ignored);
  }
}

// A record with a stack is so long that the CPU doesn't predict the reads of
// the next record behind it. These reads are the fields before the stack, and,
// if the next record is as long, the dyn_size at its end.
PERFC_ALWAYS_INLINE void PrefetchNext(const uint8_t* next, size_t size) {
  constexpr int kBeforeStack = 384;
  for (int at = 0; at < kBeforeStack; at += 64) __builtin_prefetch(next + at);
  __builtin_prefetch(next + size - 8);
}

// Whether an empty stack may have a dyn_size of 0 behind it. The kernel writes
// one for a task with user registers, if no stack was requested or the stack
// pointer isn't in user space. But it doesn't add the 8 bytes to the record's
// size: the later fields lie 8 bytes further, and the last word is lost
// (perf_output_sample_ustack). Only fields behind the stack show that.
inline bool MayHaveDynSize(const Layout& layout, const perfc_sample& sample) {
  constexpr uint64_t kBehind = uapi::FieldBits(
      uapi::IndexOf(PERFC_SAMPLE_STACK_USER) + 1, uapi::kSampleFieldCount);
  if (!(layout.sample_type & kBehind) && !layout.unknown_bits) return false;
  if (!(layout.sample_type & PERFC_SAMPLE_REGS_USER)) {
    return !layout.stack_asked;
  }
  return sample.user_abi != PERFC_SAMPLE_REGS_ABI_NONE;
}

// In general there is no dyn_size without a stack. With a dyn_size behind an
// empty stack the sample is PARTIAL, whatever its length.
template <typename Order>
PERFC_ALWAYS_INLINE bool HasDynSize(base::Cursor<Order>& in,
                                    const Layout& layout, uint64_t stack_size,
                                    perfc_sample* out) {
  if (stack_size != 0) {
    PrefetchNext(in.end(), in.size());
    return true;
  }
  out->stack_dyn_size = 0;
  if (MayHaveDynSize(layout, *out) && in.left() >= 8 &&
      base::Load<uint64_t>(in.at()) == 0) {
    in.BackTo(in.at() + 8);
    out->parts |= PERFC_PART_PARTIAL;
  }
  return false;
}

// Whether the next part is there; the record may decide that. kGroup: a read is
// a group's.
template <uapi::If kWhen, bool kGroup, typename Order>
PERFC_ALWAYS_INLINE bool PartIsThere(base::Cursor<Order>& in,
                                     const Layout& layout, uint64_t count,
                                     perfc_sample* out) {
  if constexpr (kWhen == uapi::If::kHwIdx) {
    return layout.branch_hw_idx &&
           (count != 0 || HasHwIdx<Order>(in.at(), in.end(), layout));
  } else if constexpr (kWhen == uapi::If::kNotEmpty) {
    return HasDynSize(in, layout, count, out);
  } else if constexpr (kWhen == uapi::If::kGroup) {
    return kGroup;
  } else if constexpr (kWhen == uapi::If::kSingle) {
    return !kGroup;
  } else {
    return uapi::IsThere(kWhen, layout, count, false);
  }
}

// Bits of the field's word that come before those of part P.
template <size_t I, size_t P>
constexpr size_t ShiftOf() {
  size_t shift = 0;
  for (size_t i = 0; i < P; ++i) {
    const uapi::Form form = uapi::kSampleFields[I].parts[i].form;
    shift += 8 * uapi::PartSize(form, uapi::SizeFacts{}, 0);
  }
  return shift;
}

// Part P of field I, if it is there.
template <size_t I, size_t P, bool kGroup, typename Order>
PERFC_ALWAYS_INLINE bool DecodePartOf(base::Cursor<Order>& in,
                                      const Layout& layout, SoFar* so_far,
                                      perfc_sample* out) {
  constexpr uapi::Part part = uapi::kSampleFields[I].parts[P];
  if constexpr (part.form == uapi::Form::kNone) {
    return true;
  } else {
    const uint64_t count = so_far->count;
    if (!PartIsThere<part.when, kGroup>(in, layout, count, out)) return true;
    uint8_t* to = reinterpret_cast<uint8_t*>(out);
    if (part.at != uapi::kNoMember) to += part.at;
    constexpr size_t kShift = ShiftOf<I, P>();
    if (!DecodePart<part.form, kShift>(in, layout, to, so_far)) return false;
    out->parts |= uapi::PartBitOf(part.when);
    return true;
  }
}

template <size_t I, bool kGroup, typename Order, size_t... P>
PERFC_ALWAYS_INLINE Outcome DecodeParts(base::Cursor<Order>& in,
                                        const Layout& layout, perfc_sample* out,
                                        std::index_sequence<P...>) {
  SoFar so_far;
  if ((DecodePartOf<I, P, kGroup>(in, layout, &so_far, out) && ...)) {
    return Outcome::kOk;
  }
  return so_far.unknown ? Outcome::kStop : Outcome::kMalformed;
}

// Field I of the table, known to be there.
template <size_t I, typename Order>
PERFC_ALWAYS_INLINE Outcome DecodeField(base::Cursor<Order>& in,
                                        const Layout& layout,
                                        perfc_sample* out) {
  constexpr auto kParts = std::make_index_sequence<uapi::kMostParts>();
  if constexpr (uapi::kSampleFields[I].bit == PERFC_SAMPLE_READ) {
    if (layout.read_format_unknown) return Outcome::kStop;
    out->read.read_format = layout.read_format;
    if (layout.read_format & PERFC_FORMAT_GROUP) {
      return DecodeParts<I, true>(in, layout, out, kParts);
    }
  }
  return DecodeParts<I, false>(in, layout, out, kParts);
}

// The two fields that other records have, too: READ's and CALLCHAIN_DEFERRED's.
template <typename Order>
bool DecodeRead(base::Cursor<Order>& in, const Layout& layout,
                perfc_read_part* out) {
  perfc_sample sample;
  sample.read = *out;
  constexpr size_t kRead = uapi::IndexOf(PERFC_SAMPLE_READ);
  const Outcome outcome = DecodeField<kRead>(in, layout, &sample);
  *out = sample.read;
  return outcome == Outcome::kOk;
}

template <typename Order>
PERFC_ALWAYS_INLINE bool DecodeChain(base::Cursor<Order>& in,
                                     perfc_range* out) {
  uint64_t nr;
  return in.Number(&nr) && in.Words(nr, 1, out);
}

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_FIELD_H_
