// read + lost = generated, and for rings that overwrite: read + overwritten =
// written.

#include <unistd.h>

#include <atomic>
#include <random>
#include <thread>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

constexpr uint64_t kHits = 1000000;
constexpr uint64_t kBatch = 1000;

perfc_attr GetppidSamples() {
  perfc_attr attr =
      Sampling(Tracepoint("syscalls:sys_enter_getppid"),
               PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                   PERFC_SAMPLE_CPU | PERFC_SAMPLE_PERIOD);
  attr.read_format = PERFC_FORMAT_LOST;
  return attr;
}

// What came out of a ring, by type.
struct Taken {
  uint64_t samples = 0;
  uint64_t lost = 0;  // As LOST records tell.

  void TakeAll(perfc_event* event) {
    perfc_record record;
    int result;
    while ((result = perfc_next_record(event, &record)) == 1)
      Add(event, record);
    EXPECT_EQ(0, result);
  }

  void Add(perfc_event* event, const perfc_record& record) {
    if (record.type == PERFC_RECORD_SAMPLE) {
      ++samples;
      return;
    }
    EXPECT_EQ(PERFC_RECORD_LOST, record.type);
    perfc_record_lost out = {};
    EXPECT_EQ(0, perfc_decode_lost(perfc_event_plan(event), &record, &out,
                                   sizeof out));
    EXPECT_EQ(Id(event), out.id);
    EXPECT_GT(out.lost, 0u);
    lost += out.lost;
  }
};

// By PERF_FORMAT_LOST at once; by the LOST records once another record has
// found room and told of the last losses.
void ExpectAllAccountedFor(perfc_event* event, Taken* taken) {
  perfc_count count = {};
  ASSERT_EQ(0, perfc_read(event, &count, sizeof count));
  // What the kernel counted is what it generated: where another process comes
  // to and goes from the system calls' tracepoints meanwhile, a few hits reach
  // no event at all.
  const uint64_t generated = count.raw;
  EXPECT_LE(generated, kHits);
  EXPECT_GE(generated, kHits - kHits / 100);
  EXPECT_EQ(generated, taken->samples + count.lost);
  EXPECT_GT(count.lost, 0u);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Getppid(1);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  taken->TakeAll(event);
  EXPECT_EQ(generated + 1, taken->samples + taken->lost);
  const perfc_losses losses = Losses(event);
  EXPECT_EQ(taken->lost, losses.lost);
  EXPECT_EQ(taken->lost, losses.read_lost);
  EXPECT_EQ(1u, losses.read_lost_set);
  EXPECT_EQ(0u, losses.malformed);
  EXPECT_EQ(0u, losses.unknown);
  EXPECT_EQ(0u, losses.overwritten);
}

TEST(Loss, ReadPlusLostIsGeneratedOverAMillionOwnHits) {
  NEEDS(Paranoid(-1), Tracefs());
  Event event = OpenMapped(GetppidSamples(), 8);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Taken taken;
  for (uint64_t hits = 0; hits < kHits; hits += kBatch) {
    Getppid(kBatch);
    taken.TakeAll(event);
  }
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  taken.TakeAll(event);
  ExpectAllAccountedFor(event, &taken);
}

// The event is opened by the thread that hits, and read by another.
TEST(Loss, ReadPlusLostIsGeneratedOverAMillionHitsOfAnotherThread) {
  NEEDS(Paranoid(-1), Tracefs());
  Event event = OpenMapped(GetppidSamples(), 4);
  std::atomic<bool> full{false}, done{false};
  Taken taken;
  std::thread reader([&] {
    while (!full) std::this_thread::yield();
    bool last;
    do {
      last = done;
      taken.TakeAll(event);
    } while (!last);
  });
  EnableAll();      // Not by the handle, which is the reader's.
  Getppid(kBatch);  // More than the ring holds: there is a loss for sure.
  full = true;
  Getppid(kHits - kBatch);
  DisableAll();
  done = true;
  reader.join();
  ExpectAllAccountedFor(event, &taken);
}

TEST(Loss, AWaitingReaderLosesNothingThatIsntTold) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  constexpr uint64_t kCalls = 30000;
  perfc_attr attr = Sampling(CallsOf(FirstTarget), PERFC_SAMPLE_TID);
  attr.read_format = PERFC_FORMAT_LOST;
  attr.wakeup_events = 1;
  Event event = OpenMapped(attr, 1);
  uint64_t samples = 0;
  std::thread reader([&] {
    perfc_record record;
    int result;
    while ((result = perfc_event_wait(event, -1, nullptr)) == 1) {
      while (perfc_next_record(event, &record) == 1) {
        samples += record.type == PERFC_RECORD_SAMPLE;
      }
    }
    EXPECT_EQ(-ECANCELED, result);
  });
  EnableAll();
  CallFirst(kCalls);
  DisableAll();
  EXPECT_EQ(0, perfc_event_wake(event));
  reader.join();
  samples += Samples(event).size();
  perfc_count count = {};
  ASSERT_EQ(0, perfc_read(event, &count, sizeof count));
  EXPECT_EQ(kCalls, count.raw);
  EXPECT_EQ(kCalls, samples + count.lost);
}

perfc_attr FaultSamples() {
  return Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_ADDR);
}

uint64_t Written(perfc_event* event) {
  return __atomic_load_n(&perfc_event_control_page(event)->data_head,
                         __ATOMIC_ACQUIRE);
}

TEST(Overwrite, ReadPlusOverwrittenIsWritten) {
  NEEDS(Paranoid(2));
  Pages pages(3000);
  Event event = Open(FaultSamples());
  Map(event, 1, PERFC_MMAP_OVERWRITE);
  std::mt19937 random(2);
  uint64_t read = 0;
  for (int i = 0; i < 200; ++i) {
    const size_t count = i % 10 == 9 ? 2000 : random() % 200 + 1;
    const size_t first = random() % (3000 - count);
    pages.Forget();
    TouchDuring(event, &pages, first, count);
    size_t page = first + count;
    Records records = Drain(event);
    while (!records.empty()) {  // The newest are there, none is missing.
      EXPECT_EQ(pages.address(--page), Sample(event, records.back()).addr);
      read += records.back()->size;
      records.pop_back();
    }
    if (count <= 200) {
      EXPECT_EQ(first, page) << i;
    }
  }
  const perfc_losses losses = Losses(event);
  EXPECT_GT(losses.overwritten, 0u);
  EXPECT_EQ(Written(event), read + losses.overwritten);
  EXPECT_EQ(0u, losses.lost);
  EXPECT_EQ(0u, losses.malformed);
}

TEST(Overwrite, BackwardGivesTheNewestFirst) {
  NEEDS(Paranoid(2));
  Pages pages(3000);
  perfc_attr attr = FaultSamples();
  attr.flags |= PERFC_ATTR_WRITE_BACKWARD;
  Event event = OpenMapped(attr, 1);
  uint64_t read = 0;
  size_t next = 0;
  for (size_t count : {10, 5, 1, 200, 1000, 3, 0, 256, 257, 255}) {
    TouchDuring(event, &pages, next, count);
    next += count;
    size_t page = next;
    for (const Record& record : Drain(event)) {
      EXPECT_EQ(pages.address(--page), Sample(event, record).addr);
      read += record->size;
    }
    if (count <= 200) {
      EXPECT_EQ(next - count, page);
    }
    if (count > 0) {
      EXPECT_LT(page, next);
    }
  }
  const perfc_losses losses = Losses(event);
  EXPECT_GT(losses.overwritten, 0u);
  EXPECT_EQ(-Written(event), read + losses.overwritten);
  EXPECT_EQ(0u, losses.malformed);
}

// Another thread reads, and disables the event meanwhile: a write that is under
// way shows in no head, so nothing less makes sure of what is read.
void ExpectWholeRecordsBetweenWrites(bool backward) {
  constexpr size_t kPages = 4000;
  constexpr int kRounds = 20;
  Pages pages(kPages);
  perfc_attr attr = FaultSamples();
  attr.sample_type |= PERFC_SAMPLE_TID | PERFC_SAMPLE_PERIOD;
  if (backward) attr.flags |= PERFC_ATTR_WRITE_BACKWARD;
  Event event = Open(attr);
  Map(event, 1, PERFC_MMAP_OVERWRITE);
  std::atomic<bool> done{false};
  uint64_t read = 0;
  std::thread reader([&] {
    bool last;
    do {
      last = done;
      EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
      for (const Record& record : Drain(event)) {
        read += record->size;
        ASSERT_EQ(PERFC_RECORD_SAMPLE, record->type);
        const perfc_sample sample = Sample(event, record);
        EXPECT_EQ(1u, sample.period);
        EXPECT_EQ(static_cast<uint32_t>(getpid()), sample.pid);
      }
      if (!last) {
        EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
      }
    } while (!last);
  });
  for (int i = 0; i < kRounds; ++i) {
    pages.TouchAll();
    pages.Forget();
  }
  done = true;
  reader.join();
  TouchDuring(event, &pages, 0, 10);  // Of which all is there to be read.
  const Records rest = Drain(event);
  EXPECT_EQ(10u, rest.size());
  for (const Record& record : rest) read += record->size;
  const uint64_t head = Written(event);
  const perfc_losses losses = Losses(event);
  EXPECT_EQ(backward ? -head : head, read + losses.overwritten);
  EXPECT_EQ(0u, losses.malformed);
}

TEST(Overwrite, WhatIsReadBetweenWritesIsWhole) {
  NEEDS(Paranoid(2));
  ExpectWholeRecordsBetweenWrites(false);
}

TEST(Overwrite, WhatIsReadBackwardBetweenWritesIsWhole) {
  NEEDS(Paranoid(2));
  ExpectWholeRecordsBetweenWrites(true);
}

}  // namespace
}  // namespace live
