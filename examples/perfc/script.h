// `perfc script`.
#ifndef PERFC_EXAMPLES_PERFC_SCRIPT_H_
#define PERFC_EXAMPLES_PERFC_SCRIPT_H_

#include "examples/perfc/options.h"

namespace tool {

// Returns the exit status.
int Script(const Options& options);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SCRIPT_H_
