// The layout of the records of one attr, computed once.
#ifndef PERFC_IMPL_DECODE_LAYOUT_H_
#define PERFC_IMPL_DECODE_LAYOUT_H_

#include <cstddef>
#include <cstdint>

#include "impl/uapi/sample_fields.h"
#include "perfc/attr.h"
#include "perfc/decode.h"

namespace perfc::decode {

// The kind of fields that follow PERIOD in a sample.
enum class Tail : uint8_t { kNone, kChain, kAny };

struct Layout : uapi::SizeFacts {
  Layout() = default;
  Layout(const perfc_attr& attr, uint32_t index);

  uint64_t sample_type;  // known bits
  uint32_t attr_index;
  uint16_t head_size;     // bytes of the fields that come before READ
  uint16_t trailer_size;  // bytes of the sample_id trailer
  uint64_t trailer_type;  // its fields; 0 without sample_id_all
  bool stack_asked;       // sample_stack_user isn't 0
  bool build_ids;         // MMAP2 may have one: the bit in misc decides
  Tail tail;
  bool unknown_bits;  // sample_type has some: a sample can be decoded up to AUX
                      // at most
  bool read_format_unknown;  // a bit that this version doesn't know: READ's
                             // size can't be told

  // Bytes from the start of a sample to its id, and from the end of another
  // record back to its id; 0 if there is no id. With IDENTIFIER they are the
  // same for every attr.
  uint16_t sample_id_at;
  uint16_t trailer_id_back;
  // The same for the time.
  uint16_t sample_time_at;
  uint16_t trailer_time_back;

  perfc_record_places Places() const;

  // True if a sample of the other attr has the same bytes in the same places.
  bool SameWire(const Layout& other) const;
};

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_LAYOUT_H_
