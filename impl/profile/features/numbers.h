// Features that are only numbers: the number's width, and the fact that it is.
#ifndef PERFC_IMPL_PROFILE_FEATURES_NUMBERS_H_
#define PERFC_IMPL_PROFILE_FEATURES_NUMBERS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "impl/profile/features/reader.h"

namespace perfc::profile::features {

struct NumberField {
  // 4 or 8.
  uint8_t width;
  // The fact is the number times this, at most UINT64_MAX.
  uint16_t unit;
  const char* fact;
};

// Empty: the feature isn't of this kind.
absl::Span<const NumberField> NumbersOf(uint32_t feature);

// Calls each(field, number).
template <typename Order, typename Each>
bool ReadNumbers(Reader<Order>& in, absl::Span<const NumberField> fields,
                 const Each& each) {
  for (const NumberField& field : fields) {
    uint64_t number = 0;
    uint32_t narrow = 0;
    const bool wide = field.width == sizeof number;
    if (!(wide ? in.Numbers(&number) : in.Numbers(&narrow))) return false;
    if (!each(field, wide ? number : narrow)) return false;
  }
  return true;
}

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_NUMBERS_H_
