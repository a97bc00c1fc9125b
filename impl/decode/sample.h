// The decoder of samples: the table of sample fields, unrolled.
#ifndef PERFC_IMPL_DECODE_SAMPLE_H_
#define PERFC_IMPL_DECODE_SAMPLE_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "impl/base/cursor.h"
#include "impl/decode/field.h"
#include "impl/decode/layout.h"
#include "impl/record/record.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/decode.h"

namespace perfc::decode {

// Field I, one of the words before READ: bounds were checked for all at once.
template <size_t I, typename Order>
PERFC_ALWAYS_INLINE void DecodeWord(base::Cursor<Order>& in, uint64_t type,
                                    perfc_sample* out) {
  constexpr uapi::SampleField field = uapi::kSampleFields[I];
  if (!(type & field.bit)) return;
  uint8_t* at = reinterpret_cast<uint8_t*>(out) + field.parts[0].at;
  if constexpr (field.parts[0].form == uapi::Form::kU64) {
    in.NumberUnchecked(reinterpret_cast<uint64_t*>(at));
  } else {
    in.PairUnchecked(reinterpret_cast<uint32_t*>(at));
  }
}

// A group of words, which mostly come all together or not at all. They follow
// each other in perfc_sample as on the wire.
template <size_t First, size_t... I, typename Order>
PERFC_ALWAYS_INLINE void DecodeGroup(base::Cursor<Order>& in, uint64_t type,
                                     perfc_sample* out,
                                     std::index_sequence<I...>) {
  constexpr uint64_t kBits = uapi::FieldBits(First, First + sizeof...(I));
  constexpr uint16_t kAt = uapi::kSampleFields[First].parts[0].at;
  static_assert(
      ((uapi::kSampleFields[First + I].parts[0].at == kAt + 8 * I) && ...));
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
PERFC_ALWAYS_INLINE void DecodeHead(base::Cursor<Order>& in, uint64_t type,
                                    perfc_sample* out,
                                    std::index_sequence<G...>) {
  (DecodeGroup<kGroups[G]>(
       in, type, out, std::make_index_sequence<kGroups[G + 1] - kGroups[G]>()),
   ...);
}

// Each field from number From on that is there, in the table's order.
template <size_t From, size_t... I, typename Order>
PERFC_ALWAYS_INLINE Outcome DecodeFields(base::Cursor<Order>& in,
                                         const Layout& layout,
                                         perfc_sample* out,
                                         std::index_sequence<I...>) {
  const uint64_t type = layout.sample_type;
  Outcome outcome = Outcome::kOk;
  auto one = [&](auto index) __attribute__((always_inline)) {
    constexpr size_t kIndex = From + decltype(index)::value;
    constexpr uint64_t kBit = uapi::kSampleFields[kIndex].bit;
    constexpr uint64_t kFromHere =
        uapi::FieldBits(kIndex, uapi::kSampleFieldCount);
    // Few samples have anything beyond the stack.
    if (kBit == PERFC_SAMPLE_WEIGHT && !(type & kFromHere)) return false;
    if (!(type & kBit)) return true;
    // The field of an unknown bit comes before AUX, which the kernel keeps
    // last.
    const auto begin = in.at();
    outcome = kBit == PERFC_SAMPLE_AUX && layout.unknown_bits
                  ? Outcome::kStop
                  : DecodeField<kIndex>(in, layout, out);
    if (__builtin_expect(outcome == Outcome::kOk, 1)) return true;
    // The kernel cut it off, see MayHaveDynSize.
    if (out->parts & PERFC_PART_PARTIAL) outcome = Outcome::kStop;
    if (outcome == Outcome::kStop) {
      out->present &= ~kFromHere;
      in.BackTo(begin);
    }
    return false;
  };
  (void)(one(std::integral_constant<size_t, I>()) && ...);
  return outcome;
}

// Sets `rest` to the bytes behind the last decoded field. Returns 0.
[[gnu::noinline, gnu::cold]] inline int SetRest(uint16_t offset, size_t left,
                                                perfc_sample* out) {
  if (!(out->parts & PERFC_PART_PARTIAL)) out->parts |= PERFC_PART_LEFT_OVER;
  out->rest = {offset, static_cast<uint16_t>(left)};
  return 0;
}

// Decodes the fields from From on, which begin at `at`, and the rest. It is out
// of line, so that the usual samples need no stack.
template <size_t From, typename Order>
[[gnu::noinline, gnu::aligned(64)]] int DecodeTail(typename Order::Byte* record,
                                                   typename Order::Byte* at,
                                                   typename Order::Byte* end,
                                                   const Layout& layout,
                                                   perfc_sample* out) {
  base::Cursor<Order> in(record, at, end);
  const Outcome outcome = DecodeFields<From>(
      in, layout, out,
      std::make_index_sequence<uapi::kSampleFieldCount - From>());
  if (outcome == Outcome::kMalformed) return -EBADMSG;
  if (outcome == Outcome::kStop || layout.unknown_bits) {
    out->parts |= PERFC_PART_PARTIAL;
  }
  if (__builtin_expect(in.AtEnd(), 1) && !(out->parts & PERFC_PART_PARTIAL)) {
    return 0;
  }
  return SetRest(in.offset(), in.left(), out);
}

// Decodes the fields of a sample. Returns 0 or -EBADMSG.
template <typename Order>
PERFC_ALWAYS_INLINE int DecodeSampleBody(typename Order::Byte* record,
                                         size_t size, const Layout& layout,
                                         perfc_sample* out) {
  constexpr size_t kRead = uapi::IndexOf(PERFC_SAMPLE_READ);
  constexpr size_t kCallchain = uapi::IndexOf(PERFC_SAMPLE_CALLCHAIN);
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
    if (type & PERFC_SAMPLE_CALLCHAIN &&
        DecodeField<kCallchain>(in, layout, out) != Outcome::kOk) {
      return -EBADMSG;
    }
    if (layout.tail != Tail::kChain) {
      return DecodeTail<kRaw, Order>(record, in.at(), end, layout, out);
    }
  }
  if (__builtin_expect(in.AtEnd(), 1)) return 0;
  return SetRest(in.offset(), in.left(), out);
}

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_SAMPLE_H_
