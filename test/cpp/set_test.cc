// Streams, flights, sets and counts. Needs: perf_event_paranoid at most 2.

#include "perfc/set.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "perfc.hpp"

namespace {

perfc_attr ClockAttr(uint64_t flags = 0) {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.config = PERFC_COUNT_SW_CPU_CLOCK;
  attr.sample_period = 100000;  // ns
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME;
  attr.read_format =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  attr.flags = flags | PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL |
               PERFC_ATTR_SAMPLE_ID_ALL;
  return attr;
}

// Skips where this user may not measure itself.
class LiveTest : public testing::Test {
 protected:
  void SetUp() override {
    perfc::Result<perfc::Event> event = perfc::Event::open(ClockAttr(), 0, -1);
    if (event) return;
    const int code = event.error().code().value();
    if (code == EACCES || code == EPERM) {
      GTEST_SKIP() << event.error().text();
    }
    FAIL() << event.error().text();
  }

  static void SpinUntil(const perfc::EventView& event) {
    const uint64_t before = event.control_page()->data_head;
    while (event.control_page()->data_head == before) {
    }
  }
};

TEST_F(LiveTest, AStreamGivesTheRecordsOfItsRingsByTime) {
  perfc::Event event = perfc::Event::open(ClockAttr(), 0, -1).value();
  ASSERT_TRUE(event.mmap(8));
  perfc::Stream stream = perfc::Stream::create().value();
  EXPECT_EQ(*stream.add(event), 0);
  EXPECT_GE(*stream.fd(), 0);
  EXPECT_FALSE(*stream.wait(std::chrono::milliseconds(0)));
  ASSERT_TRUE(event.enable());
  SpinUntil(event);
  ASSERT_TRUE(event.disable());
  EXPECT_TRUE(*stream.wait());
  uint64_t last = 0;
  int samples = 0;
  perfc::StreamRecords records = stream.records();
  for (const perfc::StreamRecord& record : records) {
    EXPECT_GE(record.time, last);
    last = record.time;
    perfc::Result<perfc_sample> sample = record.decode<perfc_sample>();
    ASSERT_TRUE(sample);
    EXPECT_EQ(sample->pid, static_cast<uint32_t>(getpid()));
    ++samples;
  }
  EXPECT_TRUE(records.status());
  EXPECT_GT(samples, 0);
  EXPECT_EQ(stream.losses()->lost, 0u);
  EXPECT_EQ(stream.losses(event)->lost, 0u);
  EXPECT_TRUE(stream.remove(event));
  EXPECT_FALSE(stream.remove(event));
}

TEST_F(LiveTest, ABatchIsFilledFromAStream) {
  perfc::Event event = perfc::Event::open(ClockAttr(), 0, -1).value();
  ASSERT_TRUE(event.mmap(8));
  perfc::Stream stream = perfc::Stream::create().value();
  ASSERT_TRUE(stream.add(event));
  ASSERT_TRUE(event.enable());
  SpinUntil(event);
  ASSERT_TRUE(event.disable());
  perfc::Batch batch = perfc::Batch::create().value();
  ASSERT_GT(*batch.fill(stream), 0);
  const auto source = batch.samples().column(perfc::columns::source);
  ASSERT_TRUE(source);
  for (uint32_t number : source) EXPECT_EQ(number, 0u);
  EXPECT_EQ(batch.fill(event).error().code().value(), EBADFD);
}

TEST_F(LiveTest, WakeEndsAWaitOfAStream) {
  perfc::Event event = perfc::Event::open(ClockAttr(), 0, -1).value();
  ASSERT_TRUE(event.mmap(8));
  perfc::Stream stream = perfc::Stream::create().value();
  ASSERT_TRUE(stream.add(event));
  std::thread waker([&] { EXPECT_TRUE(stream.wake()); });
  perfc::Result<bool> waited = stream.wait();
  waker.join();
  ASSERT_FALSE(waited);
  EXPECT_EQ(waited.error().code().value(), ECANCELED);
}

TEST_F(LiveTest, AFlightCutsTheNewestRecords) {
  perfc::Event event =
      perfc::Event::open(ClockAttr(PERFC_ATTR_WRITE_BACKWARD), 0, -1).value();
  ASSERT_TRUE(event.mmap(8));
  perfc::Flight flight = perfc::Flight::create().value();
  ASSERT_TRUE(flight.add(event));
  ASSERT_TRUE(event.enable());
  SpinUntil(event);
  ASSERT_TRUE(event.disable());
  perfc::Result<int> cut = flight.cut();
  ASSERT_TRUE(cut) << cut.error().text();
  int records = 0;
  for (const perfc::StreamRecord& record : flight.records()) {
    EXPECT_EQ(flight.event(record.source).get(), event.get());
    ++records;
  }
  EXPECT_EQ(records, *cut);
  ASSERT_TRUE(flight.cut(std::chrono::seconds(5)));
  perfc::Batch batch = perfc::Batch::create().value();
  EXPECT_EQ(*batch.fill(flight), *cut);
  EXPECT_TRUE(flight.resume());
  EXPECT_TRUE(flight.losses());
  EXPECT_TRUE(flight.remove(event));
}

TEST_F(LiveTest, AnEventWithoutAnAuxAreaSaysSo) {
  perfc::Event event = perfc::Event::open(ClockAttr(), 0, -1).value();
  ASSERT_TRUE(event.mmap(8));
  perfc::Result<perfc::AuxArea> area = perfc::AuxArea::mmap(event, 8);
  ASSERT_FALSE(area);
  EXPECT_EQ(area.error().code().value(), EOPNOTSUPP);
  perfc::AuxArea none(event);
  EXPECT_EQ(none.peek().error().code().value(), EBADFD);
  EXPECT_EQ(none.view({}).error().code().value(), EBADFD);
  EXPECT_EQ(none.release(0).error().code().value(), EBADFD);
  EXPECT_EQ(none.munmap().error().code().value(), EBADFD);
}

TEST(SpecsTest, AnEventStringBecomesSpecs) {
  perfc::Result<perfc::Specs> specs =
      perfc::Specs::of("{cpu-clock:u,page-faults:u}");
  ASSERT_TRUE(specs) << specs.error().text();
  ASSERT_EQ(specs->size(), 2u);
  std::vector<std::string> names;
  for (const perfc::Spec& spec : *specs) {
    names.push_back(spec.name);
    EXPECT_EQ(spec.leader, 0u);
    EXPECT_GE(spec.attr_bytes().size(), size_t{PERFC_ATTR_SIZE_VER0});
    EXPECT_TRUE(spec.cpu_span().empty());
  }
  EXPECT_EQ(names[0].substr(0, 9), "cpu-clock");
  EXPECT_EQ(*specs->add(ClockAttr(), "mine"), 2);
  EXPECT_TRUE(specs->set_attr(2, ClockAttr()));
  EXPECT_TRUE(specs->set_filter(2, "x > 1"));
  EXPECT_STREQ((*specs)[2].filter, "x > 1");
}

TEST(SpecsTest, AMistakeInAnEventStringIsPointedAt) {
  perfc::Result<perfc::Specs> specs = perfc::Specs::of("cpu-clock,nonsense!");
  ASSERT_FALSE(specs);
  ASSERT_NE(specs.error().facts(), nullptr);
  EXPECT_EQ(specs.error().facts()->rule, uint32_t{PERFC_RULE_EVENT_STRING});
  EXPECT_GE(specs.error().facts()->number[0], 10u);
}

TEST(CatalogTest, NamesWhatThereIs) {
  perfc::Result<perfc::Catalog> list =
      perfc::Catalog::create(PERFC_CATALOG_SOFTWARE);
  ASSERT_TRUE(list) << list.error().text();
  EXPECT_GT(list->size(), 5u);
  bool found = false;
  for (const perfc_catalog_entry& entry : *list) {
    EXPECT_EQ(entry.kind, uint32_t{PERFC_CATALOG_SOFTWARE});
    found = found || std::string(entry.name) == "cpu-clock";
  }
  EXPECT_TRUE(found);
  EXPECT_FALSE(perfc::Catalog::create(1u << 31));
}

TEST(LabelTest, IsAnEventStringThatMakesTheAttr) {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.config = PERFC_COUNT_SW_PAGE_FAULTS;
  EXPECT_EQ(perfc::attr_label(attr).substr(0, 11), "page-faults");
  EXPECT_EQ(perfc::attr_label({nullptr, 0}), "");
}

TEST_F(LiveTest, ASetOpensReadsAndSums) {
  perfc::Specs specs = perfc::Specs::create().value();
  ASSERT_TRUE(specs.add(ClockAttr(), "clock"));
  perfc_attr faults = ClockAttr();
  faults.config = PERFC_COUNT_SW_PAGE_FAULTS;
  faults.sample_period = 0;
  ASSERT_TRUE(specs.add(faults, "faults"));
  perfc::Report report = perfc::Report::create().value();
  perfc_set_options options = {};
  options.flags = PERFC_SET_OPEN_IDENTIFY;
  options.report = report.get();
  perfc::Result<perfc::Set> set =
      perfc::Set::open(specs, perfc::Target::thread(), options);
  ASSERT_TRUE(set) << set.error().text();
  EXPECT_EQ(set->size(), 2u);
  EXPECT_EQ(set->spec_count(), 2u);
  EXPECT_STREQ(set->spec(1)->name, "faults");
  EXPECT_EQ(set->spec(7).error().code().value(), EINVAL);
  for (const perfc::Member& member : *set) {
    ASSERT_TRUE(member.is_open());
    EXPECT_EQ(*member.event_view().id(), *set->id(member.spec));
  }
  EXPECT_EQ(*set->plan()->view().count(), 2);
  EXPECT_EQ(set->ring_budget()->rings, 1u);
  EXPECT_EQ(*set->mmap(8), 1);
  perfc::Stream stream = perfc::Stream::create().value();
  EXPECT_EQ(*stream.add(*set), 1);

  ASSERT_TRUE(set->reset());
  ASSERT_TRUE(set->enable());
  SpinUntil((*set)[0].ring_view());
  ASSERT_TRUE(set->disable());
  EXPECT_TRUE(stream.next()->has_value());
  perfc::Result<std::vector<perfc::Count>> counts = set->read();
  ASSERT_TRUE(counts);
  EXPECT_TRUE((*counts)[0].is(PERFC_QUALITY_EXACT));
  EXPECT_GT((*counts)[0].value(), 0u);
  perfc::Result<std::vector<perfc::Sum>> sums =
      set->sum(PERFC_SUM_SPEC, *counts);
  ASSERT_TRUE(sums);
  ASSERT_EQ(sums->size(), 2u);
  EXPECT_EQ((*sums)[0].count.raw, (*counts)[0].raw);
  EXPECT_EQ((*sums)[0].parts, 1u);
  sums = set->sum(PERFC_SUM_SPEC, {});
  ASSERT_TRUE(sums);
  EXPECT_EQ((*sums)[0].missing, 1u);
  EXPECT_EQ((*sums)[0].count.value(), std::nullopt);
  EXPECT_EQ(*set->update(), 0);
  EXPECT_TRUE(set->detach_bpf());
  uint32_t ids[4];
  EXPECT_FALSE(set->query_bpf(9, ids));
  EXPECT_FALSE(set->attach_bpf(-1));

  set->close();
  EXPECT_EQ(set->size(), 0u);
  EXPECT_EQ(set->enable().error().code().value(), EINVAL);
  EXPECT_EQ(set->report().size(), 0u);
}

TEST_F(LiveTest, AReportSaysWhatAnOpenCameUpAgainst) {
  perfc::Specs specs = perfc::Specs::create().value();
  ASSERT_TRUE(specs.add(ClockAttr(), "clock"));
  perfc_attr nothing = ClockAttr();
  nothing.config = 0xffff;
  ASSERT_TRUE(specs.add(nothing, "nothing"));
  perfc::Report report = perfc::Report::create().value();
  perfc_set_options options = {};
  options.flags = PERFC_SET_OPEN_TOLERANT;
  options.report = report.get();
  perfc::Result<perfc::Set> set =
      perfc::Set::open(specs, perfc::Target::thread(), options);
  ASSERT_TRUE(set) << set.error().text();
  ASSERT_EQ(report.view().size(), 1u);
  for (const perfc_report_entry& entry : report.view()) {
    EXPECT_EQ(entry.kind, uint32_t{PERFC_REPORT_ABSENT});
    EXPECT_STREQ(entry.event, "nothing");
  }
  EXPECT_EQ(report.view().text(0) + "\n", report.view().text());
  EXPECT_EQ(set->report().size(), 1u);
  EXPECT_EQ((*set)[1].open_error, -ENOENT);
}

TEST(TargetTest, NamesWhatIsToBeOpenedOn) {
  EXPECT_EQ(perfc::Target::thread(5).pid, 5);
  EXPECT_EQ(perfc::Target::process().kind, uint32_t{PERFC_TARGET_PROCESS});
  EXPECT_EQ(perfc::Target::tree(5).flags, uint32_t{PERFC_TARGET_FLAG_EACH_CPU});
  EXPECT_STREQ(perfc::Target::in_cgroup("/a").cgroup, "/a");
  EXPECT_STREQ(perfc::Target::all_cpus().on("0-1").cpus, "0-1");
  const uint32_t cpus[] = {0, 1};
  EXPECT_EQ(perfc::Target::all_cpus().on(cpus).cpu_count, 2u);
}

TEST_F(LiveTest, CountsAreReadMeasuredAndSubtracted) {
  perfc_attr attr = ClockAttr();
  attr.read_format |= PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  perfc::Event leader = perfc::Event::open(attr, 0, -1).value();
  perfc::OpenOptions options;
  options.group = &leader;
  attr.flags &= ~uint64_t{PERFC_ATTR_DISABLED};
  perfc::Event sibling = perfc::Event::open(attr, 0, -1, options).value();

  perfc::Result<perfc::Count> before = perfc::read_count(leader);
  ASSERT_TRUE(before);
  const std::vector<perfc::EventView> events = {leader, sibling};
  perfc::Result<perfc::Measurement> measurement =
      perfc::Measurement::begin(leader, events);
  ASSERT_TRUE(measurement);
  for (volatile int i = 0; i < 1000000; i = i + 1) continue;
  perfc::Result<std::vector<perfc::Count>> measured =
      std::move(*measurement).end();
  ASSERT_TRUE(measured);
  ASSERT_EQ(measured->size(), 2u);
  EXPECT_GT((*measured)[1].raw, 0u);

  perfc::Result<std::vector<perfc::Count>> group =
      perfc::read_group(leader, events);
  ASSERT_TRUE(group);
  perfc::Result<perfc::Count> since = perfc::delta(*before, (*group)[0]);
  ASSERT_TRUE(since);
  EXPECT_EQ(since->raw, (*measured)[0].raw);
  EXPECT_EQ(perfc::sum(*group)->raw, (*group)[0].raw + (*group)[1].raw);
  EXPECT_EQ(perfc::read_count_user(leader)->origin,
            uint32_t{PERFC_ORIGIN_NO_PAGE});
  ASSERT_TRUE(perfc::Measurement::begin(sibling));
  EXPECT_TRUE(perfc::task_disable());
  EXPECT_TRUE(perfc::task_enable());
}

TEST_F(LiveTest, AMeasurementThatIsLeftHasEnded) {
  perfc::Event event = perfc::Event::open(ClockAttr(), 0, -1).value();
  {
    perfc::Measurement left = perfc::Measurement::begin(event).value();
    const perfc::Measurement moved = std::move(left);
  }
  const uint64_t before = perfc::read_count(event)->raw;
  for (volatile int i = 0; i < 1000000; i = i + 1) continue;
  EXPECT_EQ(perfc::read_count(event)->raw, before);
  EXPECT_GT(before, 0u);
}

TEST(CountTest, WhatNeverRanIsNoCount) {
  perfc::Count count = {};
  EXPECT_EQ(count.value(), 0u);
  count.quality = PERFC_QUALITY_NEVER_RAN;
  EXPECT_EQ(count.value(), std::nullopt);
  EXPECT_EQ(*perfc::scale(10, 100, 50), 20u);
  EXPECT_EQ(perfc::scale(10, 100, 0).error().code().value(), EINVAL);
  EXPECT_FALSE(perfc::sum({}));
}

TEST_F(LiveTest, TimesOfRecordsBecomeThoseOfAClock) {
  EXPECT_EQ(*perfc::clock_find("monotonic"), CLOCK_MONOTONIC);
  EXPECT_EQ(perfc::clock_find("nonsense").error().code().value(), ENOENT);
  EXPECT_EQ(perfc::clock_name(CLOCK_MONOTONIC), "monotonic");
  EXPECT_EQ(perfc::clock_name(12345), "");
  perfc_attr attr = ClockAttr(PERFC_ATTR_USE_CLOCKID);
  attr.clockid = CLOCK_MONOTONIC;
  perfc::Event event = perfc::Event::open(attr, 0, -1).value();
  perfc::Result<perfc::ClockRelation> same =
      perfc::ClockRelation::of(event, CLOCK_MONOTONIC);
  ASSERT_TRUE(same) << same.error().text();
  EXPECT_EQ(same->how, uint32_t{PERFC_CLOCK_SAME});
  EXPECT_EQ(same->convert(17)->ns, 17u);
  EXPECT_EQ(same->convert(17, &*same)->ns, 17u);
}

TEST(VersionTest, IsThatOfTheHeaders) {
  EXPECT_TRUE(perfc::is_compatible());
  EXPECT_TRUE(perfc::is_compatible(perfc::kHeaderVersion + 1));
  EXPECT_FALSE(perfc::is_compatible(perfc::kHeaderVersion - 1));
  EXPECT_FALSE(perfc::is_compatible(perfc::kHeaderVersion + (1 << 8)));
  EXPECT_EQ(perfc::version_number(), perfc::kHeaderVersion);
  EXPECT_FALSE(perfc::version().empty());
}

}  // namespace
