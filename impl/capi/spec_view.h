// A spec as the C ABI shows it.
#ifndef PERFC_IMPL_CAPI_SPEC_VIEW_H_
#define PERFC_IMPL_CAPI_SPEC_VIEW_H_

#include <cstdint>

#include "impl/names/spec_list.h"
#include "perfc/names.h"

namespace perfc::capi {

// Borrows the spec's list.
perfc_spec ViewOf(const names::Spec& spec);

}  // namespace perfc::capi

#endif  // PERFC_IMPL_CAPI_SPEC_VIEW_H_
