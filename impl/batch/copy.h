// Copies the elements of one row out of a record.
#ifndef PERFC_IMPL_BATCH_COPY_H_
#define PERFC_IMPL_BATCH_COPY_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/order.h"
#include "impl/decode/accessors.h"
#include "impl/record/record.h"
#include "perfc/decode.h"

namespace perfc::batch {

// Of short lists of words a call of memcpy would cost as much as the copy.
constexpr bool AreFewWords(size_t bytes) {
  constexpr size_t kShort = 512;
  return bytes % 8 == 0 && bytes <= kShort;
}

inline void CopyFewWords(uint8_t* to, const uint8_t* from, size_t bytes) {
  typedef uint64_t TwoWords __attribute__((vector_size(16)));
  const uint8_t* end = from + bytes / 16 * 16;
  for (; from != end; from += 16, to += 16) {
    base::Store(to, base::Load<TwoWords>(from));
  }
  if (bytes % 16 != 0) base::Store(to, base::Load<uint64_t>(from));
}

// The values of a read in three words each.
inline void CopyCounts(const uint8_t* data, const perfc_read_part& part,
                       uint64_t* to) {
  perfc_record record;
  record::View(data, base::Load<uint64_t>(data), &record);
  perfc_read_value value;
  for (uint32_t i = 0; i < part.nr; ++i) {
    decode::ReadValue(record, part, i, &value);
    *to++ = value.value;
    *to++ = value.id;
    *to++ = value.lost;
  }
}

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_COPY_H_
