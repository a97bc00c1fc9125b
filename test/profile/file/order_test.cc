// The order of time, by rounds and within a window.

#include <algorithm>
#include <random>
#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Endian;
using perf_data::File;
using reading::Read;
using reading::Result;
using Times = std::vector<uint64_t>;

constexpr Endian kLittle = Endian::kLittle;

std::string At(uint64_t time) {
  return perf_data::SampleRecord(kLittle, {time});
}
std::string Round() { return perf_data::FinishedRound(kLittle); }

std::string FileOf(const std::string &data) {
  File file;
  file.data = data;
  return file.Build();
}

Result ReadWithin(const std::string &content, uint64_t window) {
  perfc_file_options options = reading::InMemory(content);
  options.window_bytes = window;
  return Read(options);
}

TEST(Rounds, RecordsAreSortedWithinTwo) {
  const Result result =
      Read(FileOf(At(10) + At(30) + At(20) + Round() + At(15) + At(40) +
                  Round() + At(35) + Round() + At(50) + Round()));
  EXPECT_EQ(result.Times(), (Times{10, 15, 20, 30, 35, 40, 50}));
  EXPECT_EQ(result.info.out_of_order, 0u);
}

// The end of the second round makes the records up to the largest time of the first
// final, so that one which comes in the third is late.
TEST(Rounds, ARecordThatComesTooLateIsHandedOutAndCounted) {
  const Result result = Read(FileOf(At(10) + At(30) + Round() + At(40) +
                                    Round() + At(20) + At(50) + Round()));
  EXPECT_EQ(result.Times(), (Times{10, 30, 20, 40, 50}));
  EXPECT_EQ(result.info.out_of_order, 1u);
  EXPECT_EQ(result.records[2].flags, reading::kLate);
  EXPECT_EQ(result.records[3].flags, 0u);
}

TEST(Rounds, EqualTimesKeepTheOrderOfTheFile) {
  const Result result = Read(FileOf(At(5) + At(9) + At(5) + Round() + At(5) +
                                    At(9) + Round() + At(5) + At(9)));
  EXPECT_EQ(result.Times(), (Times{5, 5, 5, 9, 9, 5, 9}));
  for (const size_t second : {1, 2, 4, 6}) {
    EXPECT_LT(result.records[second - 1].position,
              result.records[second].position);
  }
}

TEST(Rounds, LongerOnesThanTheWindowAreSortedWithinIt) {
  std::string data;
  for (uint64_t i = 0; i < 1000; ++i) data += At(1000 + (i ^ 3));
  const Result result = ReadWithin(FileOf(data + Round()), 10 * 56);
  ASSERT_EQ(result.records.size(), 1000u);
  EXPECT_EQ(result.info.out_of_order, 0u);
  for (uint64_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(result.records[i].time, 1000 + i);
  }
}

TEST(Window, RecordsAsFarApartAsItsBytesAreSorted) {
  const size_t size = At(1).size();
  std::string data;
  for (uint64_t i = 0; i < 64; ++i) data += At(100 + i);
  data += At(1);
  const Result within = ReadWithin(FileOf(data), 65 * size);
  EXPECT_EQ(within.records[0].time, 1u);
  EXPECT_EQ(within.info.out_of_order, 0u);
}

TEST(Window, WhatComesLaterThanItsBytesIsLate) {
  const size_t size = At(1).size();
  std::string data;
  for (uint64_t i = 0; i < 64; ++i) data += At(100 + i);
  data += At(1) + At(2);
  const Result result = ReadWithin(FileOf(data), 32 * size);
  EXPECT_EQ(result.info.out_of_order, 2u);
  EXPECT_EQ(result.records.size(), 66u);
  const auto late = std::find_if(
      result.records.begin(), result.records.end(),
      [](const reading::Got &got) { return got.flags & reading::kLate; });
  ASSERT_NE(late, result.records.end());
  EXPECT_EQ(late->time, 1u);
}

// A wrong time, such as that of another clock, must not push the others out.
TEST(Window, OneRecordFarInTheFutureWaitsAlone) {
  std::string data = At(1) + At(uint64_t{1} << 62);
  for (uint64_t i = 0; i < 5000; ++i) data += At(100 + (i ^ 1));
  const Result result = ReadWithin(FileOf(data), 4096);
  EXPECT_EQ(result.info.out_of_order, 0u);
  ASSERT_EQ(result.records.size(), 5002u);
  EXPECT_EQ(result.records.back().time, uint64_t{1} << 62);
}

TEST(Window, ManyCpusAreMerged) {
  std::mt19937_64 random(1);
  std::vector<Times> cpus(37);
  for (uint64_t time = 1; time <= 20000; ++time) {
    cpus[random() % cpus.size()].push_back(time);
  }
  std::string data;
  for (size_t begin = 0; begin < 600; begin += 30) {
    for (const Times &cpu : cpus) {
      for (size_t i = begin; i < std::min(begin + 30, cpu.size()); ++i) {
        data += At(cpu[i]);
      }
    }
  }
  const size_t records = data.size() / At(1).size();
  const Result result = ReadWithin(FileOf(data), 200 << 10);
  ASSERT_EQ(result.records.size(), records);
  EXPECT_EQ(result.info.out_of_order, 0u);
  const Times times = result.Times();
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
}

// A run for each two records: the worst that a merge can get.
TEST(Window, RecordsInNoOrderAtAllAreSorted) {
  std::mt19937_64 random(2);
  std::string data;
  for (int i = 0; i < 20000; ++i) data += At(1 + random() % 100000);
  const Result whole = Read(FileOf(data));
  EXPECT_EQ(whole.info.out_of_order, 0u);
  const Times times = whole.Times();
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  const Result small = ReadWithin(FileOf(data), 64 << 10);
  EXPECT_EQ(small.records.size(), 20000u);
  EXPECT_GT(small.info.out_of_order, 0u);
}

TEST(WithoutTime, ARecordKeepsItsPlaceBehindTheOneBefore) {
  const std::string own = perf_data::Record(kLittle, 79, std::string(40, '\0'));
  const Result result =
      Read(FileOf(own + At(20) + own + At(10) + own + own + At(30)));
  EXPECT_EQ(result.Types(), (std::vector<uint32_t>{79, 9, 79, 79, 9, 79, 9}));
  EXPECT_EQ(result.Times(), (Times{0, 10, 10, 10, 20, 20, 30}));
  EXPECT_EQ(result.records[0].flags, reading::kGuessed);
  EXPECT_EQ(result.records[2].flags, reading::kGuessed);
  EXPECT_EQ(result.records[4].flags, 0u);
}

TEST(WithoutTime, AFileOfSuchRecordsKeepsItsOrder) {
  File file;
  file.attrs[0].sample_type = perf_data::kSampleTypeWithoutTime;
  for (uint32_t i = 0; i < 100; ++i) {
    file.data += perf_data::SampleRecord(kLittle, {0, 1, i}, false);
  }
  const Result result = Read(file.Build());
  EXPECT_EQ(result.Bytes(), file.data);
  EXPECT_EQ(result.info.first_time, 0u);
}

TEST(Times, AttrsWithTheirTimesAtOtherPlacesAreToldApartByTheirIds) {
  File file;
  perf_data::Attr first, second;
  first.ids = {1};
  second.ids = {2};
  second.sample_type = 0x10000 | 0x2 | 0x4;  // IDENTIFIER, TID, TIME
  file.attrs = {first, second};
  perf_data::Bytes other;
  other.U64(2).U32(100).U32(101).U64(20);
  file.data = At(30) + perf_data::Record(kLittle, 9, other) + At(10);
  const Result result = Read(file.Build());
  EXPECT_EQ(result.Times(), (Times{10, 20, 30}));
}

TEST(Times, TheFirstAndLastAreKnown) {
  const Result result =
      Read(FileOf(perf_data::Comm(kLittle, 0) + At(30) + At(10) + At(20)));
  EXPECT_EQ(result.Times(), (Times{0, 10, 20, 30}));
  EXPECT_EQ(result.info.first_time, 10u);
  EXPECT_EQ(result.info.last_time, 30u);
}

TEST(FileOrder, RecordsComeAsTheyStand) {
  const std::string data = At(30) + Round() + At(10) + At(20) + Round();
  const Result result = reading::ReadAsItStands(FileOf(data));
  EXPECT_EQ(result.Times(), (Times{30, 10, 20}));
  EXPECT_EQ(result.info.out_of_order, 0u);
  EXPECT_EQ(result.records[1].flags, 0u);
}

TEST(FileOrder, RawShowsRoundsToo) {
  const std::string data =
      At(30) + Round() + perf_data::Record(kLittle, 82, "") + At(10) + Round();
  const std::string content = FileOf(data);
  const Result result = reading::ReadAsItStands(content, PERFC_FILE_RAW);
  EXPECT_EQ(result.Bytes(), data);
  uint64_t position = File().DataOffset();
  for (size_t i = 0; i < result.records.size(); ++i) {
    EXPECT_EQ(result.records[i].position, position);
    EXPECT_EQ(result.records[i].sequence, i);
    position += result.records[i].bytes.size();
  }
}

TEST(Counts, LostRecordsAndSamplesAreAdded) {
  perf_data::Bytes samples, filtered;
  samples.U64(5).Add(perf_data::Trailer(kLittle, 3));
  filtered.U64(100).Add(perf_data::Trailer(kLittle, 4));
  const Result result = Read(
      FileOf(perf_data::Lost(kLittle, 1, 7) + perf_data::Lost(kLittle, 2, 8) +
             perf_data::Record(kLittle, 13, samples) +
             perf_data::Record(kLittle, 13, filtered, 0x8000)));
  EXPECT_EQ(result.info.lost, 15u);
  EXPECT_EQ(result.info.lost_samples, 5u)
      << "without those of perf's own filter";
  EXPECT_EQ(result.info.records, 4u);
}

TEST(Counts, RecordsWithoutAKnownIdAreUnmatched) {
  File file;
  perf_data::Attr first, second;
  first.ids = {1};
  second.ids = {2};
  file.attrs = {first, second};
  file.data = At(1) + perf_data::SampleRecord(kLittle, {2, 77}) +
              perf_data::Comm(kLittle, 3, "name", 78) +
              perf_data::SampleRecord(kLittle, {4, 2});
  const Result result = Read(file.Build());
  EXPECT_EQ(result.records.size(), 4u);
  EXPECT_EQ(result.info.unmatched, 2u);
}

// A record of each size, over many blocks and calls: each byte comes out as it went
// in.
TEST(Blocks, NoRecordIsTornOrMoved) {
  std::string data;
  std::mt19937_64 random(3);
  for (uint64_t i = 0; i < 300; ++i) {
    const size_t size = i % 50 == 0 ? 65400 : random() % 2000;
    std::string name(size, static_cast<char>('a' + i % 26));
    data += perf_data::Comm(kLittle, 1 + i, name);
  }
  const std::string content = FileOf(data);
  for (const uint32_t capacity : {1, 7, 1000}) {
    EXPECT_TRUE(Read(reading::InMemory(content), capacity).Bytes() == data);
  }
}

TEST(End, ItIsReportedAgainAndAgain) {
  const std::string content = FileOf(At(1));
  const Result result = Read(content);
  perfc_stream_record record;
  EXPECT_EQ(perfc_file_next_records(result.file.get(), &record, 1, nullptr),
            -ESHUTDOWN);
}

}  // namespace
