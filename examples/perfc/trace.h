// `perfc trace`.
#ifndef PERFC_EXAMPLES_PERFC_TRACE_H_
#define PERFC_EXAMPLES_PERFC_TRACE_H_

#include "examples/perfc/options.h"

namespace tool {

// Returns the exit status.
int Trace(const Options& options);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_TRACE_H_
