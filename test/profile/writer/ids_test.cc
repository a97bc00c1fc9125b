// Events and ids of several plans in one file.
#include <cerrno>

#include "gtest/gtest.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::File;
using perf_file::ParseFile;

// The ids in records of the file.
std::vector<uint64_t> SampleIds(const File &file) {
  std::vector<uint64_t> ids;
  for (const perf_file::Record &record : perf_file::OfType(file.records, 9)) {
    ids.push_back(record.U64(8));
  }
  return ids;
}

TEST(Ids, EqualAttrsOfSeveralPlansAreOneEvent) {
  Directory directory;
  const Plan first({{UsualAttr(0), {1}}, {UsualAttr(1), {2}}});
  const Plan second({{UsualAttr(0), {3}}, {UsualAttr(1), {4}}});
  Writer writer(directory / "f");
  Records records;
  records.Sample(first, 1, 1).Sample(second, 4, 2, 1).Sample(first, 2, 3, 1);
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_EQ(file.events.size(), 2u);
  EXPECT_EQ(file.events[0].ids, (std::vector<uint64_t>{1, 3}));
  EXPECT_EQ(file.events[1].ids, (std::vector<uint64_t>{2, 4}));
  EXPECT_EQ(SampleIds(file), (std::vector<uint64_t>{1, 4, 2}));
}

TEST(Ids, EqualAttrsOfOnePlanStayTwoEvents) {
  Directory directory;
  const Plan first({{UsualAttr(0), {1}}, {UsualAttr(0), {2}}});
  const Plan second({{UsualAttr(0), {3}}, {UsualAttr(0), {4}}});
  Writer writer(directory / "f");
  writer.Write(Records().Sample(first, 1, 1).Sample(second, 4, 2));
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_EQ(file.events.size(), 2u);
  EXPECT_EQ(file.events[0].ids, (std::vector<uint64_t>{1, 3}));
  EXPECT_EQ(file.events[1].ids, (std::vector<uint64_t>{2, 4}));
}

TEST(Ids, AnIdOfAnotherEventIsReplacedInAllRecords) {
  Directory directory;
  Attr attr = UsualAttr(1);
  attr.sample_type |= encoder::kId | encoder::kRead;
  attr.read_format = encoder::kFormatId | encoder::kFormatGroup;
  Attr other = attr;
  other.config = 2;
  const Plan first({{UsualAttr(0), {1}}, {UsualAttr(3), {2}}});
  const Plan second({{attr, {1}}, {other, {5}}}, false);
  encoder::Sample sample;
  sample.identifier = sample.id = 1;
  sample.time = 50;
  sample.read.counters = {{100, 1, 0}, {200, 5, 0}, {300, 9, 0}};
  Records records;
  records.Sample(first, 1, 40)
      .Add(sample.Encode(attr, encoder::Order::kLittle), second.get(), 50)
      .Other(second, encoder::Lost{1, 77}, 1, 60)
      .Other(second, encoder::Throttle{61, 1, 1}, 1, 61)
      .Other(second, encoder::Comm{7, 7, "name"}, 1, 62);
  // nr, then id, idx, cpu and tid.
  records.Add(ToolRecord(69, {2, 1, 0, 0, 0, 5, 0, 1, 0}), second.get(), 0);
  Writer writer(directory / "f");
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_TRUE(file.ok) << file.why;
  ASSERT_EQ(file.events.size(), 4u);
  ASSERT_EQ(file.events[2].ids.size(), 1u);
  const uint64_t id = file.events[2].ids[0];
  EXPECT_NE(id, 1u);
  EXPECT_EQ(file.events[3].ids, (std::vector<uint64_t>{5}));
  const auto &all = file.records;
  EXPECT_EQ(all[0].U64(8), 1u);
  // IDENTIFIER, IP, TID, TIME, ID, CPU, PERIOD, READ: nr, then value and id.
  EXPECT_EQ(all[1].U64(8), id);
  EXPECT_EQ(all[1].U64(40), id);
  EXPECT_EQ(all[1].U64(64), 3u);
  EXPECT_EQ(all[1].U64(80), id);
  EXPECT_EQ(all[1].U64(96), 5u);
  EXPECT_EQ(all[1].U64(112), 9u);
  EXPECT_EQ(all[2].U64(8), id);
  EXPECT_EQ(all[2].U64(all[2].bytes.size() - 8), id);   // IDENTIFIER
  EXPECT_EQ(all[2].U64(all[2].bytes.size() - 24), id);  // ID
  EXPECT_EQ(all[3].U64(16), id);
  EXPECT_EQ(all[3].U64(24), 1u);  // stream_id
  EXPECT_EQ(all[4].U64(all[4].bytes.size() - 8), id);
  EXPECT_EQ(all[5].U64(16), id);
  EXPECT_EQ(all[5].U64(48), 5u);
}

TEST(Ids, TheIdOfASingleCountIsReplacedToo) {
  Directory directory;
  Attr attr = UsualAttr(1);
  attr.sample_type |= encoder::kRead;
  attr.read_format =
      encoder::kFormatId | encoder::kFormatEnabled | encoder::kFormatRunning;
  const Plan first({{UsualAttr(0), {1}}, {UsualAttr(3), {2}}});
  const Plan second({{attr, {1}}, {UsualAttr(4), {6}}});
  encoder::Read read;
  read.read.counters = {{100, 1, 0}};
  Records records;
  records.Sample(first, 1, 40).Other(second, read, 1, 60);
  Writer writer(directory / "f");
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  const uint64_t id = file.events[2].ids[0];
  // pid, tid, value, both times, id.
  EXPECT_EQ(file.records[1].U64(16), 100u);
  EXPECT_EQ(file.records[1].U64(40), id);
}

TEST(Ids, RecordsWithIdZeroBelongToTheirPlansDefault) {
  Directory directory;
  const Plan first({{UsualAttr(0), {1}}, {UsualAttr(3), {2}}});
  const Plan second({{UsualAttr(1), {4}}, {UsualAttr(2), {5}}});
  Records records;
  records.Other(first, encoder::Comm{7, 7, "a"}, 0, 1)
      .Other(second, encoder::Comm{7, 7, "b"}, 0, 2);
  Writer writer(directory / "f");
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  EXPECT_EQ(file.records[0].U64(file.records[0].bytes.size() - 8), 0u);
  EXPECT_EQ(file.records[1].U64(file.records[1].bytes.size() - 8), 4u);
}

TEST(Ids, ASingleEventNeedsNone) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {}}});
  Writer writer(directory / "f");
  writer.Write(Records().Sample(plan, 71, 1).Sample(plan, 72, 2));
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_EQ(file.events.size(), 1u);
  EXPECT_TRUE(file.events[0].ids.empty());
  EXPECT_EQ(SampleIds(file), (std::vector<uint64_t>{71, 72}));
}

TEST(Ids, PlansOfOneEventLearnTheirIdsFromRecords) {
  Directory directory;
  const Plan a0({{UsualAttr(0), {}}});
  const Plan a1({{UsualAttr(0), {}}});
  const Plan b0({{UsualAttr(1), {}}});
  const Plan c0({{UsualAttr(2), {}}});
  Writer writer(directory / "f");
  Records records;
  records.Sample(a0, 71, 1).Sample(a1, 72, 2).Sample(b0, 73, 3);
  records.Sample(a0, 71, 4).Sample(c0, 71, 5);  // c0 is another machine's
  writer.Write(records);
  writer.Finish();
  const File file = ParseFile(directory / "f");
  ASSERT_EQ(file.events.size(), 3u);
  EXPECT_EQ(file.events[0].ids, (std::vector<uint64_t>{71, 72}));
  EXPECT_EQ(file.events[1].ids, (std::vector<uint64_t>{73}));
  ASSERT_EQ(file.events[2].ids.size(), 1u);
  const uint64_t id = file.events[2].ids[0];
  EXPECT_EQ(SampleIds(file), (std::vector<uint64_t>{71, 72, 73, 71, id}));
}

TEST(Ids, APlansAddressMayBeThatOfAnotherPlan) {
  Directory directory;
  Writer writer(directory / "f");
  perfc_plan *plan;
  ASSERT_EQ(perfc_plan_create(0, &plan, nullptr), 0);
  // The same plan gets more attrs and ids between two calls.
  const Plan first({{UsualAttr(0), {1}}, {UsualAttr(1), {2}}});
  writer.Write(Records().Sample(first, 1, 1));
  const Bytes attr = UsualAttr(2).Encode(encoder::Order::kLittle);
  const uint64_t ids[] = {3, 4};
  ASSERT_EQ(perfc_plan_add_attr(first.get(), attr.data(), attr.size(), ids, 1,
                                nullptr),
            2);
  ASSERT_EQ(perfc_plan_add_ids(first.get(), 0, ids + 1, 1, nullptr), 0);
  Records more;
  for (int i = 0; i < 3000; ++i) more.Sample(first, i % 2 ? 4 : 3, 10 + i);
  writer.Write(more);
  writer.Finish();
  perfc_plan_destroy(plan);
  const File file = ParseFile(directory / "f");
  ASSERT_EQ(file.events.size(), 3u);
  EXPECT_EQ(file.events[0].ids, (std::vector<uint64_t>{1, 4}));
  EXPECT_EQ(file.events[2].ids, (std::vector<uint64_t>{3}));
}

TEST(Ids, RecordsThatCantBeToldApartAreRefused) {
  Directory directory;
  Attr without = UsualAttr(1);
  without.sample_type = encoder::kIp | encoder::kTid | encoder::kTime;
  const Plan first({{UsualAttr(0), {1}}});
  const Plan second({{without, {}}});
  Writer writer(directory / "f");
  writer.Write(Records().Sample(first, 1, 1));
  Records records;
  records.Sample(second, 1, 2);
  perfc_error error = {};
  EXPECT_EQ(perfc_writer_write(writer.get(), records.data(), 1, &error),
            -ENOTUNIQ);
  EXPECT_EQ(error.code, -ENOTUNIQ);
  writer.Write(Records().Sample(first, 1, 3));
  writer.Finish();
  const File file = ParseFile(directory / "f");
  EXPECT_EQ(file.events.size(), 1u);
  EXPECT_EQ(SampleIds(file).size(), 2u);
}

TEST(Ids, NamesComeFromEventDescAndEventUpdate) {
  Directory directory;
  const Plan plan(
      {{UsualAttr(0), {1}}, {UsualAttr(1), {2}}, {UsualAttr(2), {3}}});
  // EVENT_DESC of one event, the second, found by its id.
  encoder::Writer desc(encoder::Order::kLittle);
  desc.U32(1).U32(144).Raw(plan.attr(1).Encode(encoder::Order::kLittle)).U32(1);
  desc.Raw(FeatureString("described")).U64(2);
  Bytes update = ToolRecord(78, {2, 3, 0});
  memcpy(&update[24], "renamed", 7);
  Writer writer(directory / "f");
  Records records;
  records.Feature(plan.get(), 12, desc.bytes())
      .Add(update, plan.get(), 0)
      .Sample(plan, 1, 1);
  writer.Write(records);
  writer.Finish();
  const auto events =
      perf_file::EventDesc(ParseFile(directory / "f").features.at(12));
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].first, "cpu-clock");
  EXPECT_EQ(events[1].first, "described");
  EXPECT_EQ(events[2].first, "renamed");
}

TEST(Ids, GroupsAreThoseOfTheFilesEvents) {
  Directory directory;
  const Plan first({{UsualAttr(0), {1}}});
  const Plan second({{UsualAttr(1), {2}}, {UsualAttr(2), {3}}});
  encoder::Writer groups(encoder::Order::kLittle);
  groups.U32(1).Raw(FeatureString("group")).U32(0).U32(2);
  Writer writer(directory / "f");
  writer.Write(Records().Sample(first, 1, 1));
  writer.Write(Records()
                   .Feature(second.get(), 17, groups.bytes())
                   .Sample(second, 3, 2, 1));
  writer.Finish();
  const Bytes feature = ParseFile(directory / "f").features.at(17);
  EXPECT_EQ(perf_file::At<uint32_t>(feature, feature.size() - 8), 1u);
  EXPECT_EQ(perf_file::At<uint32_t>(feature, feature.size() - 4), 2u);
}

}  // namespace
