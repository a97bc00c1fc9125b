// Attrs back to what they are called.
#ifndef PERFC_IMPL_NAMES_LABEL_H_
#define PERFC_IMPL_NAMES_LABEL_H_

#include "impl/catalog/fixed_text.h"
#include "impl/catalog/pmus.h"
#include "perfc/attr.h"

namespace perfc::names {

using Label = catalog::FixedText<1024>;

// An event string which makes this attr, as far as there is one: periods and
// what is sampled aren't part of a name, nor are guests that nobody asked for.
// What sysfs and tracefs don't tell stays a number; only -ENOMEM is a failure.
int LabelOf(const perfc_attr& attr, catalog::Pmus* pmus, Label* label);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_LABEL_H_
