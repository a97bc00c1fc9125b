// `perfc record`.
#ifndef PERFC_EXAMPLES_PERFC_RECORDER_H_
#define PERFC_EXAMPLES_PERFC_RECORDER_H_

#include "examples/perfc/options.h"

namespace tool {

// Returns the exit status.
int RecordTarget(const Options& options);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_RECORDER_H_
