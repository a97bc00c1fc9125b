// `perfc convert`.
#ifndef PERFC_EXAMPLES_PERFC_CONVERT_H_
#define PERFC_EXAMPLES_PERFC_CONVERT_H_

#include "examples/perfc/options.h"

namespace tool {

// Returns the exit status.
int Convert(const Options& options);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_CONVERT_H_
