// The canonical form of a record as the typed decode functions give it.
#ifndef PERFC_TEST_VECTORS_TYPED_H_
#define PERFC_TEST_VECTORS_TYPED_H_

#include <cstddef>
#include <cstdint>

#include "perfc/decode.h"
#include "perfc/record.h"
#include "test/vectors/sink.h"

namespace vectors {

// What typed decoding answers: 0 or a negative errno, which is also what the
// sink is told.
int DescribeTyped(const perfc_plan* plan, const perfc_record& record,
                  Sink* out);

void DescribeError(int error, Sink* out);

// Parts that columns have too.
void DescribeBranch(const perfc_branch_entry& entry, Sink* out);
void DescribeCounter(const perfc_read_value& value, uint32_t read_format,
                     Sink* out);

}  // namespace vectors

#endif  // PERFC_TEST_VECTORS_TYPED_H_
