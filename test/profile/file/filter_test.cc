// struct perfc_filter.

#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Endian;
using perf_data::File;
using perf_data::Sample;
using reading::Result;
using Times = std::vector<uint64_t>;

constexpr Endian kBoth[] = {Endian::kLittle, Endian::kBig};

File Content(Endian endian) {
  File file;
  file.endian = endian;
  perf_data::Attr first, second;
  first.ids = {1};
  second.ids = {2};
  file.attrs = {first, second};
  const Sample samples[] = {
      {10, 1, 100, 101, 0}, {20, 2, 100, 102, 1}, {30, 1, 200, 201, 2},
      {40, 2, 200, 202, 3}, {50, 1, 300, 301, 0}, {60, 9, 300, 302, 1},
  };
  for (const Sample &sample : samples) {
    file.data += perf_data::SampleRecord(endian, sample);
  }
  file.data += perf_data::Comm(endian, 35);
  return file;
}

perfc_filter Empty() {
  perfc_filter filter = {};
  filter.size = sizeof filter;
  return filter;
}

// The times of samples that are kept.
Times Kept(const perfc_filter &filter, Endian endian, Result *result) {
  const std::string content = Content(endian).Build();
  perfc_file_options options = reading::InMemory(content);
  options.filter = &filter;
  *result = reading::Read(options);
  EXPECT_EQ(result->opened, 0);
  Times times;
  for (const reading::Got &got : result->records) {
    if (got.type == 9) times.push_back(got.time);
  }
  EXPECT_EQ(result->info.filtered, 6 - times.size());
  return times;
}

void Expect(const perfc_filter &filter, const Times &times) {
  for (const Endian endian : kBoth) {
    Result result;
    EXPECT_EQ(Kept(filter, endian, &result), times);
  }
}

TEST(Filter, AnEmptyOneKeepsAll) { Expect(Empty(), {10, 20, 30, 40, 50, 60}); }

// The sample at 60 has an id of no attr, so that nobody knows where its fields are.
TEST(Filter, Processes) {
  const int32_t pids[] = {300, 100};
  perfc_filter filter = Empty();
  filter.pids = pids;
  filter.pid_count = 2;
  Expect(filter, {10, 20, 50});
}

TEST(Filter, Threads) {
  const int32_t tids[] = {202};
  perfc_filter filter = Empty();
  filter.tids = tids;
  filter.tid_count = 1;
  Expect(filter, {40});
}

TEST(Filter, Cpus) {
  const uint32_t cpus[] = {1, 3};
  perfc_filter filter = Empty();
  filter.cpus = cpus;
  filter.cpu_count = 2;
  Expect(filter, {20, 40});
}

TEST(Filter, EventsAreThoseOfTheirIds) {
  const uint32_t events[] = {1};
  perfc_filter filter = Empty();
  filter.events = events;
  filter.event_count = 1;
  Expect(filter, {20, 40});
}

TEST(Filter, TimesAreFromTheFirstToTheOneBehindTheLast) {
  perfc_filter filter = Empty();
  filter.from = 20;
  filter.to = 50;
  Expect(filter, {20, 30, 40});
}

TEST(Filter, NotKeepsTheOthers) {
  const uint32_t cpus[] = {1, 3};
  perfc_filter filter = Empty();
  filter.flags = PERFC_FILTER_NOT;
  filter.cpus = cpus;
  filter.cpu_count = 2;
  filter.to = 60;
  Expect(filter, {10, 30, 50, 60});
}

TEST(Filter, OtherRecordsAreKeptUpToTheEnd) {
  for (const uint64_t to : {35, 36}) {
    for (const uint32_t flags : {0u, PERFC_FILTER_NOT + 0u}) {
      perfc_filter filter = Empty();
      filter.to = to;
      filter.flags = flags;
      Result result;
      Kept(filter, Endian::kLittle, &result);
      size_t comms = 0;
      for (const reading::Got &got : result.records) comms += got.type == 3;
      EXPECT_EQ(comms, to == 36 || flags ? 1u : 0u);
    }
  }
}

TEST(Filter, ASampleWithoutTheFieldDoesNotFit) {
  File file;
  file.attrs[0].sample_type = 0x10000 | 0x1;  // IDENTIFIER, IP
  file.data =
      perf_data::Record(Endian::kLittle, 9, perf_data::Bytes().U64(1).U64(2));
  const std::string content = file.Build();
  const int32_t pids[] = {0};
  perfc_filter by_pid = Empty(), by_time = Empty();
  by_pid.pids = pids;
  by_pid.pid_count = 1;
  by_time.to = 100;
  perfc_file_options options = reading::InMemory(content);
  for (const perfc_filter *filter : {&by_pid, &by_time}) {
    options.filter = filter;
    EXPECT_EQ(reading::Read(options).info.filtered, 1u);
  }
}

}  // namespace
