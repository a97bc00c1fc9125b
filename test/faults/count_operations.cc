// Counts and clocks.
#include <time.h>

#include <cstdint>

#include "gtest/gtest.h"
#include "perfc/clock.h"
#include "perfc/counts.h"
#include "perfc/event.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/faults/stage.h"
#include "testing/ring_writer.h"

namespace faults {
namespace {

using scripted::SampleAttr;

constexpr uint64_t kTimes =
    PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;

void Counting(Stage *s) {
  perfc_attr attr = SampleAttr();
  attr.read_format = kTimes;
  s->event = s->Open(attr);
  s->Fake(s->event).counts = {7, 10, 10};
}

void CountingWithPage(Stage *s) {
  Counting(s);
  EXPECT_EQ(perfc_mmap(s->event, 0, 0, nullptr), 0);
}

void CountingGroup(Stage *s) {
  perfc_attr attr = SampleAttr();
  attr.read_format = kTimes | PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  s->event = s->Open(attr);
  s->other = s->Open(attr, s->event);
  s->Fake(s->event).counts = {
      2, 10, 10, 7, s->Fake(s->event).id, 8, s->Fake(s->other).id};
}

// As Linux 5.10 does, so that the sibling's count comes from its page.
void CountingBrokenGroup(Stage *s) {
  CountingGroup(s);
  const uint64_t id = s->Fake(s->event).id;
  s->Fake(s->event).counts = {1, 10, 10, 7, id};
  s->Fake(s->other).counts = {1, 10, 10, 7, id, 0, 0};
}

void Clocked(Stage *s) {
  perfc_attr attr = SampleAttr(PERFC_SAMPLE_TIME, PERFC_ATTR_USE_CLOCKID);
  attr.clockid = CLOCK_REALTIME;
  s->event = s->Open(attr);
}

// By the records of mappings, which the kernel writes.
void ClockedByRecords(Stage *s) {
  s->event = s->Open(SampleAttr(PERFC_SAMPLE_TIME));
  s->system.set_on_mmap([s, time = uint64_t{0}]() mutable {
    const int fd = s->system.last_event_fd();
    if (!s->system.has_open_event(fd)) return;
    const scripted::FakeEvent &fake = s->system.event(fd);
    if (!fake.mapped) return;
    scripted::RingWriter writer(fake.ring,
                                fake.ring_size - s->system.PageSize(),
                                scripted::WriteMode::kWaitForReader);
    time += 100;
    writer.Write(scripted::MakeRecordOf(PERFC_RECORD_MMAP,
                                        {0, 0, 4096, 0, 0x2f2f, time}));
  });
}

void SetWithCounts(Stage *s) {
  s->MakeSet();
  for (uint32_t i = 0; i < 4; ++i) {
    perfc_member member;
    EXPECT_EQ(perfc_set_member(s->set, i, &member, sizeof member), 0);
    s->Fake(member.event).counts = {7};
  }
}

int ReadCount(Stage *s) {
  perfc_count count;
  return perfc_read(s->event, &count, sizeof count);
}

int ReadUser(Stage *s) {
  perfc_count count;
  return perfc_read_user(s->event, &count, sizeof count);
}

int ReadGroup(Stage *s) {
  perfc_event *const events[] = {s->event, s->other};
  perfc_count counts[2];
  return perfc_read_group(s->event, events, counts, sizeof *counts, 2);
}

int ReadMembers(Stage *s) {
  perfc_count counts[2];
  return perfc_read_group(s->event, nullptr, counts, sizeof *counts, 2);
}

int Relate(Stage *s) {
  perfc_clock_relation relation;
  return perfc_event_relate_clock(s->event, CLOCK_MONOTONIC, &relation,
                                  sizeof relation, &s->error);
}

int ReadSet(Stage *s) {
  perfc_count counts[4];
  return perfc_set_read(s->set, counts, sizeof *counts, 4);
}

int SumSet(Stage *s) {
  perfc_count counts[4] = {};
  perfc_count sums[4];
  perfc_sum_row rows[4];
  return perfc_set_sum(s->set, PERFC_SUM_CPU, counts, 4, sums, sizeof *sums,
                       rows, sizeof *rows, 4);
}

}  // namespace

std::vector<Operation> CountOperations() {
  return {
      {"perfc_read", "", false, Counting, ReadCount},
      {"perfc_read", "of a group", false, CountingGroup, ReadCount},
      {"perfc_read_user", "", false, CountingWithPage, ReadUser},
      {"perfc_read_user", "of a group", false, CountingGroup, ReadUser},
      {"perfc_read_group", "", false, CountingGroup, ReadGroup},
      {"perfc_read_group", "broken up", false, CountingBrokenGroup, ReadGroup},
      {"perfc_read_group", "of all members", false, CountingGroup, ReadMembers},
      {"perfc_event_relate_clock", "", true, Clocked, Relate},
      {"perfc_event_relate_clock", "by records", true, ClockedByRecords,
       Relate},
      {"perfc_set_read", "", false, SetWithCounts, ReadSet},
      {"perfc_set_sum", "", false, SetWithCounts, SumSet},
  };
}

}  // namespace faults
