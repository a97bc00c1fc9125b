// Pipe mode.
#include <fcntl.h>
#include <unistd.h>

#include <thread>

#include "gtest/gtest.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::At;
using perf_file::File;
using perf_file::OfType;
using perf_file::ParseFile;

TEST(Pipe, TheHeaderIsMadeOfRecords) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {11, 12}}, {UsualAttr(1), {21}}});
  Writer writer(directory / "f", PERFC_WRITER_PIPE);
  Records records;
  records.Feature(plan.get(), 3, FeatureString("alpha"))
      .Add(ToolRecord(66, {4}), plan.get(), 0, PERFC_STREAM_RECORD_HEADER)
      .Tail(Bytes{1, 2, 3, 4})
      .Sample(plan, 11, 1000)
      .Sample(plan, 21, 2000, 1);
  writer.Write(records);
  writer.Finish();
  const Bytes bytes = perf_file::Read(directory / "f");
  EXPECT_EQ(At<uint64_t>(bytes, 8), 16u);
  const File file = perf_file::Parse(bytes);
  ASSERT_TRUE(file.ok) << file.why;
  ASSERT_EQ(file.events.size(), 2u);
  EXPECT_EQ(file.events[0].attr.size(), 128u);
  EXPECT_EQ(file.events[0].ids, (std::vector<uint64_t>{11, 12}));
  std::vector<uint32_t> types;
  for (const perf_file::Record &record : file.records) {
    types.push_back(record.type);
  }
  // Attrs and names; TRACING_DATA, HOSTNAME, EVENT_DESC; samples; a round;
  // SAMPLE_TIME.
  EXPECT_EQ(types,
            (std::vector<uint32_t>{64, 78, 64, 78, 66, 80, 80, 9, 9, 68, 80}));
  EXPECT_EQ(file.records[1].U64(8), 2u);    // a name
  EXPECT_EQ(file.records[1].U64(16), 11u);  // of the event with this id
  EXPECT_EQ(file.records[1].Text(24), "cpu-clock");
  EXPECT_EQ(file.features.at(1), (Bytes{1, 2, 3, 4, 0, 0, 0, 0}));
  size_t at = 0;
  EXPECT_EQ(perf_file::String(file.features.at(3), &at), "alpha");
  EXPECT_EQ(perf_file::EventDesc(file.features.at(12))[1].first, "task-clock");
  EXPECT_EQ(At<uint64_t>(file.features.at(21), 8), 2000u);
}

TEST(Pipe, AnEventThatComesLaterGetsItsAttrBeforeItsRecords) {
  Directory directory;
  const Plan first({{UsualAttr(0), {1}}});
  const Plan second({{UsualAttr(1), {2}}});
  // An event that a pipe knows gets no more ids: they become its first one.
  const Plan third({{UsualAttr(0), {3}}});
  Writer writer(directory / "f", PERFC_WRITER_PIPE);
  writer.Write(Records().Sample(first, 1, 1));
  writer.Write(Records().Sample(second, 2, 2).Sample(third, 3, 3));
  writer.Finish();
  const File file = ParseFile(directory / "f");
  std::vector<uint64_t> seen;
  for (const perf_file::Record &record : file.records) {
    if (record.type == 64) seen.push_back(64);
    if (record.type == 9) seen.push_back(record.U64(8));
  }
  EXPECT_EQ(seen, (std::vector<uint64_t>{64, 1, 64, 2, 1}));
}

TEST(Pipe, ASecondSourcesNamesComeBeforeItsRecords) {
  Directory directory;
  const Plan first({{UsualAttr(0), {1}}});
  const Plan second({{UsualAttr(1), {2}}});
  encoder::Writer desc(encoder::Order::kLittle);
  desc.U32(1).U32(144).Raw(second.attr().Encode(encoder::Order::kLittle));
  desc.U32(1).Raw(FeatureString("second")).U64(2);
  Writer writer(directory / "f", PERFC_WRITER_PIPE);
  writer.Write(Records().Sample(first, 1, 1));
  Records records;
  records.Feature(second.get(), 12, desc.bytes())
      .Feature(second.get(), 3, FeatureString("alpha"))
      .Sample(second, 2, 2);
  writer.Write(records);
  writer.Finish();
  std::vector<uint32_t> types;
  const File file = ParseFile(directory / "f");
  for (const perf_file::Record &record : file.records) {
    types.push_back(record.type);
  }
  EXPECT_EQ(types,
            (std::vector<uint32_t>{64, 78, 80, 9, 80, 64, 78, 9, 68, 80}));
  EXPECT_EQ(file.records[6].Text(24), "second");
}

TEST(Pipe, APlanWithoutIdsGetsThatOfItsFirstRecord) {
  Directory directory;
  const Plan first({{UsualAttr(0), {}}});
  Writer writer(directory / "f", PERFC_WRITER_PIPE);
  writer.Write(Records().Sample(first, 71, 1).Sample(first, 72, 2));
  writer.Finish();
  const File file = ParseFile(directory / "f");
  EXPECT_EQ(file.events[0].ids, (std::vector<uint64_t>{71}));
  EXPECT_EQ(OfType(file.records, 9)[1].U64(8), 71u);
}

TEST(Pipe, AnEventHasNoMoreIdsThanFitIntoARecord) {
  Directory directory;
  std::vector<uint64_t> ids;
  for (uint64_t i = 1; i <= 20000; ++i) ids.push_back(i);
  const Plan plan({{UsualAttr(0), ids}, {UsualAttr(1), {30000}}});
  Writer writer(directory / "f", PERFC_WRITER_PIPE);
  writer.Write(Records().Sample(plan, 7000, 1).Sample(plan, 20000, 2));
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_TRUE(file.ok) << file.why;
  EXPECT_EQ(file.events[0].ids.size(), 7600u);
  EXPECT_EQ(OfType(file.records, 9)[0].U64(8), 7000u);
  EXPECT_EQ(OfType(file.records, 9)[1].U64(8), 1u);
}

TEST(Pipe, ARealPipeIsWrittenWithoutBeingTold) {
  const Plan plan({{UsualAttr(0), {1}}});
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  fcntl(ends[0], F_SETFL, 0);  // only the writer doesn't wait
  Bytes bytes;
  std::thread reader([&] {
    uint8_t some[4096];
    ssize_t size;
    while ((size = read(ends[0], some, sizeof some)) > 0) {
      bytes.insert(bytes.end(), some, some + size);
    }
  });
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.flags = PERFC_WRITER_FD;
  options.fd = ends[1];
  {
    Writer writer(options);
    Records records;
    for (uint64_t i = 0; i < 10000; ++i) records.Sample(plan, 1, i);
    writer.Write(records);
    writer.Finish();
  }
  close(ends[1]);
  reader.join();
  close(ends[0]);
  const File file = perf_file::Parse(bytes);
  ASSERT_TRUE(file.ok) << file.why;
  EXPECT_TRUE(file.pipe);
  EXPECT_EQ(OfType(file.records, 9).size(), 10000u);
}

TEST(Pipe, BuildIdsComeAtTheEnd) {
  Directory directory;
  Attr attr = UsualAttr(0);
  attr.flags |= encoder::kFlagBuildId;
  const Plan plan({{attr, {1}}});
  encoder::Mmap2 map;
  map.pid = map.tid = 7;
  map.len = 0x1000;
  map.filename = "/bin/one";
  map.has_build_id = true;
  map.build_id_size = 20;
  map.build_id = {0xde, 0xad};
  Writer writer(directory / "f", PERFC_WRITER_PIPE);
  writer.Write(Records().Other(plan, map, 1, 1, 1 << 14 | 2));
  writer.Finish();
  const auto ids = OfType(ParseFile(directory / "f").records, 67);
  ASSERT_EQ(ids.size(), 1u);
  EXPECT_EQ(ids[0].misc, 1 << 15 | 2);
  EXPECT_EQ(ids[0].U32(8), 0xffffffffu);
  EXPECT_EQ(ids[0].bytes[12], 0xde);
  EXPECT_EQ(ids[0].bytes[32], 20);
  EXPECT_EQ(ids[0].Text(36), "/bin/one");
}

TEST(Pipe, AFeatureThatPerfWouldRefuseIsLeftOut) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f", PERFC_WRITER_PIPE);
  Records records;
  records.Feature(plan.get(), 32, Bytes(8))
      .Feature(plan.get(), 25, {})
      .Tail(Bytes(70000))
      .Feature(plan.get(), 26, Bytes(8))
      .Sample(plan, 1, 1);
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  EXPECT_EQ(file.features.count(32), 0u);
  EXPECT_EQ(file.features.count(25), 0u);
  EXPECT_EQ(file.features.count(26), 1u);
}

}  // namespace
