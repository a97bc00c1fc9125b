// The names in a PMU's `events`, compared with attrs.
#ifndef PERFC_IMPL_NAMES_ALIAS_ATTR_H_
#define PERFC_IMPL_NAMES_ALIAS_ATTR_H_

#include <cstdint>

#include "impl/names/pmus.h"
#include "perfc/attr.h"

namespace perfc::names {

// The field's value in a config.
uint64_t TakeBits(const Format& format, uint64_t config);

// The alias whose configs are the attr's, or nullptr. -ENOMEM.
int FindEqualAlias(const Pmu& pmu, const perfc_attr& attr, const Alias** found);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_ALIAS_ATTR_H_
