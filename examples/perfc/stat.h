// `perfc stat`.
#ifndef PERFC_EXAMPLES_PERFC_STAT_H_
#define PERFC_EXAMPLES_PERFC_STAT_H_

#include "examples/perfc/options.h"

namespace tool {

// Returns the exit status.
int Stat(const Options& options);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_STAT_H_
