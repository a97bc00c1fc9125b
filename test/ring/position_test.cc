// Heads and tails that count up to and past where a number of some width ends.

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/aux_area.h"
#include "perfc/batch.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Bytes;
using scripted::Event;
using scripted::FakeEvent;
using scripted::MakeRecord;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;

struct Boundary {
  const char *name;
  uint64_t position;
};
constexpr uint64_t kPage = 4096;
constexpr Boundary kBoundaries[] = {
    {"Zero", 0},
    {"RingSize", kPage},
    {"TwoTo32", uint64_t{1} << 32},
    {"TwoTo63", uint64_t{1} << 63},
};

class PositionTest : public scripted::Machine,
                     public testing::WithParamInterface<Boundary> {
 protected:
  // Records of many sizes, samples and others.
  static Bytes RecordOf(uint64_t number) {
    const uint32_t type =
        number % 3 == 2 ? PERFC_RECORD_EXIT : PERFC_RECORD_SAMPLE;
    return MakeRecord(type, 16 + number * 40 % 520, number);
  }

  // A ring of a page whose head begins so far before the boundary, or behind it
  // where heads count down.
  Event MapBefore(uint64_t distance, WriteMode mode) {
    const bool down = mode == WriteMode::kBackward;
    system_.set_first_head(GetParam().position +
                           (down ? distance : 0 - distance));
    const uint64_t flags = down ? uint64_t{PERFC_ATTR_WRITE_BACKWARD} : 0;
    return OpenMapped(SampleAttr(0, flags), 1,
                      mode == WriteMode::kOverwrite ? PERFC_MMAP_OVERWRITE : 0);
  }

  static void ExpectRecord(const perfc_record &record, const Bytes &written) {
    ASSERT_EQ(record.size, written.size());
    ASSERT_EQ(memcmp(record.data, written.data(), written.size()), 0);
  }

  // Writes some records and reads them, until the ring was filled four times.
  template <typename Read>
  void FourLaps(uint64_t distance, WriteMode mode, const Read &read) {
    const Event event = MapBefore(distance, mode);
    ASSERT_NE(event, nullptr);
    RingWriter writer = WriterOf(event, mode);
    for (uint64_t number = 0; writer.written() < 4 * kPage;) {
      std::vector<Bytes> records;
      for (uint64_t i = number % 5; i < 6; ++i) {
        records.push_back(RecordOf(number++));
        ASSERT_TRUE(writer.Write(records.back()));
      }
      read(event.get(), records);
      if (mode == WriteMode::kWaitForReader) {
        ASSERT_EQ(writer.tail(), writer.head()) << "the ring is empty";
      }
      ASSERT_FALSE(HasFatalFailure()) << "head " << writer.head();
    }
    perfc_losses losses = {};
    ASSERT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), 0);
    EXPECT_EQ(losses.malformed, 0u);
    EXPECT_EQ(losses.overwritten, 0u);
  }

  // From everywhere in the ring before the boundary.
  template <typename Read>
  void FromEverywhere(WriteMode mode, const Read &read) {
    for (uint64_t distance = 0; distance <= kPage; distance += 8) {
      FourLaps(distance, mode, read);
      ASSERT_FALSE(HasFatalFailure()) << distance << " before the boundary";
    }
  }
};

constexpr auto kReadInOrder = [](perfc_event *event,
                                 const std::vector<Bytes> &records) {
  perfc_record record;
  for (const Bytes &written : records) {
    ASSERT_EQ(perfc_next_record(event, &record), 1);
    ASSERT_EQ(record.size, written.size());
    ASSERT_EQ(memcmp(record.data, written.data(), written.size()), 0);
  }
  ASSERT_EQ(perfc_next_record(event, &record), 0);
};

TEST_P(PositionTest, RecordsAreReadAcrossIt) {
  FromEverywhere(WriteMode::kWaitForReader, kReadInOrder);
}

TEST_P(PositionTest, OverwritingRingsAreReadAcrossIt) {
  FromEverywhere(WriteMode::kOverwrite, kReadInOrder);
}

TEST_P(PositionTest, BackwardRingsAreReadAcrossIt) {
  FromEverywhere(WriteMode::kBackward,
                 [](perfc_event *event, std::vector<Bytes> records) {
                   std::reverse(records.begin(), records.end());
                   kReadInOrder(event, records);
                 });
}

TEST_P(PositionTest, BatchesAreFilledAcrossIt) {
  struct Destroy {
    void operator()(perfc_batch *batch) const { perfc_batch_destroy(batch); }
  };
  for (const uint32_t flags : {uint32_t{0}, uint32_t{PERFC_BATCH_VIEWS}}) {
    perfc_batch_options options = {};
    options.size = sizeof options;
    options.flags = flags;
    perfc_batch *made = nullptr;
    ASSERT_EQ(perfc_batch_create(&options, &made, &error_), 0);
    const std::unique_ptr<perfc_batch, Destroy> batch(made);
    FromEverywhere(
        WriteMode::kWaitForReader,
        [&](perfc_event *event, const std::vector<Bytes> &records) {
          int rows = 0;
          int filled;
          while ((filled = perfc_batch_fill_event(batch.get(), event)) > 0) {
            rows += filled;
          }
          ASSERT_EQ(filled, 0);
          ASSERT_EQ(rows, static_cast<int>(records.size()));
        });
  }
}

// data_tail follows the reader at an eighth of the ring, also where one of the
// two has passed the boundary and the other hasn't.
TEST_P(PositionTest, SpaceIsGivenBackAcrossIt) {
  for (uint64_t distance = 8; distance <= kPage; distance += 8) {
    const Event event = MapBefore(distance, WriteMode::kWaitForReader);
    RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
    const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 40);
    while (writer.Write(written)) continue;
    perfc_record record;
    uint64_t read = 0;
    uint64_t stores = 0;
    for (uint64_t tail = writer.tail();
         perfc_next_record(event.get(), &record) == 1;) {
      read += record.size;
      const uint64_t behind = GetParam().position - distance + read;
      ASSERT_LE(behind - writer.tail(), kPage / 8 + 2 * written.size());
      stores += tail != writer.tail();
      tail = writer.tail();
    }
    ASSERT_LE(stores, 9u) << "not for each record";
    ASSERT_EQ(writer.tail(), writer.head());
  }
}

// The first of these heads is no place that the reader was at, so it is
// dropped; from there on the ring is read.
TEST_P(PositionTest, AHeadThatJumpsThereAndPassesItIsRead) {
  for (const uint64_t distance : {8, 32, 4000}) {
    const Event event = OpenMapped(SampleAttr(), 1);
    RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
    writer.SetHead(GetParam().position - distance);
    perfc_record record;
    ASSERT_EQ(perfc_next_record(event.get(), &record), 0);
    for (uint64_t i = 0; i < 3 * kPage / 48; ++i) {
      const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 48, i);
      ASSERT_TRUE(writer.Write(written));
      ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
      ExpectRecord(record, written);
    }
  }
}

TEST_P(PositionTest, AuxDataAreSeenAcrossIt) {
  for (uint64_t distance = 0; distance <= kPage; distance += 64) {
    const uint64_t start = GetParam().position - distance;
    system_.set_first_head(start);
    perfc_attr attr = SampleAttr();
    attr.type = 8;
    const Event event = OpenMapped(attr, 1);
    FakeEvent &fake = Fake(event);
    fake.has_aux = true;
    ASSERT_EQ(perfc_aux_mmap(event.get(), 1, 0, &error_), 0);
    auto *control = reinterpret_cast<perfc_mmap_page *>(fake.ring);
    for (uint64_t at = start, i = 0; at - start < 3 * kPage; ++i) {
      const uint64_t size = 1 + i * 773 % kPage;
      control->aux_head = at + size;
      perfc_aux_data view;
      ASSERT_EQ(perfc_aux_peek(event.get(), &view, sizeof view), 1);
      ASSERT_EQ(view.offset, at);
      ASSERT_EQ(view.size + view.rest_size, size);
      const auto see = [&](uint64_t offset) {
        return perfc_aux_view(event.get(), offset, size, 0, &view, sizeof view);
      };
      ASSERT_EQ(see(at), 0);
      ASSERT_EQ(view.offset, at);
      ASSERT_EQ(view.size + view.rest_size, size);
      ASSERT_EQ(see(at - 1), -ENODATA);
      ASSERT_EQ(see(at + 1), -EBADMSG);
      ASSERT_EQ(perfc_aux_release(event.get(), at + size + 1), -EINVAL);
      ASSERT_EQ(perfc_aux_release(event.get(), at + size), 0);
      ASSERT_EQ(control->aux_tail, at + size);
      ASSERT_EQ(perfc_aux_peek(event.get(), &view, sizeof view), 0);
      at += size;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boundary, PositionTest, testing::ValuesIn(kBoundaries),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

}  // namespace
