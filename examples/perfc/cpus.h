// Lists of CPUs, "0,3-5".
#ifndef PERFC_EXAMPLES_PERFC_CPUS_H_
#define PERFC_EXAMPLES_PERFC_CPUS_H_

#include <cstdint>
#include <optional>
#include <string>

namespace tool {

// The first CPU of the wanted list that the online list lacks. None where one of
// the two is no list: whoever opens events on them says so.
std::optional<uint32_t> MissingCpu(const std::string& wanted,
                                   const std::string& online);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_CPUS_H_
