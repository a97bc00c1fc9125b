// Result structs of any version.
#ifndef PERFC_IMPL_BASE_RESULTS_H_
#define PERFC_IMPL_BASE_RESULTS_H_

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace perfc::base {

// Writes as much of the result as the caller's struct of `size` bytes takes. The
// tail of a newer, longer struct becomes 0. Returns 0.
template <typename Result>
int CopyOut(const Result& whole, Result* out, size_t size) {
  const size_t known = std::min(size, sizeof whole);
  memcpy(out, &whole, known);
  memset(reinterpret_cast<char*>(out) + known, 0, size - known);
  return 0;
}

}  // namespace perfc::base

#endif  // PERFC_IMPL_BASE_RESULTS_H_
