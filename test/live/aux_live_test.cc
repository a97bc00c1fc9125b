// The AUX area on a PMU that has none.

#include "events.h"
#include "gtest/gtest.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

TEST(Aux, ASoftwareEventHasNone) {
  NEEDS(Paranoid(2));
  Pages pages(3);
  Event event = OpenMapped(
      Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_ADDR), 1);
  for (uint32_t flags : {0, PERFC_AUX_OVERWRITE}) {
    perfc_error error = {};
    EXPECT_EQ(-EOPNOTSUPP, perfc_aux_mmap(event, 4, flags, &error));
    EXPECT_EQ(PERFC_RULE_NOT_SUPPORTED, error.rule);
    EXPECT_NE(std::string::npos, Text(error).find("AUX")) << Text(error);
  }
  EXPECT_EQ(0u, perfc_event_control_page(event)->aux_size);
  perfc_aux_data data;
  EXPECT_EQ(-EBADFD, perfc_aux_peek(event, &data, sizeof data));
  TouchDuring(event, &pages);
  EXPECT_EQ(3u, Samples(event).size()) << "the ring is as it was";
}

}  // namespace
}  // namespace live
