// Plans of several attrs: which attr a record is decoded by.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

using Words = std::vector<uint64_t>;

int DecodeSample(const Plan &plan, Words words, perfc_sample *sample) {
  const Record record(PERFC_RECORD_SAMPLE, 0, std::move(words));
  *sample = Poisoned<perfc_sample>();
  return perfc_decode_sample(plan.get(), record.get(), sample, sizeof(*sample));
}

void ExpectUnmatchable(const Plan &plan, const char *word) {
  perfc_error error = {};
  EXPECT_EQ(perfc_plan_tells_apart(plan.get(), &error), 0);
  EXPECT_EQ(error.code, -ENOTUNIQ);
  char text[1024];
  ASSERT_GT(perfc_error_text(&error, text, sizeof(text)), 0);
  EXPECT_NE(std::string(text).find(word), std::string::npos) << text;
}

TEST(PlanMatch, OneAttrNeedsNoIds) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP), {5});
  EXPECT_EQ(perfc_plan_tells_apart(plan.get(), nullptr), 1);
  perfc_sample sample;
  ASSERT_EQ(DecodeSample(plan, {0x401000}, &sample), 0);
  EXPECT_EQ(sample.attr_index, 0u);
}

TEST(PlanMatch, OneAttrDecodesRecordsOfAnyId) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_ID), {5});
  perfc_sample sample;
  EXPECT_EQ(DecodeSample(plan, {6}, &sample), 0);
}

TEST(PlanMatch, ByIdentifierWhereTheOtherFieldsDiffer) {
  const Plan plan =
      MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP), {5, 6});
  ASSERT_EQ(Add(plan,
                AttrOf(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_TIME |
                       PERFC_SAMPLE_ID | PERFC_SAMPLE_PERIOD),
                {7}),
            1);
  EXPECT_EQ(perfc_plan_attr_count(plan.get()), 2);
  EXPECT_EQ(perfc_plan_tells_apart(plan.get(), nullptr), 1);
  perfc_sample sample;
  for (uint64_t id : {5, 6}) {
    ASSERT_EQ(DecodeSample(plan, {id, 0x401000}, &sample), 0);
    EXPECT_EQ(sample.attr_index, 0u);
    EXPECT_EQ(sample.ip, 0x401000u);
    EXPECT_TRUE(Untouched(sample.time));
  }
  ASSERT_EQ(DecodeSample(plan, {7, 1000, 7, 3}, &sample), 0);
  EXPECT_EQ(sample.attr_index, 1u);
  EXPECT_EQ(sample.time, 1000u);
  EXPECT_EQ(sample.period, 3u);
  EXPECT_TRUE(Untouched(sample.ip));
}

TEST(PlanMatch, ByIdWhereItLiesAtTheSamePlace) {
  // IP, TID and ADDR, TIME are two words before the id in either case, and one
  // follows it in either trailer.
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_TID |
                                    PERFC_SAMPLE_ID | PERFC_SAMPLE_CPU),
                             {5});
  ASSERT_EQ(Add(plan,
                AttrOf(PERFC_SAMPLE_TIME | PERFC_SAMPLE_ADDR | PERFC_SAMPLE_ID |
                       PERFC_SAMPLE_STREAM_ID),
                {6}),
            1);
  EXPECT_EQ(perfc_plan_tells_apart(plan.get(), nullptr), 1);
  perfc_sample sample;
  ASSERT_EQ(DecodeSample(plan, {0x401000, Pair(1, 2), 5, 3}, &sample), 0);
  EXPECT_EQ(sample.attr_index, 0u);
  EXPECT_EQ(sample.tid, 2u);
  ASSERT_EQ(DecodeSample(plan, {1000, 0x1234, 6, 99}, &sample), 0);
  EXPECT_EQ(sample.attr_index, 1u);
  EXPECT_EQ(sample.addr, 0x1234u);
  EXPECT_EQ(sample.stream_id, 99u);
}

TEST(PlanMatch, OtherRecordsByTheirTrailer) {
  const Plan plan =
      MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_TID), {5});
  ASSERT_EQ(Add(plan,
                AttrOf(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_TIME |
                       PERFC_SAMPLE_CPU),
                {6}),
            1);
  const Record first(PERFC_RECORD_COMM, 0,
                     {Pair(1, 2), Chars("sh\0\0\0\0\0\0"), Pair(3, 4), 5});
  const Record second(
      PERFC_RECORD_COMM, 0,
      {Pair(1, 2), Chars("sh\0\0\0\0\0\0"), 1000, Pair(7, 0), 6});
  perfc_sample_id id;
  ASSERT_EQ(perfc_decode_sample_id(plan.get(), first.get(), &id, sizeof(id)),
            0);
  EXPECT_EQ(id.attr_index, 0u);
  EXPECT_EQ(id.pid, 3u);
  ASSERT_EQ(perfc_decode_sample_id(plan.get(), second.get(), &id, sizeof(id)),
            0);
  EXPECT_EQ(id.attr_index, 1u);
  EXPECT_EQ(id.time, 1000u);
  EXPECT_EQ(id.cpu, 7u);
  perfc_record_comm comm;
  ASSERT_EQ(perfc_decode_comm(plan.get(), second.get(), &comm, sizeof(comm)),
            0);
  EXPECT_EQ(Text(*second.get(), comm.comm), "sh");
}

TEST(PlanMatch, AnIdOfNoAttrIsNoKey) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER), {5});
  ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IDENTIFIER), {6}), 1);
  perfc_sample sample;
  EXPECT_EQ(DecodeSample(plan, {7}, &sample), -ENOKEY);
  EXPECT_EQ(DecodeSample(plan, {0}, &sample), -EKEYREJECTED);
  const Record lost(PERFC_RECORD_LOST, 0, {5, 1, 7});
  EXPECT_EQ(DecodeAny(plan, *lost.get()), -ENOKEY);
  perfc_sample_id id;
  EXPECT_EQ(perfc_decode_sample_id(plan.get(), lost.get(), &id, sizeof(id)),
            -ENOKEY);
}

TEST(PlanMatch, ARecordTooShortForItsIdIsMalformed) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER), {5});
  ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IDENTIFIER), {6}), 1);
  perfc_sample sample;
  EXPECT_EQ(DecodeSample(plan, {}, &sample), -EBADMSG);
  const Record empty(PERFC_RECORD_SWITCH, 0, {});
  EXPECT_EQ(DecodeAny(plan, *empty.get()), -EBADMSG);
}

TEST(PlanMatch, WithoutAnyIdNoSampleCanBeMatched) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP), {5});
  ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IP), {6}), 1);
  ExpectUnmatchable(plan, "IDENTIFIER");
  perfc_sample sample;
  EXPECT_EQ(DecodeSample(plan, {0x401000}, &sample), -ENOTUNIQ);
}

TEST(PlanMatch, AnIdAtDifferentPlacesCannotMatch) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_ID), {5});
  ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_ID), {6}), 1);
  ExpectUnmatchable(plan, "PERF_SAMPLE_ID");
  perfc_sample sample;
  EXPECT_EQ(DecodeSample(plan, {5}, &sample), -ENOTUNIQ);
  EXPECT_EQ(DecodeSample(plan, {6, 6}, &sample), -ENOTUNIQ);
}

TEST(PlanMatch, AStreamIdAloneCannotMatch) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_STREAM_ID), {5});
  ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_STREAM_ID), {6}), 1);
  ExpectUnmatchable(plan, "can't be told apart");
  perfc_sample sample;
  EXPECT_EQ(DecodeSample(plan, {5}, &sample), -ENOTUNIQ);
}

// sample_id_all differs: side-band records of the one have a trailer, those of
// the other don't, and nothing in them says which.
TEST(PlanMatch, TrailersInOnlySomeRecordsCannotMatch) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER), {5});
  perfc_attr bare = AttrOf(PERFC_SAMPLE_IDENTIFIER);
  bare.flags = 0;
  ASSERT_EQ(Add(plan, bare, {6}), 1);
  ExpectUnmatchable(plan, "sample_id_all");
  const Record lost(PERFC_RECORD_LOST, 0, {5, 1, 5});
  EXPECT_EQ(DecodeAny(plan, *lost.get()), -ENOTUNIQ);
}

TEST(PlanMatch, WhereNoRecordHasATrailerSidebandNeedsNoId) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER);
  attr.flags = 0;
  const Plan plan = MakePlan(attr, {5});
  ASSERT_EQ(Add(plan, attr, {6}), 1);
  EXPECT_EQ(perfc_plan_tells_apart(plan.get(), nullptr), 1);
  const Record lost(PERFC_RECORD_LOST, 0, {5, 1});
  EXPECT_EQ(DecodeAny(plan, *lost.get()), 0);
}

// Nothing says whose counts they are, and the formats aren't the same.
TEST(PlanMatch, ReadRecordsWithoutATrailerNeedOneReadFormat) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER);
  attr.flags = 0;
  const Plan plan = MakePlan(attr, {5});
  ASSERT_EQ(Add(plan, attr, {6}), 1);
  const Record read(PERFC_RECORD_READ, 0, {Pair(1, 2), 7, 8});
  const Record lost(PERFC_RECORD_LOST, 0, {5, 1});
  EXPECT_EQ(DecodeAny(plan, *read.get()), 0);
  attr.read_format = PERFC_FORMAT_ID;
  ASSERT_EQ(Add(plan, attr, {7}), 2);
  EXPECT_EQ(DecodeAny(plan, *read.get()), -ENOTUNIQ);
  EXPECT_EQ(DecodeAny(plan, *lost.get()), 0);
  // READ records come with inherit_stat alone.
  EXPECT_EQ(perfc_plan_tells_apart(plan.get(), nullptr), 1);
  attr.flags = PERFC_ATTR_INHERIT | PERFC_ATTR_INHERIT_STAT;
  ASSERT_EQ(Add(plan, attr, {8}), 3);
  ExpectUnmatchable(plan, "READ");
}

// perf's own records, in whatever file, mean the first event by it.
TEST(PlanMatch, RecordsOfId0AreTheDefaultAttrs) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER), {5});
  ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_TIME), {6}),
            1);
  const Record first(PERFC_RECORD_COMM, 0,
                     {Pair(1, 2), Chars("sh\0\0\0\0\0\0"), 0});
  const Record second(PERFC_RECORD_COMM, 0,
                      {Pair(1, 2), Chars("sh\0\0\0\0\0\0"), 0, 0});
  perfc_sample_id id;
  const auto attr_of = [&](const Record &record) {
    const int failed =
        perfc_decode_sample_id(plan.get(), record.get(), &id, sizeof(id));
    return failed ? failed : static_cast<int>(id.attr_index);
  };
  EXPECT_EQ(attr_of(first), -EKEYREJECTED);
  ASSERT_EQ(perfc_plan_set_default(plan.get(), 0), 0);
  EXPECT_EQ(attr_of(first), 0);
  perfc_sample sample;
  EXPECT_EQ(DecodeSample(plan, {0}, &sample), 0);
  EXPECT_EQ(DecodeSample(plan, {7}, &sample), -ENOKEY) << "an id of no attr";
  ASSERT_EQ(perfc_plan_set_default(plan.get(), 1), 0);
  EXPECT_EQ(attr_of(second), 1);
  EXPECT_TRUE(id.present & PERFC_SAMPLE_TIME);
  EXPECT_EQ(perfc_plan_set_default(plan.get(), 2), -EINVAL);
  EXPECT_EQ(perfc_plan_set_default(nullptr, 0), -EINVAL);
  EXPECT_EQ(attr_of(second), 1) << "as it was";
  ASSERT_EQ(perfc_plan_set_default(plan.get(), PERFC_PLAN_NO_DEFAULT), 0);
  EXPECT_EQ(attr_of(second), -EKEYREJECTED);
}

// A plan that can't tell its attrs apart says so, and goes on saying so.
TEST(PlanMatch, AddingDoesNotMendWhatCannotMatch) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP), {5});
  ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IDENTIFIER), {6}), 1);
  ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IDENTIFIER), {7}), 2);
  EXPECT_EQ(perfc_plan_attr_count(plan.get()), 3);
  ExpectUnmatchable(plan, "can't be told apart");
}

TEST(PlanMatch, AnIdThatIsThereAlreadyIsRefusedAndThePlanIsUnchanged) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER), {5, 6});
  auto error = Poisoned<perfc_error>();
  const perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP);
  const uint64_t ids[] = {7, 6};
  EXPECT_EQ(
      perfc_plan_add_attr(plan.get(), &attr, sizeof(attr), ids, 2, &error),
      -EEXIST);
  EXPECT_EQ(error.code, -EEXIST);
  EXPECT_EQ(perfc_plan_attr_count(plan.get()), 1);
  perfc_sample sample;
  ASSERT_EQ(DecodeSample(plan, {6}, &sample), 0);
  EXPECT_EQ(sample.attr_index, 0u);
  // 7 wasn't taken up, so it may still be added.
  ASSERT_EQ(Add(plan, attr, {7}), 1);
  ASSERT_EQ(DecodeSample(plan, {7, 0x401000}, &sample), 0);
  EXPECT_EQ(sample.attr_index, 1u);
}

TEST(PlanMatch, ARefusedAttrLeavesThePlanAsItWas) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP), {5});
  perfc_attr attr = AttrOf(PERFC_SAMPLE_IP);
  const uint64_t id = 6;
  EXPECT_EQ(perfc_plan_add_attr(plan.get(), &attr, 8, &id, 1, nullptr), -E2BIG);
  attr.size = 200;
  EXPECT_EQ(
      perfc_plan_add_attr(plan.get(), &attr, sizeof(attr), &id, 1, nullptr),
      -EINVAL);
  EXPECT_EQ(perfc_plan_attr_count(plan.get()), 1);
  EXPECT_EQ(perfc_plan_tells_apart(plan.get(), nullptr), 1);
}

TEST(PlanMatch, AThousandEventsWithHundredIdsEach) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER));
  for (int event = 1; event < 1000; ++event) {
    Ids ids;
    for (uint64_t i = 0; i < 100; ++i) ids.push_back(i << 32 | event);
    ASSERT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IDENTIFIER), ids), event);
  }
  perfc_sample sample;
  for (uint32_t event = 1; event < 1000; event += 37) {
    for (uint64_t i = 0; i < 100; ++i) {
      ASSERT_EQ(DecodeSample(plan, {i << 32 | event}, &sample), 0);
      ASSERT_EQ(sample.attr_index, event);
    }
  }
  EXPECT_EQ(DecodeSample(plan, {uint64_t{100} << 32 | 1}, &sample), -ENOKEY);
}

// Attrs and records come in the other byte order, ids in this machine's.
TEST(PlanMatch, InTheOtherByteOrderToo) {
  using encoder::Order;
  encoder::Attr first;
  first.sample_type = encoder::kIdentifier | encoder::kIp;
  first.flags = encoder::kFlagSampleIdAll;
  encoder::Attr second = first;
  second.sample_type = encoder::kIdentifier | encoder::kTid;
  const encoder::Bytes bytes[] = {first.Encode(Order::kBig),
                                  second.Encode(Order::kBig)};
  const uint64_t ids[] = {5, 6};
  perfc_plan *made = nullptr;
  ASSERT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_BIG, &made, nullptr), 0);
  const Plan plan(made);
  ASSERT_EQ(
      perfc_plan_add_attr(made, bytes[0].data(), 144, &ids[0], 1, nullptr), 0);
  ASSERT_EQ(
      perfc_plan_add_attr(made, bytes[1].data(), 144, &ids[1], 1, nullptr), 1);

  // SAMPLE, size 24: identifier 6, pid 1, tid 2.
  const encoder::Writer record =
      encoder::Writer(Order::kBig).U32(9).U16(2).U16(24).U64(6).U32(1).U32(2);
  Scratch scratch;
  perfc_record view;
  ASSERT_EQ(perfc_plan_view_record(made, record.bytes().data(), 24,
                                   scratch.data(), scratch.size(), &view),
            1);
  perfc_sample sample;
  ASSERT_EQ(perfc_decode_sample(made, &view, &sample, sizeof(sample)), 0);
  EXPECT_EQ(sample.attr_index, 1u);
  EXPECT_EQ(sample.pid, 1u);
  EXPECT_EQ(sample.tid, 2u);

  const encoder::Writer stranger =
      encoder::Writer(Order::kBig).U32(9).U16(2).U16(24).U64(7).U64(1);
  EXPECT_EQ(perfc_plan_view_record(made, stranger.bytes().data(), 24,
                                   scratch.data(), scratch.size(), &view),
            -ENOKEY);
}

}  // namespace
}  // namespace decode_test
