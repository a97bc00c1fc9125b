// The AUX area of a PMU that a test plays.

#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/aux_area.h"
#include "perfc/decode.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Bytes;
using scripted::Call;
using scripted::Event;
using scripted::FakeEvent;
using scripted::MakeRecordOf;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;

// Writes trace data as a PMU does, each byte by its offset.
class AuxTest : public scripted::Machine {
 protected:
  static uint8_t ByteAt(uint64_t offset) {
    return static_cast<uint8_t>(offset * 131 + offset / 256);
  }
  static Bytes BytesAt(uint64_t offset, uint64_t size) {
    Bytes bytes;
    for (uint64_t i = 0; i < size; ++i) bytes.push_back(ByteAt(offset + i));
    return bytes;
  }

  // An event of a PMU with AUX, and its ring of one page.
  Event OpenTracing(uint32_t flags = 0, uint64_t attr_flags = 0) {
    perfc_attr attr = SampleAttr(PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME,
                                 PERFC_ATTR_SAMPLE_ID_ALL | attr_flags);
    attr.type = 8;
    Event event = OpenMapped(attr, 1, flags);
    Fake(event).has_aux = true;
    return event;
  }
  // With an area of one page, too.
  Event OpenWithAux(uint32_t flags = 0) {
    Event event = OpenTracing();
    EXPECT_EQ(perfc_aux_mmap(event.get(), 1, flags, &error_), 0)
        << scripted::TextOf(error_);
    return event;
  }

  perfc_mmap_page *Control(const Event &event) {
    return reinterpret_cast<perfc_mmap_page *>(Fake(event).ring);
  }
  uint64_t Tail(const Event &event) {
    return __atomic_load_n(&Control(event)->aux_tail, __ATOMIC_ACQUIRE);
  }
  // Writes the bytes up to a new head, and returns how many.
  uint64_t Trace(const Event &event, uint64_t to) {
    const FakeEvent &fake = Fake(event);
    const uint64_t from = Control(event)->aux_head;
    for (uint64_t i = from; i < to; ++i) {
      fake.aux[i % fake.aux_size] = ByteAt(i);
    }
    SetHead(event, to);
    return to - from;
  }
  void SetHead(const Event &event, uint64_t head) {
    __atomic_store_n(&Control(event)->aux_head, head, __ATOMIC_RELEASE);
  }

  static Bytes Both(const perfc_aux_data &view) {
    Bytes bytes(view.data, view.data + view.size);
    if (view.rest != nullptr) {
      bytes.insert(bytes.end(), view.rest, view.rest + view.rest_size);
    }
    return bytes;
  }
  static int Peek(const Event &event, perfc_aux_data *view) {
    return perfc_aux_peek(event.get(), view, sizeof *view);
  }
  static int View(const Event &event, uint64_t offset, uint64_t size,
                  perfc_aux_data *view, uint64_t flags = 0) {
    return perfc_aux_view(event.get(), offset, size, flags, view, sizeof *view);
  }
};

TEST_F(AuxTest, LiesBehindTheRingAsTheControlPageSays) {
  const Event event = OpenTracing();
  ASSERT_EQ(perfc_aux_mmap(event.get(), 4, 0, &error_), 0);
  const FakeEvent &fake = Fake(event);
  EXPECT_EQ(Control(event)->aux_offset, fake.ring_size);
  EXPECT_EQ(Control(event)->aux_size, 4 * system_.PageSize());
  EXPECT_EQ(fake.aux_size, 4 * system_.PageSize());
  EXPECT_TRUE(fake.aux_writable);
  ASSERT_EQ(perfc_aux_munmap(event.get()), 0);
  EXPECT_EQ(fake.library_aux, nullptr);
  ASSERT_EQ(perfc_aux_mmap(event.get(), 1, PERFC_AUX_OVERWRITE, &error_), 0);
  EXPECT_FALSE(fake.aux_writable) << "which is how the kernel tells";
}

TEST_F(AuxTest, NewDataIsSeenUntilItIsReleased) {
  const Event event = OpenWithAux();
  perfc_aux_data view;
  EXPECT_EQ(Peek(event, &view), 0);
  Trace(event, 100);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(Peek(event, &view), 1);
    EXPECT_EQ(view.offset, 0u);
    EXPECT_EQ(Both(view), BytesAt(0, 100));
  }
  EXPECT_EQ(Tail(event), 0u);
  ASSERT_EQ(perfc_aux_release(event.get(), 60), 0);
  EXPECT_EQ(Tail(event), 60u);
  ASSERT_EQ(Peek(event, &view), 1);
  EXPECT_EQ(Both(view), BytesAt(60, 40));
  ASSERT_EQ(perfc_aux_release(event.get(), 100), 0);
  EXPECT_EQ(Peek(event, &view), 0);
}

TEST_F(AuxTest, DataWrapsAtEveryPlace) {
  const Event event = OpenWithAux();
  const uint64_t size = system_.PageSize();
  uint64_t split = 0;
  for (uint64_t from = 0; from < 40 * size;) {
    const uint64_t to = from + 1 + from * 7 % (size - 1);
    Trace(event, to);
    perfc_aux_data view;
    ASSERT_EQ(Peek(event, &view), 1);
    ASSERT_EQ(view.offset, from);
    ASSERT_EQ(Both(view), BytesAt(from, to - from));
    split += view.rest != nullptr;
    ASSERT_EQ(perfc_aux_release(event.get(), to), 0);
    from = to;
  }
  EXPECT_GT(split, 20u);
}

TEST_F(AuxTest, AnAreaThatIsFullIsSeenWhole) {
  const Event event = OpenWithAux();
  const uint64_t size = system_.PageSize();
  Trace(event, 10);
  ASSERT_EQ(perfc_aux_release(event.get(), 10), 0);
  Trace(event, 10 + size);
  perfc_aux_data view;
  ASSERT_EQ(Peek(event, &view), 1);
  EXPECT_EQ(view.size, size - 10);
  EXPECT_EQ(view.rest_size, 10u);
  EXPECT_EQ(Both(view), BytesAt(10, size));
}

TEST_F(AuxTest, RecordsNameTheirData) {
  const Event event = OpenWithAux();
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  const uint64_t size = system_.PageSize();
  // pid and tid, then the trailer: pid and tid, time.
  writer.Write(MakeRecordOf(PERFC_RECORD_ITRACE_START,
                            {uint64_t{22} << 32 | 11, 0, 1000}));
  uint64_t at = 0;
  std::vector<Bytes> expected;
  for (uint64_t piece : {size - 100, uint64_t{300}, uint64_t{1}}) {
    ASSERT_EQ(perfc_aux_release(event.get(), at), 0);
    Trace(event, at + piece);
    writer.Write(MakeRecordOf(PERFC_RECORD_AUX, {at, piece, 0, 0, 1001}));
    perfc_record record;
    ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
    const perfc_plan *plan = perfc_event_plan(event.get());
    if (at == 0) {
      perfc_record_itrace_start start = {};
      ASSERT_EQ(perfc_decode_itrace_start(plan, &record, &start, sizeof start),
                0);
      EXPECT_EQ(start.pid, 11u);
      EXPECT_EQ(start.tid, 22u);
      ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
    }
    perfc_record_aux aux = {};
    ASSERT_EQ(perfc_decode_aux(plan, &record, &aux, sizeof aux), 0);
    perfc_aux_data view;
    ASSERT_EQ(View(event, aux.aux_offset, aux.aux_size, &view, aux.flags), 0);
    EXPECT_EQ(view.offset, at);
    EXPECT_EQ(Both(view), BytesAt(at, piece));
    at += piece;
  }
}

TEST_F(AuxTest, ARecordsDataMustBeInTheArea) {
  const Event event = OpenWithAux();
  const uint64_t size = system_.PageSize();
  Trace(event, 500);
  ASSERT_EQ(perfc_aux_release(event.get(), 200), 0);
  perfc_aux_data view;
  EXPECT_EQ(View(event, 200, 300, &view), 0);
  EXPECT_EQ(View(event, 500, 0, &view), 0);
  EXPECT_EQ(view.size, 0u);
  EXPECT_EQ(View(event, 199, 1, &view), -ENODATA) << "released";
  EXPECT_EQ(View(event, 0, 500, &view), -ENODATA);
  EXPECT_EQ(View(event, 200, 301, &view), -EBADMSG) << "not written yet";
  EXPECT_EQ(View(event, 501, 0, &view), -EBADMSG);
  EXPECT_EQ(View(event, 200, size + 1, &view), -EBADMSG);
  EXPECT_EQ(View(event, 300, ~uint64_t{0}, &view), -EBADMSG);
  EXPECT_EQ(View(event, 300, ~uint64_t{0} - 299, &view), -EBADMSG)
      << "the end overflows";
  EXPECT_EQ(View(event, ~uint64_t{0}, 1, &view), -ENODATA);
  EXPECT_EQ(View(event, uint64_t{1} << 62, 1, &view), -EBADMSG);
  EXPECT_EQ(View(event, 200, 300, &view, PERFC_AUX_FLAG_OVERWRITE), -ENODATA);
}

TEST_F(AuxTest, AHeadFromNowhereIsToldOnceAndReadingGoesOn) {
  const uint64_t size = system_.PageSize();
  for (uint64_t head : {size + 1, uint64_t{1} << 40, ~uint64_t{0}}) {
    SCOPED_TRACE(head);
    const Event event = OpenWithAux();
    SetHead(event, head);
    perfc_aux_data view;
    EXPECT_EQ(View(event, 0, 1, &view), -EBADMSG);
    EXPECT_EQ(Peek(event, &view), -EBADMSG);
    EXPECT_EQ(Tail(event), head);
    EXPECT_EQ(Peek(event, &view), 0);
    SetHead(event, head + 8);
    ASSERT_EQ(Peek(event, &view), 1);
    EXPECT_EQ(view.size + view.rest_size, 8u);
  }
}

TEST_F(AuxTest, AHeadThatGoesBackIsNoData) {
  const Event event = OpenWithAux();
  Trace(event, 100);
  ASSERT_EQ(perfc_aux_release(event.get(), 100), 0);
  SetHead(event, 40);
  perfc_aux_data view;
  EXPECT_EQ(Peek(event, &view), -EBADMSG);
  EXPECT_EQ(Peek(event, &view), 0);
}

TEST_F(AuxTest, OnlyWhatWasWrittenCanBeReleased) {
  const Event event = OpenWithAux();
  Trace(event, 100);
  EXPECT_EQ(perfc_aux_release(event.get(), 101), -EINVAL);
  ASSERT_EQ(perfc_aux_release(event.get(), 50), 0);
  EXPECT_EQ(perfc_aux_release(event.get(), 49), -EINVAL);
  EXPECT_EQ(perfc_aux_release(event.get(), 50), 0);
  EXPECT_EQ(Tail(event), 50u);
}

TEST_F(AuxTest, ASnapshotIsTheWholeAreaFromItsOldestByte) {
  const Event event = OpenWithAux(PERFC_AUX_OVERWRITE);
  const uint64_t size = system_.PageSize();
  perfc_aux_data view;
  Trace(event, 3 * size + 1000);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(Peek(event, &view), 1);
    EXPECT_EQ(view.offset, 2 * size + 1000);
    EXPECT_EQ(Both(view), BytesAt(2 * size + 1000, size));
  }
  EXPECT_EQ(perfc_aux_release(event.get(), 3 * size), -EINVAL);
  EXPECT_EQ(View(event, 2 * size + 1000, 10, &view), -ENODATA);
}

TEST_F(AuxTest, ASnapshotOfLessThanTheAreaBeginsWithZeros) {
  const Event event = OpenWithAux(PERFC_AUX_OVERWRITE);
  const uint64_t size = system_.PageSize();
  Trace(event, 1000);
  perfc_aux_data view;
  ASSERT_EQ(Peek(event, &view), 1);
  Bytes expected(size - 1000);
  const Bytes written = BytesAt(0, 1000);
  expected.insert(expected.end(), written.begin(), written.end());
  EXPECT_EQ(Both(view), expected);
}

TEST_F(AuxTest, OneMappedElsewhereGoesOnWhereItIs) {
  const Event event = OpenTracing();
  Control(event)->aux_head = 12345;
  ASSERT_EQ(perfc_aux_mmap(event.get(), 1, 0, &error_), 0);
  EXPECT_EQ(Tail(event), 12345u);
  perfc_aux_data view;
  EXPECT_EQ(Peek(event, &view), 0);
  Trace(event, 12400);
  ASSERT_EQ(Peek(event, &view), 1);
  EXPECT_EQ(Both(view), BytesAt(12345, 55));
}

TEST_F(AuxTest, APmuWithoutAuxIsTold) {
  const Event event = OpenTracing();
  Fake(event).has_aux = false;
  Control(event)->aux_offset = 77;
  EXPECT_EQ(perfc_aux_mmap(event.get(), 1, 0, &error_), -EOPNOTSUPP);
  EXPECT_EQ(error_.rule, PERFC_RULE_NOT_SUPPORTED);
  EXPECT_NE(scripted::TextOf(error_).find("AUX"), std::string::npos);
  EXPECT_EQ(Control(event)->aux_offset, 77u) << "as it was";
  EXPECT_EQ(Control(event)->aux_size, 0u);
  perfc_aux_data view;
  EXPECT_EQ(Peek(event, &view), -EBADFD);
}

TEST_F(AuxTest, TheKernelsErrnosAreKeptAndExplained) {
  const Event event = OpenTracing();
  for (int error : {EPERM, ENOMEM, EINVAL}) {
    system_.Fail(Call::kMmap, error);
    EXPECT_EQ(perfc_aux_mmap(event.get(), 1, 0, &error_), -error);
    EXPECT_EQ(error_.call, PERFC_CALL_MMAP);
    EXPECT_FALSE(scripted::TextOf(error_).empty());
    EXPECT_EQ(Control(event)->aux_size, 0u);
  }
  EXPECT_EQ(perfc_aux_mmap(event.get(), 1, 0, &error_), 0);
}

TEST_F(AuxTest, ItNeedsARingWhoseControlPageCanBeWritten) {
  const Event unmapped = Open(SampleAttr());
  const Event overwrite = OpenTracing(PERFC_MMAP_OVERWRITE);
  const Event backward = OpenTracing(0, PERFC_ATTR_WRITE_BACKWARD);
  const Event control = Open(SampleAttr());
  ASSERT_EQ(perfc_mmap(control.get(), 0, 0, nullptr), 0);
  for (const Event *event : {&unmapped, &overwrite, &backward, &control}) {
    EXPECT_EQ(perfc_aux_mmap(event->get(), 1, 0, &error_), -EBADFD);
    EXPECT_EQ(error_.rule, PERFC_RULE_MAPPED);
  }
}

TEST_F(AuxTest, WrongArgumentsAreRefused) {
  const Event event = OpenTracing();
  for (uint32_t pages : {0u, 3u, 6u, 0x80000000u}) {
    EXPECT_EQ(perfc_aux_mmap(event.get(), pages, 0, &error_), -EINVAL) << pages;
    EXPECT_EQ(error_.rule, PERFC_RULE_ARGUMENT);
  }
  EXPECT_EQ(perfc_aux_mmap(event.get(), 1, 2, &error_), -EINVAL);
  EXPECT_EQ(perfc_aux_mmap(nullptr, 1, 0, &error_), -EINVAL);
  perfc_aux_data view;
  EXPECT_EQ(perfc_aux_munmap(event.get()), -EBADFD);
  EXPECT_EQ(perfc_aux_munmap(nullptr), -EINVAL);
  EXPECT_EQ(Peek(event, &view), -EBADFD);
  EXPECT_EQ(View(event, 0, 0, &view), -EBADFD);
  EXPECT_EQ(perfc_aux_release(event.get(), 0), -EBADFD);
  ASSERT_EQ(perfc_aux_mmap(event.get(), 1, 0, &error_), 0);
  EXPECT_EQ(perfc_aux_mmap(event.get(), 1, 0, &error_), -EBADFD) << "mapped";
  EXPECT_EQ(perfc_aux_peek(event.get(), nullptr, 8), -EINVAL);
  EXPECT_EQ(perfc_aux_peek(nullptr, &view, sizeof view), -EINVAL);
  EXPECT_EQ(perfc_aux_view(nullptr, 0, 0, 0, &view, sizeof view), -EINVAL);
  EXPECT_EQ(perfc_aux_view(event.get(), 0, 0, 0, nullptr, 8), -EINVAL);
  EXPECT_EQ(perfc_aux_release(nullptr, 0), -EINVAL);
}

TEST_F(AuxTest, AShorterStructIsFilledAsFarAsItGoes) {
  const Event event = OpenWithAux();
  Trace(event, 10);
  perfc_aux_data view = {};
  view.rest_size = 99;
  ASSERT_EQ(perfc_aux_peek(event.get(), &view, 16), 1);
  EXPECT_EQ(view.size, 10u);
  EXPECT_EQ(view.rest_size, 99u);
}

TEST_F(AuxTest, ItGoesWithTheRing) {
  const Event event = OpenWithAux();
  EXPECT_EQ(system_.mappings(), 2u);
  ASSERT_EQ(perfc_munmap(event.get()), 0);
  EXPECT_EQ(system_.mappings(), 0u);
  perfc_aux_data view;
  EXPECT_EQ(Peek(event, &view), -EBADFD);
  const Event closed = OpenWithAux();
}

TEST_F(AuxTest, AChildOfForkIsToldAndTouchesNothing) {
  Event event = OpenWithAux();
  Trace(event, 100);
  system_.Fork();
  perfc_aux_data view;
  EXPECT_EQ(Peek(event, &view), -EOWNERDEAD);
  EXPECT_EQ(View(event, 0, 10, &view), -EOWNERDEAD);
  EXPECT_EQ(perfc_aux_release(event.get(), 10), -EOWNERDEAD);
  EXPECT_EQ(perfc_aux_mmap(event.get(), 1, 0, &error_), -EOWNERDEAD);
  EXPECT_EQ(perfc_aux_munmap(event.get()), -EOWNERDEAD);
  const int unmapped = system_.count(Call::kMunmap);
  event.reset();
  EXPECT_EQ(system_.count(Call::kMunmap), unmapped);
}

}  // namespace
