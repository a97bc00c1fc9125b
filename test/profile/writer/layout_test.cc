// The file's parts: header, attrs, ids, data, features.
#include <sys/stat.h>

#include "gtest/gtest.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::At;
using perf_file::File;
using perf_file::OfType;
using perf_file::ParseFile;

TEST(Layout, AFileHasHeaderAttrsDataAndFeatures) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {11, 12}}, {UsualAttr(1), {21}}});
  Writer writer(directory / "f");
  Records records;
  records.Sample(plan, 11, 1000).Sample(plan, 21, 2000, 1);
  writer.Write(records);
  const perfc_writer_result result = writer.Finish();
  const Bytes bytes = perf_file::Read(directory / "f");
  EXPECT_EQ(memcmp(bytes.data(), "PERFILE2", 8), 0);
  EXPECT_EQ(At<uint64_t>(bytes, 8), 104u);
  EXPECT_EQ(At<uint64_t>(bytes, 16), 128u + 16);
  const File file = perf_file::Parse(bytes);
  ASSERT_TRUE(file.ok) << file.why;
  ASSERT_EQ(file.events.size(), 2u);
  EXPECT_EQ(file.events[0].ids, (std::vector<uint64_t>{11, 12}));
  EXPECT_EQ(file.events[1].ids, (std::vector<uint64_t>{21}));
  EXPECT_EQ(At<uint64_t>(file.events[1].attr, 8), 1u);
  ASSERT_EQ(file.records.size(), 3u);
  EXPECT_EQ(file.records[0].bytes, Bytes(records.data()[0].record.data,
                                         records.data()[0].record.data +
                                             records.data()[0].record.size));
  EXPECT_EQ(file.records[1].U64(8), 21u);
  EXPECT_EQ(file.records[2].type, 68u);                     // FINISHED_ROUND
  EXPECT_EQ(At<uint64_t>(file.features.at(21), 0), 1000u);  // SAMPLE_TIME
  EXPECT_EQ(At<uint64_t>(file.features.at(21), 8), 2000u);
  const auto events = perf_file::EventDesc(file.features.at(12));
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1].first, "task-clock");
  EXPECT_EQ(events[1].second, (std::vector<uint64_t>{21}));
  // Records of a file say nothing of this machine.
  EXPECT_EQ(file.features.count(3), 0u);
  EXPECT_EQ(result.records, 2u);
  EXPECT_EQ(result.files, 1u);
}

TEST(Layout, TheModeIs0600) {
  Directory directory;
  Writer writer(directory / "f");
  struct stat status;
  ASSERT_EQ(stat((directory / "f").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST(Layout, AllAttrsHaveOneSizeThatPerfKnowsIfItSuffices) {
  Directory directory;
  Attr longer = UsualAttr(1);
  longer.config3 = 5;
  Writer usual(directory / "usual");
  Writer larger(directory / "larger");
  const Plan first({{UsualAttr(0), {1}}});
  const Plan both({{UsualAttr(0), {1}}, {longer, {2}}});
  usual.Write(Records().Sample(first, 1, 1));
  larger.Write(Records().Sample(both, 2, 1, 1));
  usual.Finish();
  larger.Finish();
  EXPECT_EQ(ParseFile(directory / "usual").events[0].attr.size(), 128u);
  const File file = ParseFile(directory / "larger");
  ASSERT_TRUE(file.ok) << file.why;
  EXPECT_EQ(file.events[0].attr.size(), 136u);
  EXPECT_EQ(file.events[1].attr.size(), 136u);
}

TEST(Layout, ATableThatGrowsSwitchesBetweenTheHalvesOfTheReserve) {
  Directory directory;
  Writer writer(directory / "f");
  std::vector<uint64_t> offsets;
  for (uint64_t i = 0; i < 3; ++i) {
    const Plan plan({{UsualAttr(i), {100 + i}}});
    Records records;
    for (int k = 0; k < 3000; ++k) records.Sample(plan, 100 + i, 1000 + k);
    writer.Write(records);  // so much is written at once
    const Bytes bytes = perf_file::Read(directory / "f");
    const File file = perf_file::Parse(bytes);
    ASSERT_TRUE(file.ok) << file.why;
    EXPECT_EQ(file.events.size(), i + 1);
    EXPECT_EQ(OfType(file.records, 9).size(), 3000 * (i + 1));
    EXPECT_TRUE(file.features.empty());
    offsets.push_back(At<uint64_t>(bytes, 24) / (33 << 10));
  }
  EXPECT_EQ(offsets, (std::vector<uint64_t>{0, 1, 0}));
}

TEST(Layout, ATableThatOutgrowsTheReserveStandsBehindTheFeatures) {
  Directory directory;
  Writer writer(directory / "f");
  const Plan small({{UsualAttr(0), {1}}, {UsualAttr(1), {2}}});
  writer.Write(Records().Sample(small, 1, 1));
  std::vector<uint64_t> ids;
  for (uint64_t i = 0; i < 10000; ++i) ids.push_back(1000 + i);
  const Plan large({{UsualAttr(2), ids}, {UsualAttr(3), {3}}});
  writer.Write(Records().Sample(large, 10999, 2));
  writer.Finish();
  const Bytes bytes = perf_file::Read(directory / "f");
  const File file = perf_file::Parse(bytes);
  ASSERT_TRUE(file.ok) << file.why;
  ASSERT_EQ(file.events.size(), 4u);
  EXPECT_EQ(file.events[2].ids, ids);
  EXPECT_GT(At<uint64_t>(bytes, 24), file.data_offset + file.data_size);
  EXPECT_EQ(file.features.count(12), 1u);
}

TEST(Layout, TheReserveGrowsWithTheFirstTable) {
  Directory directory;
  Writer writer(directory / "f");
  std::vector<uint64_t> ids;
  for (uint64_t i = 0; i < 10000; ++i) ids.push_back(1000 + i);
  const Plan large({{UsualAttr(2), ids}, {UsualAttr(3), {3}}});
  Records records;
  for (int k = 0; k < 3000; ++k) records.Sample(large, 1000, 1000 + k);
  writer.Write(records);
  const File file = ParseFile(directory / "f");
  ASSERT_TRUE(file.ok) << file.why;
  EXPECT_EQ(file.events[0].ids, ids);
  EXPECT_GE(file.data_offset, 4u * 80000);
}

TEST(Layout, AnEmptyFileIsOne) {
  Directory directory;
  Writer writer(directory / "f");
  EXPECT_TRUE(ParseFile(directory / "f").ok);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  EXPECT_TRUE(file.ok) << file.why;
  EXPECT_TRUE(file.records.empty());
}

TEST(Layout, FeaturesOfASourceAreWrittenAndTheFirstSourceWins) {
  Directory directory;
  Writer writer(directory / "f");
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Feature(plan.get(), 3, FeatureString("alpha"))
      .Feature(plan.get(), 24, Bytes(8))  // DIR_FORMAT
      .Feature(plan.get(), 200, Bytes{1, 2, 3})
      .Sample(plan, 1, 5)
      .Feature(plan.get(), 3, FeatureString("beta"));
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_TRUE(file.ok) << file.why;
  size_t at = 0;
  EXPECT_EQ(perf_file::String(file.features.at(3), &at), "alpha");
  EXPECT_EQ(file.features.at(200), (Bytes{1, 2, 3}));
  EXPECT_EQ(file.features.count(24), 0u);
}

TEST(Layout, AFeatureInPiecesIsJoined) {
  Directory directory;
  Writer writer(directory / "f");
  const Plan plan({{UsualAttr(0), {1}}});
  Records records;
  records.Feature(plan.get(), 26, {}).Tail(Bytes(100000, 1));
  records.last().flags |= PERFC_STREAM_RECORD_MORE;
  writer.Write(records);
  Records rest;
  rest.Feature(plan.get(), 26, {}).Tail(Bytes(50000, 2));
  rest.Feature(plan.get(), 25, {}).MissingTail(50000);
  writer.Write(rest);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  Bytes whole(100000, 1);
  whole.insert(whole.end(), 50000, 2);
  EXPECT_EQ(file.features.at(26), whole);
  EXPECT_EQ(file.features.count(25), 0u);
}

TEST(Layout, BuildIdsComeFromRecordsAndTheHeader) {
  Directory directory;
  Writer writer(directory / "f");
  Attr attr = UsualAttr(0);
  attr.flags |= encoder::kFlagBuildId;
  const Plan plan({{attr, {1}}});
  encoder::Mmap2 map;
  map.pid = map.tid = 7;
  map.addr = 0x400000;
  map.len = 0x1000;
  map.filename = "/bin/one";
  map.has_build_id = true;
  map.build_id_size = 4;
  map.build_id = {0xde, 0xad, 0xbe, 0xef};
  Bytes header_id = ToolRecord(67,
                               {0x22222222ffffffff, 0x2222222222222222,
                                0x2222222222222222, 20, 0x6f77742f},
                               1 << 15 | 2);  // pid -1, 20 bytes, "/two"
  header_id[32] = 20;
  header_id[36] = '/', header_id[37] = 't', header_id[38] = 'w';
  header_id[39] = 'o';
  header_id.resize(48);
  Records records;
  records.Add(header_id, plan.get(), 0, PERFC_STREAM_RECORD_HEADER);
  records.last().record.size = 48;
  const_cast<uint8_t *>(records.last().record.data)[6] = 48;
  records.Other(plan, map, 1, 10, 1 << 14 | 2);
  map.filename = "/bin/none";
  map.has_build_id = false;
  records.Other(plan, map, 1, 11, 2);
  map.filename = "//anon";
  records.Other(plan, map, 1, 12, 2);
  writer.Write(records);
  const perfc_writer_result result = writer.Finish();
  const auto ids =
      perf_file::BuildIds(ParseFile(directory / "f").features.at(2));
  EXPECT_EQ(ids.at("/bin/one"), "deadbeef");
  EXPECT_EQ(ids.size(), 2u);
  EXPECT_EQ(result.build_ids, 2u);
  EXPECT_EQ(result.build_ids_missing, 1u);
}

}  // namespace
