// Records that the perf tool writes into files itself, of type 64 and above.

#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

TEST(ToolRecords, HaveNoTrailer) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME));
  for (uint32_t type : {64u, 68u, 81u, 0xffffffffu}) {
    const Record record(type, 0, {1, 2, 3, 4});
    auto id = Poisoned<perfc_sample_id>();
    EXPECT_EQ(perfc_decode_sample_id(plan.get(), record.get(), &id, sizeof(id)),
              -ENODATA);
    EXPECT_TRUE(Untouched(id.time));
  }
  const Record kernels(63, 0, {1, 2, 3, 4});
  perfc_sample_id id;
  ASSERT_EQ(perfc_decode_sample_id(plan.get(), kernels.get(), &id, sizeof(id)),
            0)
      << "a type of the kernel's to come has one";
  EXPECT_EQ(id.time, 4u);
}

}  // namespace
}  // namespace decode_test
