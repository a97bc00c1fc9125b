// Streams of rings whose heads pass where a number of some width ends.
#include <cerrno>

#include "test/stream/streams.h"

namespace {

using streams::Batch;
using streams::Ring;
using streams::SampleAt;
using streams::Stream;
using Times = std::vector<uint64_t>;

constexpr uint64_t kPage = 4096;

struct Boundary {
  const char *name;
  uint64_t position;
};
constexpr Boundary kBoundaries[] = {
    {"Zero", 0},
    {"RingSize", kPage},
    {"TwoTo32", uint64_t{1} << 32},
    {"TwoTo63", uint64_t{1} << 63},
};

class PositionTest : public streams::StreamTest,
                     public testing::WithParamInterface<Boundary> {
 protected:
  // Rings whose heads begin at some distance before the boundary.
  std::vector<Ring> AddRings(const Stream &stream) {
    std::vector<Ring> rings;
    for (const uint64_t distance : {0, 8, 24, 32, 1000, 4072}) {
      system_.set_first_head(GetParam().position - distance);
      rings.push_back(AddRing(stream));
    }
    return rings;
  }

  // Records of the times from `time` on, dealt out over the rings.
  static Times Write(std::vector<Ring> *rings, uint64_t time, size_t count) {
    Times written;
    for (size_t i = 0; i < count; ++i) {
      Ring &ring = (*rings)[(time + i) % rings->size()];
      EXPECT_TRUE(ring.writer.Write(SampleAt(time + i)));
      written.push_back(time + i);
    }
    return written;
  }

  static void ExpectEmpty(const std::vector<Ring> &rings) {
    for (const Ring &ring : rings) {
      EXPECT_EQ(ring.writer.tail(), ring.writer.head());
    }
  }
};

// In rounds that end within a record, and in those of all that was seen.
TEST_P(PositionTest, RecordsComeInOrderAcrossIt) {
  for (const uint64_t round_bytes : {1, 100, 0}) {
    const Stream stream = Create(round_bytes);
    std::vector<Ring> rings = AddRings(stream);
    for (uint64_t time = 1; time < 3000;) {
      const Times written = Write(&rings, time, 1 + time % 97);
      ASSERT_EQ(Drain(stream), written) << "from " << time;
      time += written.size();
    }
    EXPECT_EQ(OutOfOrder(stream), 0u);
    ExpectEmpty(rings);
  }
}

TEST_P(PositionTest, BatchesAreFilledAcrossIt) {
  const Stream stream = Create();
  std::vector<Ring> rings = AddRings(stream);
  perfc_batch *made = nullptr;
  ASSERT_EQ(perfc_batch_create(nullptr, &made, nullptr), 0);
  const Batch batch(made);
  for (uint64_t time = 1; time < 3000;) {
    const Times written = Write(&rings, time, 1 + time % 97);
    size_t rows = 0;
    int filled;
    while ((filled = perfc_batch_fill_stream(made, stream.get())) > 0) {
      rows += static_cast<size_t>(filled);
    }
    ASSERT_EQ(filled, 0);
    ASSERT_EQ(rows, written.size());
    time += rows;
  }
  ExpectEmpty(rings);
}

TEST_P(PositionTest, RingsAreTakenOutAndPutBackAcrossIt) {
  const Stream stream = Create();
  std::vector<Ring> rings = AddRings(stream);
  perfc_stream_record record;
  uint64_t read = 0;
  uint64_t written = 0;
  for (uint64_t time = 1; time < 3000; time += 60) {
    written += Write(&rings, time, 60).size();
    for (size_t i = 0; i < rings.size(); ++i) {
      // In the middle of a round, with a record in use.
      ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
      ASSERT_EQ(perfc_stream_remove_event(stream.get(), rings[i].event.get()),
                0);
      ASSERT_GE(
          perfc_stream_add_event(stream.get(), rings[i].event.get(), nullptr),
          0);
      ++read;
    }
    read += Drain(stream).size();
    ASSERT_EQ(read, written);
  }
}

// The reader was never at the first of the heads, so that one is dropped; what
// is written from there on is read.
TEST_P(PositionTest, AHeadThatJumpsThereAndPassesItIsRead) {
  for (const uint64_t distance : {0, 8, 32, 4000}) {
    const Stream stream = Create();
    Ring ring = AddRing(stream);
    Ring other = AddRing(stream);
    other.writer.Write(SampleAt(1));
    ring.writer.SetHead(GetParam().position - distance);
    ASSERT_EQ(Drain(stream), Times{1});
    for (uint64_t time = 2; time < 300; ++time) {
      ASSERT_TRUE(ring.writer.Write(SampleAt(time)));
      ASSERT_EQ(Drain(stream), Times{time});
    }
  }
}

// A record that was seen, and is the next of its ring, isn't there any more
// once the head is elsewhere.
TEST_P(PositionTest, AHeadThatJumpsAwayFromARecordThatWasSeenDropsIt) {
  const Stream stream = Create(1);
  Ring ring = AddRing(stream);
  for (uint64_t time : {1, 2, 3}) ring.writer.Write(SampleAt(time));
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
  ASSERT_EQ(record.time, 1u);
  ring.writer.SetHead(GetParam().position - 24 - 2 * kPage);
  EXPECT_EQ(Drain(stream), Times());
  ring.writer.Write(SampleAt(4));
  EXPECT_EQ(Drain(stream), Times{4});
}

INSTANTIATE_TEST_SUITE_P(Boundary, PositionTest, testing::ValuesIn(kBoundaries),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

}  // namespace
