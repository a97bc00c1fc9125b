// The counts of a set's members, and their sums.
#ifndef PERFC_IMPL_COUNTS_SET_COUNTS_H_
#define PERFC_IMPL_COUNTS_SET_COUNTS_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "impl/counts/read.h"
#include "impl/set/set.h"
#include "perfc/counts.h"

namespace perfc::counts {

// See perfc_set_read.
int ReadSet(const set::Set& set, CountArray counts, uint32_t capacity);

using PutSum =
    absl::FunctionRef<void(uint32_t, const perfc_sum_row&, const perfc_count&)>;

// See perfc_set_sum.
int SumSet(const set::Set& set, uint32_t by, CountArray counts, uint32_t count,
           PutSum put, uint32_t capacity);

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_SET_COUNTS_H_
