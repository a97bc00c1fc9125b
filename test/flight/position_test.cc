// Cuts of rings whose heads count down past where a number of some width ends.
#include <algorithm>
#include <string>

#include "test/flight/flights.h"

namespace {

using flights::Flight;
using flights::Ring;
using flights::SampleAt;

constexpr uint64_t kPage = 4096;

struct Boundary {
  const char *name;
  uint64_t position;
};
constexpr Boundary kBoundaries[] = {
    {"Zero", 0},
    {"RingSize", kPage},
    {"TwoTo32", uint64_t{1} << 32},
    {"TwoTo63", uint64_t{1} << 63},
};

class PositionTest : public flights::FlightTest,
                     public testing::WithParamInterface<Boundary> {};

TEST_P(PositionTest, EachCutHasTheNewestRecords) {
  for (const uint64_t distance : {0, 8, 24, 1000, 4072, 4096}) {
    SCOPED_TRACE(distance);
    system_.set_first_head(GetParam().position + distance);
    const Flight flight = Create();
    Ring ring = AddRing(flight);
    Times written;
    for (uint64_t time = 1; time <= 600; ++time) {
      ring.writer.Write(SampleAt(time));
      written.push_back(time);
      if (time % 37 != 0) continue;
      const size_t fitting = std::min<size_t>(time, kPage / 24);
      ASSERT_EQ(CutOf(flight), Times(written.end() - fitting, written.end()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boundary, PositionTest, testing::ValuesIn(kBoundaries),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

}  // namespace
