#include "impl/profile/features/native_attr.h"

#include <cstddef>

#include "perfc/decode.h"

namespace perfc::profile::features {

// A plan knows how. A plan for each attr, because one for all would keep them.
int MakeAttrNative(absl::Span<uint8_t> attr) {
  perfc_plan* plan;
  const int made = perfc_plan_create(PERFC_BYTE_ORDER_BIG, &plan, nullptr);
  if (made < 0) return made;
  int result =
      perfc_plan_add_attr(plan, attr.data(), attr.size(), nullptr, 0, nullptr);
  if (result >= 0) {
    const int size = perfc_plan_attr(plan, 0, nullptr, 0);
    result = perfc_plan_attr(plan, 0, attr.data(), static_cast<size_t>(size));
  }
  perfc_plan_destroy(plan);
  return result < 0 ? result : 0;
}

}  // namespace perfc::profile::features
