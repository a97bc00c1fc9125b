#include "test/soak/tally.h"

#include <sched.h>

#include "gtest/gtest.h"
#include "test/live/events.h"

namespace soak {

void Totals::Add(const Totals& other) {
  generated += other.generated;
  read += other.read;
  lost += other.lost;
}

uint64_t Tally::Take(perfc_stream* stream, uint64_t most) {
  uint64_t taken = 0;
  perfc_stream_record record;
  for (; taken < most && perfc_stream_next_records(stream, &record, 1) == 1;
       ++taken) {
    if (record.record.type == PERFC_RECORD_LOST) continue;
    EXPECT_EQ(PERFC_RECORD_SAMPLE, record.record.type);
    perfc_sample sample;
    EXPECT_EQ(0, perfc_decode_sample(record.plan, &record.record, &sample,
                                     sizeof sample));
    ++events_[sample.identifier].read;
  }
  return taken;
}

void Tally::Settle(perfc_event* event) {
  perfc_count count = {};
  ASSERT_EQ(0, perfc_read(event, &count, sizeof count));
  Totals& totals = events_[live::Id(event)];
  totals.generated = count.raw;
  totals.lost = count.lost;
  EXPECT_EQ(totals.generated, totals.read + totals.lost)
      << totals.read << " were read, and " << totals.lost << " lost";
}

void Tally::SettleAll(const live::Set& set) {
  for (const perfc_member& member : set.members()) {
    if (member.event != nullptr) Settle(member.event);
  }
}

Totals Tally::totals() const {
  Totals all;
  for (const auto& [id, totals] : events_) all.Add(totals);
  return all;
}

perfc_attr EachHit(const char* tracepoint) {
  perfc_attr attr = live::Sampling(live::Tracepoint(tracepoint),
                                   PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_TID |
                                       PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU);
  attr.flags |= PERFC_ATTR_SAMPLE_ID_ALL;
  // With the time a set notices a CPU that was away between two looks.
  attr.read_format = PERFC_FORMAT_LOST | PERFC_FORMAT_TOTAL_TIME_ENABLED;
  return attr;
}

void ExpectSoundLosses(const perfc_losses& losses) {
  EXPECT_EQ(0u, losses.malformed);
  EXPECT_EQ(0u, losses.unknown);
  EXPECT_EQ(0u, losses.throttled);
}

void DisableEachOnItsCpu(const live::Set& set) {
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  for (const perfc_member& member : set.members()) {
    if (member.event == nullptr) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(member.cpu, &one);
    sched_setaffinity(0, sizeof one, &one);  // Fails where it is offline.
    EXPECT_EQ(0, perfc_ioctl(member.event, PERFC_IOC_DISABLE, 0, nullptr));
  }
  sched_setaffinity(0, sizeof before, &before);
  EXPECT_EQ(0, perfc_set_disable(set));
}

}  // namespace soak
