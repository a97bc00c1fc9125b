// `perfc record`.
#ifndef PERFC_EXAMPLES_PERFC_RECORD_H_
#define PERFC_EXAMPLES_PERFC_RECORD_H_

#include "examples/perfc/options.h"

namespace tool {

// Returns the exit status.
int Record(const Options& options);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_RECORD_H_
