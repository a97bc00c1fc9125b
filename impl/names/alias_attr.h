// The names in a PMU's `events`, compared with attrs.
#ifndef PERFC_IMPL_NAMES_ALIAS_ATTR_H_
#define PERFC_IMPL_NAMES_ALIAS_ATTR_H_

#include <cstdint>

#include "impl/catalog/pmus.h"
#include "perfc/attr.h"

namespace perfc::names {

// The alias whose configs are the attr's, or nullptr. -ENOMEM.
int FindEqualAlias(const catalog::Pmu& pmu, const perfc_attr& attr,
                   const catalog::Alias** found);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_ALIAS_ATTR_H_
