// The times of real records, converted to clocks that were read beside them.

#include <sys/mman.h>
#include <time.h>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

int64_t ClockNow(int32_t clock) {
  timespec now = {};
  EXPECT_EQ(0, clock_gettime(clock, &now));
  return now.tv_sec * int64_t{1000000000} + now.tv_nsec;
}

perfc_clock_relation Relate(perfc_event* event, int32_t clock) {
  perfc_clock_relation relation = {};
  perfc_error error = {};
  EXPECT_EQ(0, perfc_event_relate_clock(event, clock, &relation,
                                        sizeof relation, &error))
      << Text(error);
  return relation;
}

perfc_attr Mappings(int32_t clock) {
  perfc_attr attr = SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP_DATA);
  attr.sample_type |= PERFC_SAMPLE_TIME;
  attr.clockid = clock;
  if (clock < 0) {
    attr.clockid = 0;
    attr.flags &= ~uint64_t{PERFC_ATTR_USE_CLOCKID};
  } else {
    attr.flags |= PERFC_ATTR_USE_CLOCKID;
  }
  return attr;
}

// The record of a mapping lies between two looks at the clock, give or take the
// error that the conversion tells.
void ExpectConverted(int32_t records_clock, int32_t clock, uint32_t how) {
  SCOPED_TRACE(testing::Message()
               << "records in " << records_clock << " to " << clock);
  Event event = OpenMapped(Mappings(records_clock), 4);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  const perfc_clock_relation first = Relate(event, clock);
  EXPECT_EQ(how, first.how);
  EXPECT_EQ(clock, first.clock);
  Drain(event);
  const int64_t before = ClockNow(clock);
  void* at =
      mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const int64_t after = ClockNow(clock);
  munmap(at, kPage);
  const Records records = Drain(event, PERFC_RECORD_MMAP);
  ASSERT_EQ(1u, records.size());
  const perfc_clock_relation later = Relate(event, clock);
  for (const perfc_clock_relation* second :
       {static_cast<const perfc_clock_relation*>(nullptr), &later}) {
    uint64_t ns = 0;
    uint64_t error = 0;
    ASSERT_EQ(
        0, perfc_clock_convert(&first, second, sizeof first,
                               Trailer(event, records[0]).time, &ns, &error));
    EXPECT_LE(before, static_cast<int64_t>(ns + error));
    EXPECT_GE(after, static_cast<int64_t>(ns - error));
  }
}

// Of x86's software events the page has no cycle counter, of arm64's it has.
uint32_t HowWithoutClock() {
  Event event = OpenMapped(Mappings(-1), 1);
  const bool tells =
      perfc_event_control_page(event)->capabilities & PERFC_CAP_USER_TIME_ZERO;
  return tells ? PERFC_CLOCK_READ : PERFC_CLOCK_RECORDED;
}

TEST(Clocks, RecordsOfTheSchedulersClockConvert) {
  NEEDS(Paranoid(2));
  for (const int32_t clock :
       {CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_BOOTTIME}) {
    ExpectConverted(-1, clock, HowWithoutClock());
  }
}

TEST(Clocks, RecordsOfANamedClockAreItsOwn) {
  NEEDS(Paranoid(2));
  for (const char* name :
       {"monotonic", "monotonic_raw", "realtime", "boottime", "tai"}) {
    int32_t clock = -1;
    ASSERT_EQ(0, perfc_clock_find(name, &clock)) << name;
    ExpectConverted(clock, clock, PERFC_CLOCK_SAME);
    ExpectConverted(
        clock, CLOCK_MONOTONIC,
        clock == CLOCK_MONOTONIC ? PERFC_CLOCK_SAME : PERFC_CLOCK_READ);
  }
}

TEST(Clocks, UnmappedEventsHaveOneToo) {
  NEEDS(Paranoid(2));
  Event event = Open(Software(PERFC_COUNT_SW_DUMMY));
  const perfc_clock_relation relation = Relate(event, CLOCK_MONOTONIC);
  EXPECT_EQ(uint32_t{PERFC_CLOCK_RECORDED}, relation.how);
  EXPECT_GT(relation.uncertainty, 0u);
}

}  // namespace
}  // namespace live
