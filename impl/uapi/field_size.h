// Computes sizes from the table of sample fields: the places of a field's
// parts, and the field's size once its first word is known.
#ifndef PERFC_IMPL_UAPI_FIELD_SIZE_H_
#define PERFC_IMPL_UAPI_FIELD_SIZE_H_

#include <cstddef>
#include <cstdint>

#include "impl/uapi/sample_fields.h"
#include "perfc/uapi.h"

namespace perfc::uapi {

// Which bits of a field's first word say how many elements its array has; 0 if
// it has none that the record tells.
constexpr uint64_t CountMask(const SampleField& field, const SizeFacts& facts) {
  const Part& first = field.parts[0];
  if (first.form < Form::kNr || first.form > Form::kSize32) return 0;
  if (first.form == Form::kSize32) return UINT32_MAX;
  return IsThere(first.when, facts, 0, false) ? UINT64_MAX : 0;
}

// How many fields may have such a count.
constexpr size_t CountedFields() {
  SizeFacts group = {};
  group.read_format = PERFC_FORMAT_GROUP;
  size_t counted = 0;
  for (const SampleField& field : kSampleFields) {
    counted += CountMask(field, group) != 0;
  }
  return counted;
}

// Elements of the array of a field that begins with this word.
constexpr uint64_t ElementCount(const SampleField& field,
                                const SizeFacts& facts, uint64_t word) {
  const uint64_t count = word & CountMask(field, facts);
  if (field.parts[0].form == Form::kUserAbi) return count ? facts.user_regs : 0;
  if (field.parts[0].form == Form::kIntrAbi) return count ? facts.intr_regs : 0;
  return count;
}

// Calls each(part, offset in the field) for the parts that exist in a field
// whose array has `count` elements. Returns the field's size.
template <typename Each>
constexpr uint64_t ForParts(const SampleField& field, const SizeFacts& facts,
                            uint64_t count, bool has_hw_idx, Each each) {
  uint64_t at = 0;
  for (const Part& part : field.parts) {
    if (part.form == Form::kNone) break;
    if (part.when != If::kAlways &&
        !IsThere(part.when, facts, count, has_hw_idx)) {
      continue;
    }
    each(part, at);
    at += PartSize(part.form, facts, count);
  }
  return at;
}

// The size of a field that begins with this word.
constexpr uint64_t FieldSize(const SampleField& field, const SizeFacts& facts,
                             uint64_t word, bool has_hw_idx) {
  return ForParts(field, facts, ElementCount(field, facts, word), has_hw_idx,
                  [](const Part&, uint64_t) {});
}

// The fields of the trailer.
constexpr uint64_t SampleIdBits() {
  uint64_t bits = 0;
  for (const SampleField& field : kSampleFields) {
    if (field.in_sample_id) bits |= field.bit;
  }
  return bits;
}
inline constexpr uint64_t kSampleIdBits = SampleIdBits();
static_assert((kSampleIdBits & ~kHeadBits) == 0,
              "a field of the trailer isn't one word");

// Bytes of some fields of the head.
constexpr uint16_t HeadSize(uint64_t bits) {
  return static_cast<uint16_t>(kWordSize * __builtin_popcountll(bits));
}

}  // namespace perfc::uapi

#endif  // PERFC_IMPL_UAPI_FIELD_SIZE_H_
