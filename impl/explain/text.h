// The words for a failure.
#ifndef PERFC_IMPL_EXPLAIN_TEXT_H_
#define PERFC_IMPL_EXPLAIN_TEXT_H_

#include <string>

#include "perfc/error.h"

namespace perfc::explain {

// What failed, why, and what to try: one paragraph.
std::string Text(const perfc_error& error);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_TEXT_H_
