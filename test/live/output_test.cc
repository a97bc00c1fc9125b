// SET_OUTPUT: several events in one ring, and whose record is whose.

#include <unistd.h>

#include <map>
#include <set>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

perfc_attr Faults(uint64_t sample_type) {
  return Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), sample_type);
}

perfc_attr Calls(uint64_t sample_type) {
  return Sampling(CallsOf(FirstTarget), sample_type);
}

int SetOutput(perfc_event* event, perfc_event* target) {
  perfc_error error = {};
  const int result = perfc_event_set_output(event, target, &error);
  EXPECT_EQ(result < 0 ? result : 0, error.code);
  return result;
}

// Two events in the first one's ring; the second one's samples have another
// layout where `match` lies at the same place.
class OneRing : public testing::TestWithParam<uint64_t> {};

TEST_P(OneRing, EachSampleIsDecodedByItsOwnAttr) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Pages pages(20);
  Event faults = OpenMapped(
      Faults(GetParam() | PERFC_SAMPLE_CPU | PERFC_SAMPLE_PERIOD), 4);
  Event calls = Open(Calls(GetParam() | PERFC_SAMPLE_CALLCHAIN));
  ASSERT_EQ(0, SetOutput(calls, faults));
  EXPECT_EQ(2, perfc_plan_attr_count(perfc_event_plan(faults)));
  EXPECT_EQ(1, perfc_plan_tells_apart(perfc_event_plan(faults), nullptr));
  EnableAll();
  for (int i = 0; i < 20; ++i) {
    pages.Touch(i, 1);
    CallFirst(2);
  }
  DisableAll();
  const uint64_t ids[] = {Id(faults), Id(calls)};
  const Records records = Drain(faults, PERFC_RECORD_SAMPLE);
  ASSERT_EQ(60u, records.size());
  for (size_t i = 0; i < records.size(); ++i) {
    const perfc_sample sample = Sample(faults, records[i]);
    const uint32_t event = i % 3 == 0 ? 0 : 1;
    EXPECT_EQ(event, sample.attr_index);
    EXPECT_EQ(ids[event], sample.present & PERFC_SAMPLE_IDENTIFIER
                              ? sample.identifier
                              : sample.id);
    EXPECT_EQ(event == 0, (sample.present & PERFC_SAMPLE_PERIOD) != 0);
    EXPECT_EQ(event == 1, (sample.present & PERFC_SAMPLE_CALLCHAIN) != 0);
  }
}

INSTANTIATE_TEST_SUITE_P(MatchedBy, OneRing,
                         testing::Values(PERFC_SAMPLE_IDENTIFIER,
                                         PERFC_SAMPLE_ID),
                         [](const auto& info) {
                           return info.param == PERFC_SAMPLE_ID ? "Id"
                                                                : "Identifier";
                         });

TEST(Output, WhereRecordsCantBeToldApartTheyComeRaw) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Pages pages(1);
  Event faults = OpenMapped(Faults(PERFC_SAMPLE_ADDR), 1);
  Event calls = Open(Calls(PERFC_SAMPLE_IP));
  perfc_error error = {};
  ASSERT_EQ(1, perfc_event_set_output(calls, faults, &error));
  EXPECT_NE(std::string::npos, Text(error).find("IDENTIFIER")) << Text(error);
  error = {};
  EXPECT_EQ(0, perfc_plan_tells_apart(perfc_event_plan(faults), &error));
  EXPECT_NE(std::string::npos, Text(error).find("IDENTIFIER")) << Text(error);
  EnableAll();
  pages.TouchAll();
  CallFirst(1);
  DisableAll();
  const Records records = Drain(faults);
  ASSERT_EQ(2u, records.size());
  for (const Record& record : records) {
    EXPECT_EQ(PERFC_RECORD_SAMPLE, record->type);
    EXPECT_EQ(16, record->size);
    perfc_sample sample;
    EXPECT_EQ(-ENOTUNIQ, perfc_decode_sample(perfc_event_plan(faults), &record,
                                             &sample, sizeof sample));
  }
}

TEST(Output, StreamIdsTellNothingApart) {
  NEEDS(Paranoid(2));
  Event first = OpenMapped(Faults(PERFC_SAMPLE_STREAM_ID), 1);
  Event second = Open(Faults(PERFC_SAMPLE_STREAM_ID));
  EXPECT_EQ(1, perfc_event_set_output(second, first, nullptr));
}

// A child's samples carry a stream_id of the child's own, which go-perf took
// for an unknown event, dropping the whole ring.
TEST(Output, SamplesOfInheritedChildrenAreNeverLost) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  constexpr uint64_t kType = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_STREAM_ID |
                             PERFC_SAMPLE_TID | PERFC_SAMPLE_IP;
  perfc_attr attr = Calls(kType);
  attr.flags |= PERFC_ATTR_INHERIT;
  Event first = OpenMapped(attr, 32, 0, cpu);
  attr.config1 = reinterpret_cast<uintptr_t>(&SecondTarget);
  attr.sample_type |= PERFC_SAMPLE_CPU;
  Event second = Open(attr, 0, cpu);
  ASSERT_EQ(0, SetOutput(second, first));
  EnableAll();
  CallFirst(5);
  for (int i = 0; i < 3; ++i) {
    Child child([] {
      CallFirst(100);
      CallSecond(50);
    });
    child.Go();
    ASSERT_TRUE(child.Wait());
  }
  DisableAll();
  std::map<uint64_t, int> samples, streams;
  for (const perfc_sample& sample : Samples(first)) {
    ++samples[sample.identifier];
    ++streams[sample.stream_id];
    EXPECT_EQ(sample.identifier == Id(first) ? 0u : 1u, sample.attr_index);
  }
  EXPECT_EQ(2u, samples.size());
  EXPECT_EQ(305, samples[Id(first)]);
  EXPECT_EQ(150, samples[Id(second)]);
  EXPECT_GT(streams.size(), 2u);
}

TEST(Output, TrailersAreMatchedToo) {
  NEEDS(Paranoid(2));
  perfc_attr attr = SideBand(PERFC_ATTR_MMAP | PERFC_ATTR_MMAP_DATA);
  Event first = OpenMapped(attr, 4);
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER;
  Event second = Open(attr);
  ASSERT_EQ(0, SetOutput(second, first));
  const MemoryFile file("trailer");
  EnableAll();
  file.MapOnce(1);
  DisableAll();
  const Records records = Drain(first, PERFC_RECORD_MMAP);
  ASSERT_EQ(2u, records.size());
  std::set<uint64_t> ids;
  for (const Record& record : records) {
    EXPECT_EQ(file.path(),
              record.Bytes(Decode(perfc_decode_mmap, first, record).filename));
    const perfc_sample_id id = Trailer(first, record);
    ids.insert(id.identifier);
    EXPECT_EQ(id.attr_index == 0, (id.present & PERFC_SAMPLE_TIME) != 0);
  }
  EXPECT_EQ((std::set<uint64_t>{Id(first), Id(second)}), ids);
}

TEST(Output, NullDropsIt) {
  NEEDS(Paranoid(2));
  Pages pages(20);
  Event target = OpenMapped(Faults(PERFC_SAMPLE_IDENTIFIER), 1);
  Event event = Open(Faults(PERFC_SAMPLE_IDENTIFIER));
  ASSERT_EQ(0, SetOutput(event, target));
  TouchDuring(event, &pages, 0, 10);
  EXPECT_EQ(10u, Samples(target).size());
  ASSERT_EQ(0, SetOutput(event, nullptr));
  TouchDuring(event, &pages, 10, 10);
  EXPECT_EQ(0u, Samples(target).size());
  EXPECT_EQ(20u, Count(event));
  ASSERT_EQ(0, SetOutput(event, target));  // And back.
  pages.Forget();
  TouchDuring(event, &pages, 0, 10);
  EXPECT_EQ(10u, Samples(target).size());
}

// What the kernel refuses, with the words for it.
void ExpectRefused(perfc_event* event, perfc_event* target, const char* because,
                   int code = -EINVAL) {
  perfc_error error = {};
  EXPECT_EQ(code, perfc_event_set_output(event, target, &error));
  EXPECT_EQ(code, error.code);
  EXPECT_NE(std::string::npos, Text(error).find(because)) << Text(error);
}

TEST(Output, AMappedEventKeepsItsOwnRing) {
  NEEDS(Paranoid(2));
  Event target = OpenMapped(Faults(PERFC_SAMPLE_IDENTIFIER), 1);
  Event mapped = OpenMapped(Faults(PERFC_SAMPLE_IDENTIFIER), 1);
  ExpectRefused(mapped, target, "ring");
  Event unmapped = Open(Faults(PERFC_SAMPLE_IDENTIFIER));
  ExpectRefused(target, unmapped, "ring", -EBADFD);
  ExpectRefused(unmapped, unmapped, "own target");
  ASSERT_EQ(0, perfc_munmap(mapped));
  EXPECT_EQ(0, SetOutput(mapped, target));
}

TEST(Output, AnUnmappedTargetIsRefused) {
  NEEDS(Paranoid(2));
  Event target = Open(Faults(PERFC_SAMPLE_IDENTIFIER));
  Event event = Open(Faults(PERFC_SAMPLE_IDENTIFIER));
  ExpectRefused(event, target, "no ring", -EBADFD);
}

TEST(Output, CpusTasksClocksAndDirectionsMustAgree) {
  NEEDS(Paranoid(2), Cpus(2));
  const std::vector<int> cpus = AllowedCpus();
  perfc_attr attr = Faults(PERFC_SAMPLE_IDENTIFIER);
  Event target = OpenMapped(attr, 1, 0, cpus[0]);
  Event other_cpu = Open(attr, 0, cpus[1]);
  ExpectRefused(other_cpu, target, "CPU");
  Event any_cpu = OpenMapped(attr, 1);
  Child child([] {});
  Event other_task = Open(attr, child.pid());
  ExpectRefused(other_task, any_cpu, "task");
  attr.flags |= PERFC_ATTR_USE_CLOCKID;
  attr.clockid = CLOCK_MONOTONIC;
  Event other_clock = Open(attr);
  ExpectRefused(other_clock, any_cpu, "clock");
  attr = Faults(PERFC_SAMPLE_IDENTIFIER);
  attr.flags |= PERFC_ATTR_WRITE_BACKWARD;
  Event backward = Open(attr);
  ExpectRefused(backward, any_cpu, "backward");
}

TEST(Output, OwnerAndMemberCloseInEitherOrder) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  for (const bool owner_first : {true, false}) {
    Event owner = OpenMapped(Faults(PERFC_SAMPLE_IDENTIFIER), 1);
    Event member = Open(Faults(PERFC_SAMPLE_IDENTIFIER));
    ASSERT_EQ(0, SetOutput(member, owner));
    (owner_first ? owner : member).Close();
    Event& left = owner_first ? member : owner;
    pages.Forget();
    TouchDuring(left, &pages);
    EXPECT_EQ(10u, Count(left));
    if (owner_first) {
      Event next = OpenMapped(Faults(PERFC_SAMPLE_IDENTIFIER), 1);
      EXPECT_EQ(0, SetOutput(member, next));
      pages.Forget();
      TouchDuring(member, &pages);
      EXPECT_EQ(10u, Samples(next).size());
    } else {
      EXPECT_EQ(10u, Samples(owner).size());
      EXPECT_EQ(0u, Losses(owner).lost);
    }
  }
}

}  // namespace
}  // namespace live
