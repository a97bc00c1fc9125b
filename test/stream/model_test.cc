// Streams against a model that looks at one record of each ring at a time.
#include <cstring>
#include <optional>
#include <random>
#include <string>

#include "test/stream/streams.h"

namespace {

using streams::Ring;
using streams::Stream;

struct Shown {
  uint32_t source;
  uint32_t type;
  uint64_t time;
  uint32_t flags;
  uint64_t mark;  // which record it is
};

bool operator==(const Shown &left, const Shown &right) {
  return left.source == right.source && left.type == right.type &&
         left.time == right.time && left.flags == right.flags &&
         left.mark == right.mark;
}

std::ostream &operator<<(std::ostream &out, const Shown &shown) {
  return out << "source " << shown.source << " type " << shown.type << " time "
             << shown.time << " flags " << shown.flags << " mark "
             << shown.mark;
}

struct Written {
  uint32_t type;
  std::optional<uint64_t> time;
  uint64_t mark;
  uint64_t size;
};

// Always the earliest of the rings' next records, in rounds.
class Model {
 public:
  explicit Model(uint64_t round_bytes) : round_bytes_(round_bytes) {}

  void AddRing() { rings_.emplace_back(); }
  void Write(size_t ring, const Written &record) {
    rings_[ring].records.push_back(record);
  }
  void PutBack(size_t ring) {
    Of &of = rings_[ring];
    pending_ -= of.round_left;
    of.round_left = 0;
    of.seen = of.next;
    of.last_time = 0;
  }

  std::optional<Shown> Next() {
    if (pending_ == 0) BeginRound();
    if (pending_ == 0) return std::nullopt;
    size_t first = rings_.size();
    for (size_t i = 0; i < rings_.size(); ++i) {
      if (rings_[i].next == rings_[i].seen) continue;
      if (first == rings_.size() || TimeOf(rings_[i]) < TimeOf(rings_[first])) {
        first = i;
      }
    }
    return Take(static_cast<uint32_t>(first));
  }

 private:
  struct Of {
    std::vector<Written> records;
    size_t next = 0;
    size_t seen = 0;
    uint64_t round_left = 0;
    uint64_t last_time = 0;
  };

  static uint64_t TimeOf(const Of &of) {
    return of.records[of.next].time.value_or(of.last_time);
  }

  void BeginRound() {
    for (Of &of : rings_) {
      of.seen = of.records.size();
      uint64_t bytes = 0;
      for (size_t i = of.next; i < of.seen; ++i) bytes += of.records[i].size;
      of.round_left = std::min(bytes, round_bytes_);
      pending_ += of.round_left;
    }
  }

  Shown Take(uint32_t number) {
    Of &of = rings_[number];
    const Written &record = of.records[of.next];
    const uint64_t time = TimeOf(of);
    const Shown shown = {number, record.type, time,
                         (record.time ? 0u : PERFC_STREAM_RECORD_TIME_GUESSED) |
                             (time < latest_ ? PERFC_STREAM_RECORD_LATE : 0u),
                         record.mark};
    const uint64_t of_round = std::min(record.size, of.round_left);
    of.round_left -= of_round;
    pending_ -= of_round;
    of.last_time = time;
    ++of.next;
    latest_ = std::max(latest_, time);
    return shown;
  }

  const uint64_t round_bytes_;
  std::vector<Of> rings_;
  uint64_t pending_ = 0;
  uint64_t latest_ = 0;
};

Shown ShownOf(const perfc_stream_record &record) {
  Shown shown = {record.source, record.record.type, record.time, record.flags,
                 0};
  memcpy(&shown.mark, record.record.data + 16, sizeof shown.mark);
  return shown;
}

// How far times lie apart: equal ones, some disorder, gaps.
struct Clock {
  uint64_t most_step;
  uint64_t most_delay;
  uint64_t gap;
};
constexpr Clock kClocks[] = {
    {1, 0, 0},      {0, 0, 0},         {1, 20, 0},
    {1000, 500, 0}, {10, 30, 1 << 20}, {3, 0, uint64_t{1} << 40},
};

class ModelTest : public streams::StreamTest,
                  public testing::WithParamInterface<int> {
 protected:
  void Run(uint64_t round_bytes, const Clock &clock) {
    const Stream stream = Create(round_bytes);
    Model model(round_bytes ? round_bytes : PERFC_STREAM_DEFAULT_ROUND);
    const size_t rings = 1 + random_() % 40;
    for (size_t i = 0; i < rings; ++i) {
      const uint32_t pages = 1 << random_() % 3;
      rings_.push_back(AddRing(stream, pages));
      sizes_.push_back(pages * system_.PageSize());
      model.AddRing();
    }
    for (int step = 0; step < 60; ++step) {
      WriteSome(clock, &model);
      if (random_() % 8 == 0) PutBack(stream, &model);
      if (!Read(stream, step % 4 == 0 ? SIZE_MAX : random_() % 300, &model)) {
        break;
      }
    }
    Read(stream, SIZE_MAX, &model);
    rings_.clear();
    sizes_.clear();
  }

 private:
  static constexpr uint32_t kMost = 64;

  uint64_t UpTo(uint64_t most) { return random_() % (most + 1); }

  void WriteSome(const Clock &clock, Model *model) {
    // Some rings have more than others.
    const size_t used = 1 + random_() % rings_.size();
    for (uint64_t i = random_() % 600; i > 0; --i) {
      now_ += UpTo(clock.most_step);
      if (clock.gap != 0 && random_() % 64 == 0) now_ += clock.gap;
      const uint64_t delay = UpTo(clock.most_delay);
      Write(random_() % used, now_ > delay ? now_ - delay : 0, model);
    }
  }

  void Write(size_t ring, uint64_t time, Model *model) {
    Written record = {PERFC_RECORD_SAMPLE, time, ++marks_, 0};
    std::vector<uint64_t> words = {time, record.mark};
    const uint64_t kind = random_() % 16;
    if (kind == 0) {  // its time is in its trailer
      record.type = PERFC_RECORD_EXIT;
      words.resize(2 + random_() % 40);
      words.push_back(time);
    } else if (kind == 1) {  // of a type without a trailer
      record.type = 70;
      record.time.reset();
    }
    const scripted::Bytes bytes = scripted::MakeRecordOf(record.type, words);
    record.size = bytes.size();
    // A ring without room would get a LOST record.
    scripted::RingWriter &writer = rings_[ring].writer;
    if (writer.head() - writer.tail() + bytes.size() >= sizes_[ring]) return;
    ASSERT_TRUE(writer.Write(bytes));
    model->Write(ring, record);
  }

  void PutBack(const Stream &stream, Model *model) {
    const size_t ring = random_() % rings_.size();
    perfc_event *event = rings_[ring].event.get();
    ASSERT_EQ(perfc_stream_remove_event(stream.get(), event), 0);
    ASSERT_EQ(perfc_stream_add_event(stream.get(), event, nullptr),
              static_cast<int>(ring));
    model->PutBack(ring);
  }

  // False: they differ.
  bool Read(const Stream &stream, size_t most, Model *model) {
    perfc_stream_record records[kMost];
    for (size_t read = 0; read < most;) {
      const auto capacity = static_cast<uint32_t>(1 + random_() % kMost);
      const int count =
          perfc_stream_next_records(stream.get(), records, capacity);
      for (int i = 0; i < count; ++i, ++read) {
        const std::optional<Shown> expected = model->Next();
        if (!expected) ADD_FAILURE() << "a record too much";
        if (!expected) return false;
        EXPECT_EQ(ShownOf(records[i]), *expected);
        if (!(ShownOf(records[i]) == *expected)) return false;
      }
      if (count > 0) continue;
      EXPECT_EQ(count, 0);
      EXPECT_FALSE(model->Next().has_value());
      return !HasFailure();
    }
    return true;
  }

  std::mt19937_64 random_{static_cast<uint64_t>(GetParam())};
  std::vector<Ring> rings_;
  std::vector<uint64_t> sizes_;
  uint64_t now_ = 1;
  uint64_t marks_ = 0;
};

TEST_P(ModelTest, TheOrderIsThatOfTheModel) {
  for (const uint64_t round_bytes : {0, 1, 100, 3000}) {
    for (const Clock &clock : kClocks) {
      Run(round_bytes, clock);
      ASSERT_FALSE(HasFailure())
          << "rounds of " << round_bytes << ", steps of " << clock.most_step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ModelTest, testing::Range(0, 12));

using EdgeTest = streams::StreamTest;

TEST_F(EdgeTest, TheLastTimesThereAreComeLast) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  a.writer.Write(streams::SampleAt(UINT64_MAX));
  a.writer.Write(streams::SampleAt(UINT64_MAX));
  b.writer.Write(streams::SampleAt(UINT64_MAX - 1));
  b.writer.Write(streams::SampleAt(1));
  EXPECT_EQ(Drain(stream).size(), 4u);
  EXPECT_EQ(OutOfOrder(stream), 1u);
}

// More records of one time than any block has room for.
TEST_F(EdgeTest, EqualTimesComeByRing) {
  const Stream stream = Create();
  std::vector<Ring> rings;
  for (int i = 0; i < 3; ++i) rings.push_back(AddRing(stream, 32));
  for (Ring &ring : rings) {
    for (int i = 0; i < 2000; ++i) ring.writer.Write(streams::SampleAt(7));
  }
  perfc_stream_record record;
  for (uint32_t i = 0; i < 6000; ++i) {
    ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
    ASSERT_EQ(record.source, i / 2000);
  }
}

}  // namespace
