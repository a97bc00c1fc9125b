// Result structs of any version.
#ifndef PERFC_IMPL_CAPI_RESULTS_H_
#define PERFC_IMPL_CAPI_RESULTS_H_

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace perfc::capi {

// Writes as much of the result as the caller's struct of `size` bytes takes.
// Returns 0.
template <typename Result>
int CopyOut(const Result& whole, Result* out, size_t size) {
  memcpy(out, &whole, std::min(size, sizeof whole));
  return 0;
}

}  // namespace perfc::capi

#endif  // PERFC_IMPL_CAPI_RESULTS_H_
