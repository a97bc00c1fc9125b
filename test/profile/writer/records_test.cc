// Which records are written, in which order, and what stands around them.
#include "gtest/gtest.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::At;
using perf_file::Decompress;
using perf_file::File;
using perf_file::OfType;
using perf_file::ParseFile;

std::vector<uint32_t> Types(const std::vector<perf_file::Record> &records) {
  std::vector<uint32_t> types;
  for (const perf_file::Record &record : records) types.push_back(record.type);
  return types;
}

TEST(Rounds, ManySmallCallsShareOne) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  for (uint64_t i = 0; i < 10000; ++i) {
    writer.Write(Records().Sample(plan, 1, 1000 + i));
  }
  writer.Finish();
  const File file = ParseFile(directory / "f");
  const size_t rounds = OfType(file.records, 68).size();
  EXPECT_GE(rounds, 4u);
  EXPECT_LE(rounds, 10u);
}

// perf hands out all records up to the largest time of the round before the one that
// ends.
void ExpectPerfSorts(const std::vector<perf_file::Record> &records) {
  uint64_t round = 0, round_before = 0, flushed = 0;
  for (const perf_file::Record &record : records) {
    if (record.type == 68) {
      flushed = round_before;
      round_before = round;
    } else {
      ASSERT_GE(record.U64(32), flushed);
      round = std::max(round, record.U64(32));
    }
  }
}

TEST(Rounds, CallsMayOverlapByOneCall) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  // Each call covers 200 ns, and the next one begins 100 ns later.
  for (uint64_t call = 0; call < 5000; ++call) {
    Records records;
    for (uint64_t i = 0; i < 10; ++i) {
      records.Sample(plan, 1, 1000 + 100 * call + 20 * i);
    }
    writer.Write(records);
  }
  writer.Finish();
  const File file = ParseFile(directory / "f");
  EXPECT_GE(OfType(file.records, 68).size(), 10u);
  ExpectPerfSorts(file.records);
}

TEST(Rounds, ACallThatIsLargerThanTheBufferIsOneRound) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  for (int call = 0; call < 3; ++call) {
    Records records;
    // The latest record comes first.
    for (uint64_t i = 0; i < 20000; ++i) records.Sample(plan, 1, 30000 - i);
    writer.Write(records);
  }
  writer.Finish();
  const File file = ParseFile(directory / "f");
  EXPECT_EQ(OfType(file.records, 68).size(), 3u);
  EXPECT_EQ(OfType(file.records, 9).size(), 60000u);
}

TEST(Records, AreWrittenSoonByTheirTime) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  writer.Write(Records().Sample(plan, 1, 1'000'000'000));
  writer.Write(Records().Sample(plan, 1, 1'010'000'000));
  EXPECT_EQ(OfType(ParseFile(directory / "f").records, 9).size(), 1u);
  writer.Write(Records().Sample(plan, 1, 1'200'000'000));
  EXPECT_EQ(OfType(ParseFile(directory / "f").records, 9).size(), 3u);
}

TEST(Records, FinishedInitFollowsTheMachinesState) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  Records records;
  records
      .Other(plan, encoder::Comm{1, 1, "init"}, 0, 0, 2,
             PERFC_STREAM_RECORD_SYNTHESIZED)
      .Sample(plan, 1, 5)
      .Sample(plan, 1, 6);
  writer.Write(records);
  writer.Finish();
  EXPECT_EQ(Types(ParseFile(directory / "f").records),
            (std::vector<uint32_t>{3, 82, 9, 9, 68}));
}

TEST(Records, ThoseThatTheWriterMakesAreDropped) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  Records records;
  records.Add(ToolRecord(64, {0, 0}), plan.get(), 0)
      .Add(ToolRecord(68, {}), plan.get(), 0)
      .Add(ToolRecord(82, {}), plan.get(), 0)
      .Add(ToolRecord(81, {0}), plan.get(), 0)
      .Add(ToolRecord(79, {1, 2, 3}), nullptr, 0)    // TIME_CONV
      .Add(ToolRecord(4711, {1, 2, 3}), nullptr, 0)  // of a later perf
      .Sample(plan, 1, 5);
  writer.Write(records);
  const perfc_writer_result result = writer.Finish();
  EXPECT_EQ(Types(ParseFile(directory / "f").records),
            (std::vector<uint32_t>{79, 4711, 9, 68}));
  EXPECT_EQ(result.records, 3u);
}

TEST(Compressed, RecordsComeBackAndRoundsStandOutside) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer plain(directory / "plain");
  Writer packed(directory / "packed", 0, 3);
  for (uint64_t call = 0; call < 100; ++call) {
    Records records;
    for (uint64_t i = 0; i < 500; ++i) {
      records.Sample(plan, 1, 1000 + 500 * call + i);
    }
    plain.Write(records);
    packed.Write(records);
  }
  plain.Finish();
  const perfc_writer_result result = packed.Finish();
  EXPECT_LT(result.bytes, result.uncompressed_bytes / 4);
  const File file = ParseFile(directory / "packed");
  ASSERT_TRUE(file.ok) << file.why;
  for (const perf_file::Record &record : file.records) {
    EXPECT_TRUE(record.type == 81 || record.type == 68) << record.type;
  }
  const auto expected = OfType(ParseFile(directory / "plain").records, 9);
  const auto records = OfType(Decompress(file), 9);
  ASSERT_EQ(records.size(), expected.size());
  for (size_t i = 0; i < records.size(); ++i) {
    ASSERT_EQ(records[i].bytes, expected[i].bytes);
  }
  const Bytes feature = file.features.at(27);
  EXPECT_EQ(At<uint32_t>(feature, 0), 1u);
  EXPECT_EQ(At<uint32_t>(feature, 4), 1u);
  EXPECT_EQ(At<uint32_t>(feature, 8), 3u);
  EXPECT_GE(At<uint32_t>(feature, 12), 4u);
  EXPECT_EQ(At<uint32_t>(feature, 16), 256u << 10);
}

TEST(Compressed, WhatDoesntGetSmallerIsSplitIntoRecords) {
  Directory directory;
  Attr attr = UsualAttr(0);
  attr.sample_type |= encoder::kRaw;
  const Plan plan({{attr, {1}}});
  Writer writer(directory / "f", 0, 1);
  uint64_t noise = 1;
  Records records;
  for (uint64_t i = 0; i < 100; ++i) {
    encoder::Sample sample;
    sample.identifier = 1;
    sample.time = i;
    sample.raw.resize(50004);
    for (uint8_t &byte : sample.raw) {
      noise = noise * 6364136223846793005u + 1442695040888963407u;
      byte = static_cast<uint8_t>(noise >> 56);
    }
    records.Add(sample.Encode(attr, encoder::Order::kLittle), plan.get(), i);
  }
  writer.Write(records);
  writer.Finish();
  const auto samples = OfType(Decompress(ParseFile(directory / "f")), 9);
  ASSERT_EQ(samples.size(), 100u);
  for (size_t i = 0; i < samples.size(); ++i) {
    const perfc_record &record = records.data()[i].record;
    ASSERT_EQ(samples[i].bytes, Bytes(record.data, record.data + record.size));
  }
}

Bytes Auxtrace(uint64_t size) { return ToolRecord(71, {size, 4096, 0, 0, 0}); }

TEST(Aux, ATailFollowsItsRecordAndIsInTheIndex) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  for (const uint32_t level : {0u, 1u}) {
    const std::string path = directory / ("f" + std::to_string(level));
    Writer writer(path, 0, level);
    Records records;
    records.Sample(plan, 1, 5)
        .Add(Auxtrace(300008), plan.get(), 0)
        .Tail(Bytes(200000, 1));
    records.last().flags |= PERFC_STREAM_RECORD_MORE;
    writer.Write(records);
    Records rest;
    rest.Add(Auxtrace(300008), plan.get(), 0).Tail(Bytes(100008, 2));
    rest.Sample(plan, 1, 6);
    writer.Write(rest);
    const perfc_writer_result result = writer.Finish();
    EXPECT_EQ(result.records, 3u);
    const File file = ParseFile(path);
    ASSERT_TRUE(file.ok) << file.why;
    const auto traces = OfType(file.records, 71);
    ASSERT_EQ(traces.size(), 1u);
    Bytes tail(200000, 1);
    tail.insert(tail.end(), 100008, 2);
    EXPECT_EQ(traces[0].tail, tail);
    EXPECT_EQ(OfType(Decompress(file), 9).size(), 2u);
    const Bytes index = file.features.at(18);
    EXPECT_EQ(At<uint64_t>(index, 0), 1u);
    EXPECT_EQ(At<uint64_t>(index, 8), traces[0].offset);
    EXPECT_EQ(At<uint64_t>(index, 16), 48u);
  }
}

TEST(Aux, ATailThatEndsEarlyMakesTheRecordShorter) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  Records records;
  records.Add(Auxtrace(uint64_t{1} << 60), plan.get(), 0).Tail(Bytes(400, 1));
  records.last().flags |= PERFC_STREAM_RECORD_MORE;
  records.Sample(plan, 1, 6);
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_TRUE(file.ok) << file.why;
  EXPECT_EQ(OfType(file.records, 71)[0].tail, Bytes(400, 1));
  EXPECT_EQ(OfType(file.records, 9).size(), 1u);
}

TEST(Aux, APipeGetsARecordForEachPiece) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f", PERFC_WRITER_PIPE);
  Records records;
  records.Add(Auxtrace(1000), plan.get(), 0).Tail(Bytes(400, 1));
  records.last().flags |= PERFC_STREAM_RECORD_MORE;
  records.Add(Auxtrace(1000), plan.get(), 0).Tail(Bytes(400, 2));
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_TRUE(file.ok) << file.why;
  const auto traces = OfType(file.records, 71);
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_EQ(traces[0].U64(16), 4096u);
  EXPECT_EQ(traces[1].U64(16), 4496u);
  EXPECT_EQ(traces[1].tail, Bytes(400, 2));
}

TEST(Aux, ARecordWhoseTailWasntReadIsLeftOutAndCounted) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  Writer writer(directory / "f");
  Records records;
  records.Add(Auxtrace(1000), plan.get(), 0).MissingTail(1000);
  records.Add(Auxtrace(0), plan.get(), 0).Sample(plan, 1, 6);
  writer.Write(records);
  const perfc_writer_result result = writer.Finish();
  EXPECT_EQ(result.tails_missing, 1u);
  EXPECT_EQ(Types(ParseFile(directory / "f").records),
            (std::vector<uint32_t>{71, 9, 68}));
}

}  // namespace
