// The counts of a set's members, and their sums.
#ifndef PERFC_IMPL_COUNTS_SET_COUNTS_H_
#define PERFC_IMPL_COUNTS_SET_COUNTS_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "impl/counts/read.h"
#include "impl/set/set.h"
#include "perfc/counts.h"

namespace perfc::counts {

// See perfc_set_read. put(i) gets the count of member i.
int ReadSet(const set::Set& set, PutCount put, uint32_t capacity);

using GetCount = absl::FunctionRef<perfc_count(uint32_t)>;
using PutSum =
    absl::FunctionRef<void(uint32_t, const perfc_sum_row&, const perfc_count&)>;

// See perfc_set_sum. get(i) is the count of member i, for i below `count`.
int SumSet(const set::Set& set, uint32_t by, GetCount get, uint32_t count,
           PutSum put, uint32_t capacity);

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_SET_COUNTS_H_
