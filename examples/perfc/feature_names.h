// Names of the features of a perf.data file's header.
#ifndef PERFC_EXAMPLES_PERFC_FEATURE_NAMES_H_
#define PERFC_EXAMPLES_PERFC_FEATURE_NAMES_H_

#include <cstdint>
#include <string_view>

namespace tool {

// "HOSTNAME" and so on; empty for a feature that this version doesn't know.
std::string_view FeatureName(uint64_t feature);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_FEATURE_NAMES_H_
