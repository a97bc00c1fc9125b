// Different handles in different threads, freely; for the tsan build above all.

#include <atomic>
#include <thread>
#include <vector>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

perfc_attr FaultSamples() {
  return Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS),
                  PERFC_SAMPLE_ADDR | PERFC_SAMPLE_IDENTIFIER);
}

TEST(Threads, EachWithEventsOfItsOwn) {
  NEEDS(Paranoid(2));
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 20; ++i) {
        Pages pages(10);
        Event event = OpenMapped(FaultSamples(), 2);
        TouchDuring(event, &pages);
        const std::vector<perfc_sample> samples = Samples(event);
        EXPECT_EQ(Count(event), samples.size());
        EXPECT_GE(samples.size(), 10u);
        perfc_error error = {};
        EXPECT_EQ(-EBADFD, perfc_mmap(event, 2, 0, &error));
        EXPECT_FALSE(Text(error).empty());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Threads, OneHostForAll) {
  NEEDS(Paranoid(2));
  perfc_host_options options = {};
  options.size = sizeof options;
  perfc_host* host = nullptr;
  ASSERT_EQ(0, perfc_host_create(&options, &host, nullptr));
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([host] {
      const perfc_attr attr = FaultSamples();
      for (int i = 0; i < 50; ++i) {
        perfc_event* event = nullptr;
        EXPECT_EQ(0, perfc_open(host, &attr, sizeof attr, 0, -1, nullptr, 0,
                                &event, nullptr));
        perfc_close(event);
        EXPECT_GT(perfc_host_attr_size(host, nullptr), 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  perfc_host_destroy(host);
}

TEST(Threads, OnePlanDecodesInAllThreads) {
  NEEDS(Paranoid(2));
  Pages pages(100);
  Event event = OpenMapped(FaultSamples(), 8);
  TouchDuring(event, &pages);
  const Records records = Drain(event, PERFC_RECORD_SAMPLE);
  ASSERT_EQ(100u, records.size());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (size_t i = 0; i < records.size(); ++i) {
        EXPECT_EQ(pages.address(i), Sample(event, records[i]).addr);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// The two exceptions to one thread at a time: reading counts, and waking.
TEST(Threads, ReadAndWakeWhileAnotherThreadWaits) {
  NEEDS(Paranoid(2));
  Pages pages(500);
  perfc_attr attr = FaultSamples();
  attr.wakeup_events = 1;
  Event event = OpenMapped(attr, 8);
  std::atomic<bool> done{false};
  size_t samples = 0, cancelled = 0;
  std::thread reader([&] {
    while (!done || cancelled == 0) {
      const int result = perfc_event_wait(event, -1, nullptr);
      cancelled += result == -ECANCELED;
      samples += Samples(event).size();
    }
  });
  EnableAll();
  for (size_t i = 0; i < pages.count(); ++i) {
    pages.Touch(i, 1);
    EXPECT_GE(Count(event), i + 1);
    if (i % 10 == 0) {
      EXPECT_EQ(0, perfc_event_wake(event));
    }
  }
  DisableAll();
  done = true;
  EXPECT_EQ(0, perfc_event_wake(event));
  reader.join();
  samples += Samples(event).size();
  EXPECT_EQ(Count(event), samples + Losses(event).lost);
  EXPECT_GT(cancelled, 0u);
}

TEST(Threads, AnEventOpenedInOneIsReadAndClosedInAnother) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  Event event = OpenMapped(FaultSamples(), 2);
  TouchDuring(event, &pages);
  std::thread([&event] {
    EXPECT_EQ(10u, Samples(event).size());
    event.Close();
  }).join();
  Event next = Open(FaultSamples());
}

TEST(Threads, AnEventIsSteeredWhileAnotherThreadReadsItsRing) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), 8);
  std::atomic<bool> done{false};
  std::atomic<uint64_t> read{0};
  std::thread reader([&] {
    perfc_record record;
    bool last = false;
    while (!last) {
      last = done;
      EXPECT_GE(perfc_event_wait(event, 1, nullptr), 0);
      while (perfc_next_record(event, &record) == 1) {
        if (record.type == PERFC_RECORD_SAMPLE) ++read;
      }
    }
  });
  for (int i = 0; i < 50; ++i) {
    uint64_t id = 0;
    EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
    Pages pages(4);
    TouchDuring(event, &pages);
    EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_PERIOD, 1, nullptr));
    EXPECT_EQ(0, perfc_event_id(event, &id));
    EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  }
  done = true;
  reader.join();
  EXPECT_GE(read, 200u);
}

}  // namespace
}  // namespace live
