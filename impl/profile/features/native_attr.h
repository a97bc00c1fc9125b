// An attr of the other byte order.
#ifndef PERFC_IMPL_PROFILE_FEATURES_NATIVE_ATTR_H_
#define PERFC_IMPL_PROFILE_FEATURES_NATIVE_ATTR_H_

#include <cstdint>

#include "absl/types/span.h"

namespace perfc::profile::features {

// Converts it in place. -ENOMEM; another negative errno: its size is wrong.
int MakeAttrNative(absl::Span<uint8_t> attr);

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_NATIVE_ATTR_H_
