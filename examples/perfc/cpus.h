// Lists of CPUs, "0,3-5".
#ifndef PERFC_EXAMPLES_PERFC_CPUS_H_
#define PERFC_EXAMPLES_PERFC_CPUS_H_

#include <cstdint>
#include <optional>
#include <string>

namespace tool {

// The first CPU of the wanted list that the online list lacks. If one of the
// two isn't a CPU list the result is empty: opening events on it reports the
// mistake.
std::optional<uint32_t> MissingCpu(const std::string& wanted,
                                   const std::string& online);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_CPUS_H_
