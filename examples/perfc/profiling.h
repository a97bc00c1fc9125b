// `perfc profile`.
#ifndef PERFC_EXAMPLES_PERFC_PROFILING_H_
#define PERFC_EXAMPLES_PERFC_PROFILING_H_

#include "examples/perfc/options.h"

namespace tool {

// Returns the exit status.
int ProfileTarget(const Options& options);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_PROFILING_H_
