#include "impl/decode/layout.h"

#include "impl/record/record.h"
#include "impl/uapi/field_size.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/uapi.h"

namespace perfc::decode {
namespace {

uint8_t CountBits(uint64_t word) {
  return static_cast<uint8_t>(__builtin_popcountll(word));
}

// The field that names the event: IDENTIFIER where there is one, because it
// lies first in a sample and last in a trailer, else ID.
uint64_t IdBit(uint64_t sample_type) {
  if (sample_type & PERFC_SAMPLE_IDENTIFIER) return PERFC_SAMPLE_IDENTIFIER;
  return sample_type & PERFC_SAMPLE_ID;
}

Tail TailOf(uint64_t sample_type) {
  const uint64_t tail = sample_type & ~uapi::kHeadBits;
  if (tail == 0) return Tail::kNone;
  return tail == PERFC_SAMPLE_CALLCHAIN ? Tail::kChain : Tail::kAny;
}

// Bytes from the start of a sample to a field of its head; 0 if it has none.
uint16_t PlaceInSample(uint64_t sample_type, uint64_t bit) {
  if (!(sample_type & bit)) return 0;
  const uint64_t before = uapi::FieldBits(0, uapi::IndexOf(bit));
  return record::kHeaderSize + uapi::HeadSize(sample_type & before);
}

// Bytes from the end of another record back to a field of its trailer, which
// has the table's order but for IDENTIFIER, which comes last; 0 if it has none.
uint16_t PlaceInTrailer(uint64_t trailer_type, uint64_t bit) {
  if (!(trailer_type & bit)) return 0;
  uint64_t from_here = PERFC_SAMPLE_IDENTIFIER;
  if (bit != PERFC_SAMPLE_IDENTIFIER) {
    from_here |= uapi::FieldBits(uapi::IndexOf(bit), uapi::kHeadFields);
  }
  return uapi::HeadSize(trailer_type & from_here);
}

uapi::SizeFacts FactsOf(const perfc_attr& attr) {
  const uint64_t words =
      attr.read_format & (PERFC_FORMAT_ID | PERFC_FORMAT_LOST);
  const uint64_t branch = attr.branch_sample_type;
  return {static_cast<uint32_t>(attr.read_format),
          static_cast<uint8_t>(1 + CountBits(words)),
          CountBits(attr.sample_regs_user),
          CountBits(attr.sample_regs_intr),
          (branch & PERFC_SAMPLE_BRANCH_HW_INDEX) != 0,
          (branch & PERFC_SAMPLE_BRANCH_COUNTERS) != 0};
}

}  // namespace

Layout::Layout(const perfc_attr& attr, uint32_t index)
    : SizeFacts(FactsOf(attr)),
      sample_type(attr.sample_type & (PERFC_SAMPLE_MAX - 1)),
      attr_index(index),
      head_size(uapi::HeadSize(sample_type & uapi::kHeadBits)),
      trailer_type(attr.flags & PERFC_ATTR_SAMPLE_ID_ALL
                       ? sample_type & uapi::kSampleIdBits
                       : 0),
      stack_asked(attr.sample_stack_user != 0),
      build_ids(attr.flags & PERFC_ATTR_BUILD_ID),
      tail(TailOf(attr.sample_type)),
      unknown_bits(attr.sample_type >= PERFC_SAMPLE_MAX),
      read_format_unknown(attr.read_format >= PERFC_FORMAT_MAX),
      sample_id_at(PlaceInSample(sample_type, IdBit(sample_type))),
      sample_time_at(PlaceInSample(sample_type, PERFC_SAMPLE_TIME)) {
  trailer_size = uapi::HeadSize(trailer_type);
  trailer_id_back = PlaceInTrailer(trailer_type, IdBit(trailer_type));
  trailer_time_back = PlaceInTrailer(trailer_type, PERFC_SAMPLE_TIME);
}

perfc_record_places Layout::Places() const {
  perfc_record_places places = {};
  places.sample_id = sample_id_at;
  places.sample_tid = PlaceInSample(sample_type, PERFC_SAMPLE_TID);
  places.sample_time = sample_time_at;
  places.sample_cpu = PlaceInSample(sample_type, PERFC_SAMPLE_CPU);
  places.trailer_id = trailer_id_back;
  places.trailer_tid = PlaceInTrailer(trailer_type, PERFC_SAMPLE_TID);
  places.trailer_time = trailer_time_back;
  places.trailer_cpu = PlaceInTrailer(trailer_type, PERFC_SAMPLE_CPU);
  places.trailer_size = trailer_size;
  places.sample_size = record::kHeaderSize + head_size;
  return places;
}

bool Layout::SameWire(const Layout& other) const {
  return sample_type == other.sample_type && read_format == other.read_format &&
         user_regs == other.user_regs && intr_regs == other.intr_regs &&
         branch_hw_idx == other.branch_hw_idx &&
         branch_counters == other.branch_counters &&
         stack_asked == other.stack_asked && unknown_bits == other.unknown_bits;
}

}  // namespace perfc::decode
