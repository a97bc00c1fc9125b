// `perfc list`.
#ifndef PERFC_EXAMPLES_PERFC_LIST_H_
#define PERFC_EXAMPLES_PERFC_LIST_H_

#include "examples/perfc/options.h"

namespace tool {

// Returns the exit status.
int List(const Options& options);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_LIST_H_
