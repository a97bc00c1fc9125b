#include "impl/decode/layout.h"

#include "impl/record/record.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/uapi.h"

namespace perfc::decode {
namespace {

using uapi::kSampleFields;

uint8_t CountBits(uint64_t word) {
  return static_cast<uint8_t>(__builtin_popcountll(word));
}

// The field that names the event: IDENTIFIER where there is one, because it
// lies first in a sample and last in a trailer, else ID.
uint64_t IdBit(uint64_t sample_type) {
  if (sample_type & PERFC_SAMPLE_IDENTIFIER) return PERFC_SAMPLE_IDENTIFIER;
  return sample_type & PERFC_SAMPLE_ID;
}

uint16_t SampleIdAt(uint64_t sample_type) {
  uint16_t at = record::kHeaderSize;
  for (const uapi::SampleField& field : kSampleFields) {
    if (field.bit == IdBit(sample_type)) return at;
    if (field.bit & sample_type) at += 8;
  }
  return 0;
}

// The trailer has the table's order too, but for IDENTIFIER, which comes last.
uint16_t TrailerIdBack(uint64_t trailer_type) {
  if (IdBit(trailer_type) == PERFC_SAMPLE_IDENTIFIER) return 8;
  if (IdBit(trailer_type) == 0) return 0;
  const uint64_t after =
      trailer_type & (PERFC_SAMPLE_STREAM_ID | PERFC_SAMPLE_CPU);
  return 8 + 8 * CountBits(after);
}

}  // namespace

Layout::Layout(const perfc_attr& attr, uint32_t index)
    : sample_type(attr.sample_type & (PERFC_SAMPLE_MAX - 1)),
      attr_index(index),
      head_size(8 * CountBits(sample_type & uapi::kHeadBits)),
      trailer_type(attr.flags & PERFC_ATTR_SAMPLE_ID_ALL
                       ? sample_type & uapi::kSampleIdBits
                       : 0),
      read_format(static_cast<uint32_t>(attr.read_format)),
      read_entry_words(1 + CountBits(attr.read_format &
                                     (PERFC_FORMAT_ID | PERFC_FORMAT_LOST))),
      user_regs(CountBits(attr.sample_regs_user)),
      intr_regs(CountBits(attr.sample_regs_intr)),
      branch_hw_idx(attr.branch_sample_type & PERFC_SAMPLE_BRANCH_HW_INDEX),
      branch_counters(attr.branch_sample_type & PERFC_SAMPLE_BRANCH_COUNTERS),
      unknown_bits(attr.sample_type >= PERFC_SAMPLE_MAX),
      read_format_unknown(attr.read_format >= PERFC_FORMAT_MAX),
      sample_id_at(IdBit(sample_type) ? SampleIdAt(sample_type) : 0) {
  trailer_size = 8 * CountBits(trailer_type);
  trailer_id_back = TrailerIdBack(trailer_type);
}

}  // namespace perfc::decode
