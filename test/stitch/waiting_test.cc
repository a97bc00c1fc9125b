// Samples whose deferred part doesn't come: memory, exits, flushing.

#include <cerrno>
#include <cstring>
#include <map>
#include <random>

#include "test/stitch/stitches.h"

namespace {

using namespace stitches;  // NOLINT: the tests' own helpers.

class WaitingTest : public StitchTest {};

TEST_F(WaitingTest, AFlushHandsThemOutAsTheyWereOldestFirst) {
  for (uint64_t i = 0; i < 5; ++i) Push(Waiting(i), i);
  const std::vector<Out> out = Flush();
  ASSERT_EQ(out.size(), 5u);
  for (uint64_t i = 0; i < 5; ++i) {
    EXPECT_EQ(out[i].tag, i);
    EXPECT_EQ(out[i].bytes, Waiting(i));
    EXPECT_EQ(out[i].state, static_cast<uint32_t>(PERFC_STITCH_UNMATCHED));
  }
  EXPECT_EQ(Counts().unmatched, 5u);
  EXPECT_EQ(Counts().held, 0u);
  EXPECT_TRUE(Flush().empty());
  Push(Waiting(1));
  EXPECT_EQ(Push(Deferred(1, {kUser})).size(), 1u) << "and goes on";
}

TEST_F(WaitingTest, AnExitHandsOutItsThreadsBeforeItself) {
  Push(Waiting(1, 7), 1);
  Push(Waiting(2, 8), 2);
  Push(Waiting(1, 7), 3);
  Push(Waiting(2, 7), 4);
  const std::vector<Out> out = Push(ExitOf(7), 5);
  ASSERT_EQ(out.size(), 4u);
  const uint64_t tags[] = {1, 3, 4, 5};
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(out[i].tag, tags[i]);
  EXPECT_EQ(out[2].state, static_cast<uint32_t>(PERFC_STITCH_UNMATCHED));
  EXPECT_EQ(out[3].bytes, ExitOf(7));
  EXPECT_EQ(Counts().held, 1u);
  EXPECT_EQ(Counts().unmatched, 3u);
  EXPECT_EQ(Push(Deferred(2, {kUser}, 8)).size(), 1u);
}

TEST_F(WaitingTest, AnotherThreadsExitChangesNothing) {
  Push(Waiting(1, 7));
  EXPECT_EQ(Push(ExitOf(8)).size(), 1u);
  EXPECT_EQ(Counts().held, 1u);
}

TEST_F(WaitingTest, WhereMemoryEndsTheOldestGo) {
  stitch_ = Create(PERFC_STITCH_LEAST_BYTES);
  uint64_t expected = 0;
  for (uint64_t i = 0; i < 20000; ++i) {
    for (const Out &out : Push(Waiting(i, 7, 12 + i % 50 * 8), i)) {
      EXPECT_EQ(out.tag, expected);
      EXPECT_EQ(out.state, static_cast<uint32_t>(PERFC_STITCH_UNMATCHED));
      ASSERT_EQ(out.bytes, Waiting(expected, 7, 12 + expected % 50 * 8));
      ++expected;
    }
  }
  EXPECT_EQ(Counts().unmatched, expected);
  EXPECT_EQ(Counts().held, 20000 - expected);
  EXPECT_GT(Counts().held * 400, PERFC_STITCH_LEAST_BYTES / 2)
      << "the memory is used";
  EXPECT_EQ(Flush().size(), 20000 - expected);
}

TEST_F(WaitingTest, TheLargestSamplesFitTheLeastMemory) {
  stitch_ = Create(PERFC_STITCH_LEAST_BYTES);
  const size_t raw = 65528 - Waiting(0, 7, 4).size() + 4;
  ASSERT_EQ(Waiting(0, 7, raw).size(), 65528u);
  for (uint64_t i = 0; i < 100; ++i) Push(Waiting(i, 7, raw), i);
  EXPECT_GE(Counts().held, 2u);
  // Without anything else in it, exactly one is spliced with an equal part.
  EXPECT_EQ(Push(Deferred(99, {kUser, 1})).size(), 1u);
  EXPECT_EQ(Counts().matched, 1u);
}

// Everything comes out once, whole, and in the state that it must be in.
TEST_F(WaitingTest, AtRandomEverySampleComesOutOnce) {
  stitch_ = Create(PERFC_STITCH_LEAST_BYTES);
  std::mt19937 random(5);
  struct Pushed {
    uint64_t cookie;
    uint32_t tid;
    size_t raw;
  };
  std::map<uint64_t, Pushed> waiting;  // By tag.
  uint64_t spliced = 0;
  uint64_t unmatched = 0;
  const auto take = [&](const std::vector<Out> &all, const Bytes &pushed) {
    for (const Out &out : all) {
      if (out.state == PERFC_STITCH_PASSED) {
        ASSERT_EQ(out.bytes, pushed);
        continue;
      }
      const auto found = waiting.find(out.tag);
      ASSERT_NE(found, waiting.end()) << out.tag;
      const Pushed &was = found->second;
      if (out.state == PERFC_STITCH_UNMATCHED) {
        ASSERT_EQ(out.bytes, Waiting(was.cookie, was.tid, was.raw));
        ++unmatched;
      } else {
        ASSERT_EQ(out.bytes.size(),
                  Waiting(was.cookie, was.tid, was.raw).size() + 8);
        ++spliced;
      }
      waiting.erase(found);
    }
  };
  for (uint64_t tag = 0; tag < 60000; ++tag) {
    const uint64_t cookie = random() % 400;
    const auto tid = static_cast<uint32_t>(random() % 20);
    const uint32_t what = random() % 1000;
    if (what < 600) {
      const size_t raw = 4 + random() % 60 * 8;
      const Bytes bytes = Waiting(cookie, tid, raw);
      waiting[tag] = {cookie, tid, raw};
      const std::vector<Out> out = Push(bytes, tag);
      for (const Out &one : out) EXPECT_NE(one.tag, tag) << "it waits itself";
      take(out, bytes);
    } else if (what < 998) {
      const Bytes bytes = Deferred(cookie, {kUser, 1, 2}, tid);
      take(Push(bytes, tag), bytes);
      for (const auto &[other, was] : waiting) {
        ASSERT_FALSE(was.cookie == cookie && was.tid == tid) << other;
      }
    } else {
      const Bytes bytes = ExitOf(tid);
      take(Push(bytes, tag), bytes);
      for (const auto &[other, was] : waiting) ASSERT_NE(was.tid, tid) << other;
    }
    ASSERT_EQ(Counts().held, waiting.size());
  }
  take(Flush(), {});
  EXPECT_TRUE(waiting.empty());
  EXPECT_GT(spliced, 1000u);
  EXPECT_GT(unmatched, 10000u);
  EXPECT_EQ(Counts().matched, spliced);
  EXPECT_EQ(Counts().unmatched, unmatched);
}

TEST_F(WaitingTest, APushMustBeTakenOutBeforeTheNext) {
  const Bytes bytes = Waiting(1);
  const perfc_record record = ViewOf(plan_, bytes);
  ASSERT_EQ(PushTo(stitch_, plan_, record), 0);
  EXPECT_EQ(PushTo(stitch_, plan_, record), -EAGAIN);
  EXPECT_EQ(perfc_stitch_flush(stitch_.get()), -EAGAIN);
  EXPECT_TRUE(Drain(stitch_).empty());
  ASSERT_EQ(PushTo(stitch_, plan_, record), 0);
}

TEST_F(WaitingTest, WrongArgumentsAreRefused) {
  const Bytes bytes = Waiting(1);
  const perfc_record record = ViewOf(plan_, bytes);
  perfc_stitched_record out;
  perfc_stitch_info counts;
  perfc_error error = {};
  perfc_stitch *stitch = nullptr;
  EXPECT_EQ(perfc_stitch_create(nullptr, nullptr, &error), -EINVAL);
  for (uint64_t bytes_wanted :
       {uint64_t{1}, uint64_t{PERFC_STITCH_LEAST_BYTES - 1},
        uint64_t{PERFC_STITCH_MOST_BYTES} + 1, ~uint64_t{0}}) {
    perfc_stitch_options options = {sizeof options, 0, bytes_wanted};
    EXPECT_EQ(perfc_stitch_create(&options, &stitch, &error), -EINVAL);
    EXPECT_EQ(error.rule, static_cast<uint32_t>(PERFC_RULE_ARGUMENT));
  }
  EXPECT_EQ(stitch, nullptr);
  perfc_stream_record pushed = {};
  pushed.record = record;
  EXPECT_EQ(perfc_stitch_push(nullptr, &pushed), -EINVAL);
  EXPECT_EQ(perfc_stitch_push(stitch_.get(), nullptr), -EINVAL);
  EXPECT_EQ(perfc_stitch_push(stitch_.get(), &pushed), -EINVAL) << "no plan";
  EXPECT_EQ(perfc_stitch_next_record(nullptr, &out), -EINVAL);
  EXPECT_EQ(perfc_stitch_next_record(stitch_.get(), nullptr), -EINVAL);
  EXPECT_EQ(perfc_stitch_flush(nullptr), -EINVAL);
  EXPECT_EQ(perfc_stitch_get_info(nullptr, &counts, sizeof counts), -EINVAL);
  EXPECT_EQ(perfc_stitch_get_info(stitch_.get(), nullptr, 8), -EINVAL);
  perfc_stitch_destroy(nullptr);
}

}  // namespace
