// The features of a file's header, as records.

#include <cerrno>
#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Bytes;
using perf_data::Endian;
using perf_data::File;
using perf_data::Record;
using reading::Got;
using reading::Read;
using reading::Result;

constexpr Endian kBoth[] = {Endian::kLittle, Endian::kBig};

std::string BuildId(Endian endian, const std::string &path, uint32_t type) {
  Bytes body(endian);
  body.U32(0xffffffff)
      .Add(std::string(20, '\x11'))
      .U8(20)
      .Zeros(3)
      .Text(path, 64);
  return Record(endian, type, body, 2 | 0x8000);
}

Result ReadWithTails(const std::string &content) {
  perfc_file_options options = reading::InMemory(content);
  options.flags = PERFC_FILE_TAILS;
  return Read(options);
}

TEST(HeaderRecords, FeaturesComeFirstAsInAPipe) {
  for (const Endian endian : kBoth) {
    File file;
    file.endian = endian;
    file.features = {{3, perf_data::FeatureText(endian, "host")},
                     {7, Bytes(endian).U32(2).U32(4).bytes()}};
    file.data = perf_data::SampleRecord(endian, {5});
    const Result result = Read(file.Build());
    ASSERT_EQ(result.records.size(), 3u);
    const Endian native = Endian::kLittle;
    EXPECT_EQ(
        result.records[0].bytes,
        Record(native, 80,
               Bytes().U64(3).Add(perf_data::FeatureText(native, "host"))));
    EXPECT_EQ(result.records[1].bytes,
              Record(native, 80, Bytes().U64(7).U32(2).U32(4)));
    const uint64_t features = file.DataOffset() + file.data.size() + 2 * 16;
    EXPECT_EQ(result.records[0].position, features);
    EXPECT_EQ(result.records[1].position, features + 4 + 64);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(result.records[i].sequence, i);
      EXPECT_EQ(result.records[i].flags, i < 2 ? reading::kHeader : 0);
    }
    EXPECT_EQ(result.info.records, 3u);
    EXPECT_EQ(result.info.features, 0x88u);
  }
}

TEST(HeaderRecords, EachBuildIdIsARecord) {
  for (const Endian endian : kBoth) {
    File file;
    file.endian = endian;
    const std::string first = BuildId(endian, "/usr/bin/true", 0);
    file.features = {{2, first + BuildId(endian, "[kernel.kallsyms]", 0)}};
    const Result result = Read(file.Build());
    ASSERT_EQ(result.records.size(), 2u);
    EXPECT_EQ(result.records[0].bytes,
              BuildId(Endian::kLittle, "/usr/bin/true", 67));
    EXPECT_EQ(result.records[1].bytes,
              BuildId(Endian::kLittle, "[kernel.kallsyms]", 67));
    EXPECT_EQ(result.records[1].position,
              result.records[0].position + first.size());
  }
}

TEST(HeaderRecords, ABrokenBuildIdEndsTheirList) {
  File file;
  std::string broken = BuildId(Endian::kLittle, "/b", 0);
  broken[6] = 12;  // the record's size
  broken[7] = 0;
  file.features = {{2, BuildId(Endian::kLittle, "/a", 0) + broken},
                   {7, Bytes().U32(2).U32(4).bytes()}};
  EXPECT_EQ(Read(file.Build()).Types(), (std::vector<uint32_t>{67, 80}));
}

TEST(HeaderRecords, TracingDataFollowsItsRecord) {
  for (const Endian endian : kBoth) {
    File file;
    file.endian = endian;
    const std::string content(100, 't');
    file.features = {{1, content}};
    const Result skipped = Read(file.Build());
    ASSERT_EQ(skipped.records.size(), 1u);
    EXPECT_EQ(skipped.records[0].bytes,
              Record(Endian::kLittle, 66, Bytes().U32(100)));
    EXPECT_EQ(skipped.records[0].tail_size, 100u);
    EXPECT_EQ(skipped.records[0].tail, "");
    const Result read = ReadWithTails(file.Build());
    ASSERT_EQ(read.records.size(), 1u);
    EXPECT_EQ(read.records[0].tail, content);
    EXPECT_EQ(read.records[0].flags, reading::kHeader);
  }
}

// BPF_PROG_INFO of many programs, for instance.
TEST(HeaderRecords, WhatDoesNotFitIntoARecordFollowsItInPieces) {
  for (const Endian endian : kBoth) {
    File file;
    file.endian = endian;
    std::string content((5 << 18) + 8, '\0');
    for (size_t i = 0; i < content.size(); ++i) {
      content[i] = static_cast<char>(i * 11);
    }
    // 60 is unknown, so nothing is converted.
    file.features = {{3, perf_data::FeatureText(endian, "host")},
                     {60, content}};
    const std::string whole = file.Build();
    const Result skipped = Read(whole);
    ASSERT_EQ(skipped.records.size(), 2u);
    EXPECT_EQ(skipped.records[1].bytes,
              Record(Endian::kLittle, 80, Bytes().U64(60)));
    EXPECT_EQ(skipped.records[1].tail_size, content.size());
    const Result read = ReadWithTails(whole);
    ASSERT_EQ(read.records.size(), 3u);
    const Got &first = read.records[1];
    const Got &second = read.records[2];
    EXPECT_TRUE(first.tail + second.tail == content);
    EXPECT_EQ(first.tail_size, 1u << 20);
    EXPECT_EQ(first.flags, reading::kHeader | reading::kMore);
    EXPECT_EQ(second.flags, reading::kHeader);
    EXPECT_EQ(first.bytes, second.bytes);
    EXPECT_EQ(first.sequence, second.sequence);
    EXPECT_EQ(read.info.records, 2u) << "the same record in two pieces";
  }
}

TEST(HeaderRecords, AFeatureOfTheLargestRecordFitsIntoIt) {
  for (const size_t size : {65535 - 16, 65535 - 15}) {
    File file;
    file.features = {{60, std::string(size, 'x')}};
    const Result result = Read(file.Build());
    ASSERT_EQ(result.records.size(), 1u);
    const bool fits = size == 65535 - 16;
    EXPECT_EQ(result.records[0].bytes.size(), fits ? 65535u : 16u);
    EXPECT_EQ(result.records[0].tail_size, fits ? 0 : size);
  }
}

TEST(HeaderRecords, AMalformedFeatureOfTheOtherOrderIsLeftOut) {
  File file;
  file.endian = Endian::kBig;
  file.features = {{3, Bytes(Endian::kBig).U32(5000).Add("abc").bytes()},
                   {7, Bytes(Endian::kBig).U32(2).U32(4).bytes()}};
  const Result result = Read(file.Build());
  ASSERT_EQ(result.records.size(), 1u);
  EXPECT_EQ(result.records[0].bytes,
            Record(Endian::kLittle, 80, Bytes().U64(7).U32(2).U32(4)));
}

TEST(HeaderRecords, FeaturesBeyondTheEndAreMissing) {
  File file;
  file.features = {{3, perf_data::FeatureText(Endian::kLittle, "host")},
                   {7, Bytes().U32(2).U32(4).bytes()}};
  file.data = perf_data::SampleRecord(Endian::kLittle, {5});
  const std::string whole = file.Build();
  const std::string content = whole.substr(0, whole.size() - 1);
  const Result result = Read(content);
  EXPECT_EQ(result.Types(), (std::vector<uint32_t>{80, 9}));
  EXPECT_EQ(result.info.features, 8u);
  EXPECT_EQ(result.info.cut_at, content.size());
}

TEST(HeaderRecords, TheTimesOfSamplesAreKnownBeforeTheyAreRead) {
  for (const Endian endian : kBoth) {
    File file;
    file.endian = endian;
    file.features = {{21, Bytes(endian).U64(1000).U64(2000).bytes()}};
    const std::string content = file.Build();
    perfc_file_options options = reading::InMemory(content);
    perfc_file *opened = nullptr;
    ASSERT_EQ(perfc_file_open(&options, &opened, nullptr), 0);
    perfc_file_info info;
    perfc_file_get_info(opened, &info, sizeof info);
    EXPECT_EQ(info.first_time, 1000u);
    EXPECT_EQ(info.last_time, 2000u);
    EXPECT_EQ(info.records, 0u);
    perfc_file_close(opened);
  }
}

}  // namespace
