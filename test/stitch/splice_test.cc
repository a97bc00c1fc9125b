// Samples with the deferred part of their call chain.

#include <cerrno>
#include <cstring>

#include "test/encoder/random.h"
#include "test/stitch/stitches.h"

namespace {

using namespace stitches;  // NOLINT: the tests' own helpers.

class SpliceTest : public StitchTest {};

TEST_F(SpliceTest, TheDeferredEntriesStandInPlaceOfMarkerAndCookie) {
  EXPECT_TRUE(Push(Waiting(99), 5).empty());
  EXPECT_EQ(Counts().held, 1u);
  const std::vector<Out> out = Push(Deferred(99, {kUser, 10, 11, 12}), 6);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].state, static_cast<uint32_t>(PERFC_STITCH_SPLICED));
  EXPECT_EQ(out[0].tag, 5u);
  EXPECT_EQ(out[0].plan, plan_.get());
  Bytes whole = SampleOf({kKernel, 1, 2, kUser, 10, 11, 12});
  // The time that SampleOf derives from the chain.
  memcpy(whole.data() + 24, Waiting(99).data() + 24, 8);
  EXPECT_EQ(out[0].bytes, whole);
  EXPECT_EQ(Counts().held, 0u);
  EXPECT_EQ(Counts().matched, 1u);
}

TEST_F(SpliceTest, AnEmptyDeferredPartLeavesWhatThereIs) {
  Push(SampleOf({kUserDeferred, 4}));
  const std::vector<Out> out = Push(Deferred(4, {}));
  ASSERT_EQ(out.size(), 1u);
  const perfc_record record = ViewOf(plan_, out[0].bytes);
  perfc_sample sample = {};
  ASSERT_EQ(perfc_decode_sample(plan_.get(), &record, &sample, sizeof sample),
            0);
  EXPECT_EQ(sample.callchain.count, 0u);
  EXPECT_EQ(sample.raw.count, 12u);
}

// Whatever fields come before and after the chain.
TEST_F(SpliceTest, EveryKindOfSampleIsAsIfItHadBeenWhole) {
  encoder::Random random(17);
  int spliced = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    encoder::Attr attr = encoder::RandomAttr(&random);
    attr.sample_type |= encoder::kCallchain;
    attr.flags = random.OneIn(2) ? encoder::kFlagSampleIdAll : 0;
    const decode_test::Plan plan = decode_test::MakePlan(attr, Order::kLittle);
    encoder::Sample sample = encoder::RandomSample(attr, &random);
    for (uint64_t &ip : sample.callchain) ip >>= 1;
    encoder::CallchainDeferred deferred = {random.U64(), {kUser}};
    for (uint64_t k = random.Below(40); k > 0; --k) {
      deferred.ips.push_back(random.U64());
    }
    encoder::SampleId id;
    id.tid = sample.tid;
    encoder::Sample whole = sample;
    sample.callchain.insert(sample.callchain.end(),
                            {kUserDeferred, deferred.cookie});
    whole.callchain.insert(whole.callchain.end(), deferred.ips.begin(),
                           deferred.ips.end());
    const Bytes expected = whole.Encode(attr, Order::kLittle);
    if (expected.size() > 65528) continue;
    const Bytes cut = sample.Encode(attr, Order::kLittle);
    const Bytes rest =
        encoder::EncodeRecord(deferred, 2, id, attr, Order::kLittle);
    perfc_record record = ViewOf(plan, cut);
    ASSERT_EQ(PushTo(stitch_, plan, record), 0);
    ASSERT_TRUE(Drain(stitch_).empty());
    record = ViewOf(plan, rest);
    ASSERT_EQ(PushTo(stitch_, plan, record), 0);
    const std::vector<Out> out = Drain(stitch_);
    ASSERT_EQ(out.size(), 1u);
    ASSERT_EQ(out[0].bytes, expected);
    ++spliced;
  }
  EXPECT_GT(spliced, 2900);
}

TEST_F(SpliceTest, RecordsOfTheOtherByteOrderAreStitchedOnceViewed) {
  const decode_test::Plan big = decode_test::MakePlan(attr_, Order::kBig);
  encoder::Sample sample;
  sample.tid = 3;
  sample.callchain = {kUserDeferred, 8};
  sample.raw = Bytes(4, 1);
  encoder::SampleId id;
  id.tid = 3;
  alignas(8) uint8_t scratch[65536];
  perfc_record record;
  for (const Bytes &bytes :
       {sample.Encode(attr_, Order::kBig),
        encoder::EncodeRecord(encoder::CallchainDeferred{8, {kUser, 5}}, 2, id,
                              attr_, Order::kBig)}) {
    EXPECT_TRUE(Drain(stitch_).empty());
    ASSERT_EQ(perfc_plan_view_record(big.get(), bytes.data(), bytes.size(),
                                     scratch, sizeof scratch, &record),
              1);
    ASSERT_EQ(PushTo(stitch_, big, record), 0);
  }
  const std::vector<Out> out = Drain(stitch_);
  ASSERT_EQ(out.size(), 1u);
  sample.callchain = {kUser, 5};
  EXPECT_EQ(out[0].bytes, sample.Encode(attr_, Order::kLittle));
}

TEST_F(SpliceTest, OneDeferredPartServesAllItsSamplesOldestFirst) {
  Push(Waiting(1), 10);
  Push(Waiting(2), 20);
  Push(Waiting(1), 11);
  Push(Waiting(1), 12);
  const std::vector<Out> out = Push(Deferred(1, {kUser, 5}));
  ASSERT_EQ(out.size(), 3u);
  for (uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(out[i].tag, 10 + i);
    EXPECT_EQ(out[i].state, static_cast<uint32_t>(PERFC_STITCH_SPLICED));
  }
  EXPECT_EQ(Counts().held, 1u);
  EXPECT_EQ(Counts().matched, 3u);
  EXPECT_EQ(Push(Deferred(2, {kUser})).size(), 1u);
}

TEST_F(SpliceTest, TheSameCookieOfAnotherThreadIsNoMatch) {
  Push(Waiting(1, 7), 70);
  Push(Waiting(1, 8), 80);
  std::vector<Out> out = Push(Deferred(1, {kUser}, 8));
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].tag, 80u);
  out = Push(Deferred(1, {kUser}, 7));
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].tag, 70u);
}

TEST_F(SpliceTest, WithoutThreadsTheCookieDecides) {
  attr_.flags = 0;  // No trailer.
  plan_ = decode_test::MakePlan(attr_, Order::kLittle);
  Push(Waiting(1, 7));
  Push(Waiting(1, 8));
  EXPECT_EQ(Push(Deferred(1, {kUser})).size(), 2u);
}

// 65535 would fit the header, but records are multiples of 8.
TEST_F(SpliceTest, WhatIsBeyondARecordsSizeComesAsItWasWithItsRest) {
  const size_t sample = Waiting(1).size();
  const std::vector<uint64_t> fitting((65528 - sample) / 8 + 2, 9);
  std::vector<uint64_t> beyond = fitting;
  beyond.push_back(9);
  Push(Waiting(1));
  std::vector<Out> out = Push(Deferred(1, fitting));
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].bytes.size(), 65528u);
  Push(Waiting(2), 3);
  Push(SampleOf({kUserDeferred, 2}), 4);
  out = Push(Deferred(2, beyond), 5);
  ASSERT_EQ(out.size(), 3u);
  EXPECT_EQ(out[0].state, static_cast<uint32_t>(PERFC_STITCH_OVERSIZED));
  EXPECT_EQ(out[0].bytes, Waiting(2));
  EXPECT_EQ(out[0].tag, 3u);
  EXPECT_EQ(out[1].state, static_cast<uint32_t>(PERFC_STITCH_SPLICED))
      << "a shorter one of the same cookie";
  EXPECT_EQ(out[2].state, static_cast<uint32_t>(PERFC_STITCH_PASSED));
  EXPECT_EQ(out[2].bytes, Deferred(2, beyond));
  EXPECT_EQ(out[2].tag, 5u);
  EXPECT_EQ(Counts().oversized, 1u);
  EXPECT_EQ(Counts().matched, 2u);
  EXPECT_EQ(Counts().held, 0u);
}

TEST_F(SpliceTest, ADeferredPartThatNobodyWaitsForIsHandedOn) {
  const Bytes deferred = Deferred(1, {kUser, 5});
  const std::vector<Out> out = Push(deferred, 9);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].bytes, deferred);
  EXPECT_EQ(out[0].state, static_cast<uint32_t>(PERFC_STITCH_PASSED));
  EXPECT_EQ(out[0].tag, 9u);
  EXPECT_EQ(Counts().unclaimed, 1u);
}

TEST_F(SpliceTest, AllOtherRecordsPassWhereTheyLie) {
  encoder::Attr plain = attr_;
  plain.sample_type = encoder::kIp | encoder::kTid;
  const decode_test::Plan no_chain =
      decode_test::MakePlan(plain, Order::kLittle);
  const Bytes samples[] = {
      SampleOf({}),
      SampleOf({kUserDeferred}),
      SampleOf({kKernel, 1, kUser, 2}),
      SampleOf({kUserDeferred, 5, 6}),
      ExitOf(7),
      encoder::EncodeRecord(encoder::Lost{1, 2}, 0, {}, attr_, Order::kLittle),
  };
  perfc_stitched_record out;
  for (const Bytes &bytes : samples) {
    const perfc_record record = ViewOf(plan_, bytes);
    ASSERT_EQ(PushTo(stitch_, plan_, record, 1), 0);
    ASSERT_EQ(perfc_stitch_next_record(stitch_.get(), &out), 1);
    EXPECT_EQ(out.pushed.record.data, bytes.data());
    EXPECT_EQ(out.state, static_cast<uint32_t>(PERFC_STITCH_PASSED));
    EXPECT_EQ(perfc_stitch_next_record(stitch_.get(), &out), 0);
  }
  const Bytes bytes = SampleOf({kUserDeferred, 5});
  const perfc_record record = ViewOf(no_chain, bytes);
  ASSERT_EQ(PushTo(stitch_, no_chain, record, 1), 0);
  EXPECT_EQ(Drain(stitch_).size(), 1u);
}

TEST_F(SpliceTest, MalformedRecordsPass) {
  Push(Waiting(1));
  for (const Bytes &good : {Waiting(2), Deferred(1, {kUser, 5}), ExitOf(7)}) {
    for (size_t size = 8; size < good.size(); size += 8) {
      Bytes cut(good.begin(), good.begin() + static_cast<long>(size));
      const auto length = static_cast<uint16_t>(size);
      memcpy(cut.data() + 6, &length, sizeof length);
      const perfc_record record = ViewOf(plan_, cut);
      const bool sample = record.type == PERFC_RECORD_SAMPLE;
      perfc_sample decoded = {};
      if (sample && perfc_decode_sample(plan_.get(), &record, &decoded,
                                        sizeof decoded) == 0) {
        continue;  // The last field is raw data of any length.
      }
      const std::vector<Out> out = Push(cut);
      ASSERT_EQ(out.size(), 1u) << size;
      EXPECT_EQ(out[0].bytes, cut);
    }
  }
  EXPECT_EQ(Counts().held, 1u);
  EXPECT_EQ(Counts().unclaimed, 0u);
}

TEST_F(SpliceTest, CountsBeyondTheRecordAreMalformed) {
  Push(Waiting(1));
  for (uint64_t nr : {uint64_t{3}, uint64_t{1} << 61 | 1, ~uint64_t{0}}) {
    Bytes bytes = Deferred(1, {kUser, 5});
    memcpy(bytes.data() + 16, &nr, sizeof nr);
    // Up to the trailer, whose bytes no count may reach.
    EXPECT_EQ(Push(bytes).size(), 1u) << nr;
  }
  EXPECT_EQ(Counts().held, 1u);
}

}  // namespace
