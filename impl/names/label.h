// From attrs back to their names.
#ifndef PERFC_IMPL_NAMES_LABEL_H_
#define PERFC_IMPL_NAMES_LABEL_H_

#include "impl/catalog/fixed_text.h"
#include "impl/catalog/pmus.h"
#include "perfc/attr.h"

namespace perfc::names {

using Label = catalog::FixedText<1024>;

// Makes an event string for this attr, as far as possible. The label omits
// periods, sampled fields, and the default exclusion of guests. Values that
// sysfs and tracefs don't name stay numbers. The only failure is -ENOMEM.
int LabelOf(const perfc_attr& attr, catalog::Pmus* pmus, Label* label);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_LABEL_H_
