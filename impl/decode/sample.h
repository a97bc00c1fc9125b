// The decoder of samples: the table of sample fields, unrolled.
#ifndef PERFC_IMPL_DECODE_SAMPLE_H_
#define PERFC_IMPL_DECODE_SAMPLE_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "impl/base/cursor.h"
#include "impl/decode/hw_idx.h"
#include "impl/decode/layout.h"
#include "impl/record/record.h"
#include "impl/uapi/bitfields.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/decode.h"

namespace perfc::decode {

// A cursor that is handed to a function out of line lives in memory.
#define PERFC_INLINE [[gnu::always_inline]] inline

// What came of one field.
enum class Step : uint8_t {
  kOk,
  kMalformed,
  kStop,  // fine so far, but what follows can't be decoded
};

template <typename Order>
PERFC_INLINE bool DecodeGroupRead(base::Cursor<Order>& in, const Layout& layout,
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
PERFC_INLINE bool DecodeSingleRead(base::Cursor<Order>& in,
                                   const Layout& layout, perfc_read_part* out) {
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
PERFC_INLINE bool DecodeRead(base::Cursor<Order>& in, const Layout& layout,
                             perfc_read_part* out) {
  out->read_format = layout.read_format;
  return layout.read_format & PERFC_FORMAT_GROUP
             ? DecodeGroupRead(in, layout, out)
             : DecodeSingleRead(in, layout, out);
}

template <typename Order>
PERFC_INLINE bool DecodeChain(base::Cursor<Order>& in, perfc_range* out) {
  uint64_t nr;
  return in.Number(&nr) && in.Words(nr, 1, out);
}

// perf_branch_entry's third word is one of bit-fields.
template <typename Order>
PERFC_INLINE bool DecodeBranchEntries(base::Cursor<Order>& in, uint64_t nr,
                                      perfc_range* out) {
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

template <typename Order>
PERFC_INLINE bool DecodeBranches(base::Cursor<Order>& in, const Layout& layout,
                                 perfc_sample* out) {
  uint64_t nr;
  if (!in.Number(&nr)) return false;
  if (layout.branch_hw_idx &&
      (nr != 0 || HasHwIdx<Order>(in.at(), in.end(), layout))) {
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
// follows.
template <typename Order>
PERFC_INLINE Step DecodeRegs(base::Cursor<Order>& in, uint8_t registers,
                             uint64_t* abi, perfc_range* out) {
  if (!in.Number(abi)) return Step::kMalformed;
  if (*abi & ~uint64_t{PERFC_SAMPLE_REGS_ABI_32 | PERFC_SAMPLE_REGS_ABI_64}) {
    return Step::kStop;
  }
  if (*abi == PERFC_SAMPLE_REGS_ABI_NONE) registers = 0;
  return in.Words(registers, 1, out) ? Step::kOk : Step::kMalformed;
}

// A record with a stack is so long that the CPU doesn't foresee what is read of
// the next one, which lies behind it: what comes before the stack, and if it is
// as long, the dyn_size at its end.
PERFC_INLINE void PrefetchNext(const uint8_t* next, size_t size) {
  constexpr int kBeforeStack = 384;
  for (int at = 0; at < kBeforeStack; at += 64) __builtin_prefetch(next + at);
  __builtin_prefetch(next + size - 8);
}

// Whether an empty stack may have a dyn_size of 0 behind it. The kernel writes
// one for a task with user registers, if it was asked for no stack or the stack
// pointer is none, but counts it into no size: what follows lies 8 bytes further
// and has lost its last word (perf_output_sample_ustack). Only fields behind the
// stack show that.
inline bool MayHaveDynSize(const Layout& layout, const perfc_sample& sample) {
  constexpr uint64_t kBehind = uapi::FieldBits(
      uapi::IndexOf(PERFC_SAMPLE_STACK_USER) + 1, uapi::kSampleFieldCount);
  if (!(layout.sample_type & kBehind) && !layout.unknown_bits) return false;
  if (!(layout.sample_type & PERFC_SAMPLE_REGS_USER)) {
    return !layout.stack_asked;
  }
  return sample.user_abi != PERFC_SAMPLE_REGS_ABI_NONE;
}

// Without a stack there is no dyn_size either, in general. With one behind an
// empty stack the sample is PARTIAL, whatever its length.
template <typename Order>
PERFC_INLINE bool DecodeStack(base::Cursor<Order>& in, const Layout& layout,
                              perfc_sample* out) {
  uint64_t size;
  if (!in.Number(&size) || !in.Bytes(size, &out->stack)) return false;
  if (size == 0) {
    out->stack_dyn_size = 0;
    if (MayHaveDynSize(layout, *out) && in.left() >= 8 &&
        base::Load<uint64_t>(in.at()) == 0) {
      in.BackTo(in.at() + 8);
      out->parts |= PERFC_PART_PARTIAL;
    }
    return true;
  }
  PrefetchNext(in.end(), in.size());
  return in.Number(&out->stack_dyn_size);
}

template <typename Order>
PERFC_INLINE bool DecodeAux(base::Cursor<Order>& in, perfc_range* out) {
  uint64_t size;
  return in.Number(&size) && in.Bytes(size, out);
}

template <typename Order>
PERFC_INLINE bool DecodeRaw(base::Cursor<Order>& in, perfc_range* out) {
  uint32_t size;
  return in.Number(&size) && in.Bytes(size, out);
}

template <typename Order>
PERFC_INLINE bool DecodeWeights(base::Cursor<Order>& in, perfc_sample* out) {
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
PERFC_INLINE Step DecodeField(base::Cursor<Order>& in, const Layout& layout,
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
    return Checked(DecodeStack(in, layout, out));
  } else {
    static_assert(field.kind == Kind::kAux);
    return Checked(DecodeAux(in, &out->aux));
  }
}

// Field I, one of the words before READ: bounds were checked for all at once.
template <size_t I, typename Order>
PERFC_INLINE void DecodeWord(base::Cursor<Order>& in, uint64_t type,
                             perfc_sample* out) {
  constexpr uapi::SampleField field = uapi::kSampleFields[I];
  if (!(type & field.bit)) return;
  uint8_t* at = reinterpret_cast<uint8_t*>(out) + field.at;
  if constexpr (field.kind == uapi::Kind::kU64) {
    in.NumberUnchecked(reinterpret_cast<uint64_t*>(at));
  } else {
    in.PairUnchecked(reinterpret_cast<uint32_t*>(at));
  }
}

// A group of words, which mostly come all together or not at all. They follow
// each other in perfc_sample as on the wire.
template <size_t First, size_t... I, typename Order>
PERFC_INLINE void DecodeGroup(base::Cursor<Order>& in, uint64_t type,
                              perfc_sample* out, std::index_sequence<I...>) {
  constexpr uint64_t kBits = uapi::FieldBits(First, First + sizeof...(I));
  constexpr uint16_t kAt = uapi::kSampleFields[First].at;
  static_assert(((uapi::kSampleFields[First + I].at == kAt + 8 * I) && ...));
  if (!(type & kBits)) return;
  if (base::kIsNative<Order> && __builtin_expect((type & kBits) == kBits, 1)) {
    in.CopyUnchecked(reinterpret_cast<uint8_t*>(out) + kAt, 8 * sizeof...(I));
  } else {
    (DecodeWord<First + I>(in, type, out), ...);
  }
}

// Where the groups begin, and where the last one ends.
inline constexpr size_t kGroups[] = {
    uapi::IndexOf(PERFC_SAMPLE_IDENTIFIER), uapi::IndexOf(PERFC_SAMPLE_IP),
    uapi::IndexOf(PERFC_SAMPLE_ADDR), uapi::IndexOf(PERFC_SAMPLE_CPU),
    uapi::kHeadFields};

template <size_t... G, typename Order>
PERFC_INLINE void DecodeHead(base::Cursor<Order>& in, uint64_t type,
                             perfc_sample* out, std::index_sequence<G...>) {
  (DecodeGroup<kGroups[G]>(
       in, type, out, std::make_index_sequence<kGroups[G + 1] - kGroups[G]>()),
   ...);
}

// Each field from number From on that is there, in the table's order.
template <size_t From, size_t... I, typename Order>
PERFC_INLINE Step DecodeFields(base::Cursor<Order>& in, const Layout& layout,
                               perfc_sample* out, std::index_sequence<I...>) {
  const uint64_t type = layout.sample_type;
  Step step = Step::kOk;
  auto one = [&](auto index) __attribute__((always_inline)) {
    constexpr size_t kIndex = From + decltype(index)::value;
    constexpr uint64_t kBit = uapi::kSampleFields[kIndex].bit;
    constexpr uint64_t kFromHere =
        uapi::FieldBits(kIndex, uapi::kSampleFieldCount);
    // Few samples have anything beyond the stack.
    if (kBit == PERFC_SAMPLE_WEIGHT && !(type & kFromHere)) return false;
    if (!(type & kBit)) return true;
    // What an unknown bit adds comes before AUX, which the kernel keeps last.
    const auto begin = in.at();
    step = kBit == PERFC_SAMPLE_AUX && layout.unknown_bits
               ? Step::kStop
               : DecodeField<kIndex>(in, layout, out);
    if (__builtin_expect(step == Step::kOk, 1)) return true;
    // The kernel cut it off, see MayHaveDynSize.
    if (out->parts & PERFC_PART_PARTIAL) step = Step::kStop;
    if (step == Step::kStop) {
      out->present &= ~kFromHere;
      in.BackTo(begin);
    }
    return false;
  };
  (void)(one(std::integral_constant<size_t, I>()) && ...);
  return step;
}

// What follows the last field that was decoded. Returns 0.
[[gnu::noinline, gnu::cold]] inline int SetRest(uint16_t offset, size_t left,
                                                perfc_sample* out) {
  if (!(out->parts & PERFC_PART_PARTIAL)) out->parts |= PERFC_PART_LEFT_OVER;
  out->rest = {offset, static_cast<uint16_t>(left)};
  return 0;
}

// What lies at `at`, from field From on, and what can't be decoded. Out of
// line, so that the usual samples need no stack.
template <size_t From, typename Order>
[[gnu::noinline, gnu::aligned(64)]] int DecodeTail(typename Order::Byte* record,
                                                   typename Order::Byte* at,
                                                   typename Order::Byte* end,
                                                   const Layout& layout,
                                                   perfc_sample* out) {
  base::Cursor<Order> in(record, at, end);
  const Step step = DecodeFields<From>(
      in, layout, out,
      std::make_index_sequence<uapi::kSampleFieldCount - From>());
  if (step == Step::kMalformed) return -EBADMSG;
  if (step == Step::kStop || layout.unknown_bits) {
    out->parts |= PERFC_PART_PARTIAL;
  }
  if (__builtin_expect(in.AtEnd(), 1) && !(out->parts & PERFC_PART_PARTIAL)) {
    return 0;
  }
  return SetRest(in.offset(), in.left(), out);
}

// Decodes what follows a sample's header. 0 or -EBADMSG.
template <typename Order>
PERFC_INLINE int DecodeSampleBody(typename Order::Byte* record, size_t size,
                                  const Layout& layout, perfc_sample* out) {
  constexpr size_t kRead = uapi::IndexOf(PERFC_SAMPLE_READ);
  constexpr size_t kRaw = uapi::IndexOf(PERFC_SAMPLE_RAW);
  typename Order::Byte* end = record + size;
  base::Cursor<Order> in(record, record + record::kHeaderSize, end);
  const uint64_t type = layout.sample_type;
  out->present = type;
  out->parts = 0;
  out->attr_index = layout.attr_index;
  if (in.left() < layout.head_size) return -EBADMSG;
  DecodeHead(in, type, out, std::make_index_sequence<std::size(kGroups) - 1>());
  if (layout.tail != Tail::kNone) {
    if (type & PERFC_SAMPLE_READ) {
      return DecodeTail<kRead, Order>(record, in.at(), end, layout, out);
    }
    if (type & PERFC_SAMPLE_CALLCHAIN && !DecodeChain(in, &out->callchain)) {
      return -EBADMSG;
    }
    if (layout.tail != Tail::kChain) {
      return DecodeTail<kRaw, Order>(record, in.at(), end, layout, out);
    }
  }
  if (__builtin_expect(in.AtEnd(), 1)) return 0;
  return SetRest(in.offset(), in.left(), out);
}

#undef PERFC_INLINE

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_SAMPLE_H_
