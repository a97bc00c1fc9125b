// Rings: mapping, wrapping, peeking. What wraps is compared with a second ring
// of the same hits, large enough never to wrap, and read by hand.

#include <sys/mman.h>

#include <random>
#include <set>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

uint64_t Head(perfc_event* event) {
  return __atomic_load_n(&perfc_event_control_page(event)->data_head,
                         __ATOMIC_ACQUIRE);
}

uint64_t Tail(perfc_event* event) {
  return __atomic_load_n(&perfc_event_control_page(event)->data_tail,
                         __ATOMIC_ACQUIRE);
}

std::string Bytes(const perfc_record& record) {
  return {reinterpret_cast<const char*>(record.data), record.size};
}

class Ring : public testing::TestWithParam<uint32_t> {
 protected:
  size_t bytes() const { return GetParam() * kPage; }
};

INSTANTIATE_TEST_SUITE_P(OfPages, Ring, testing::Values(1, 2));

// Records 8 bytes shorter than the ring: each begins 8 bytes before the last
// one, so that in time one begins, and wraps, at every place there is.
perfc_attr AlmostTheRing(size_t ring_bytes) {
  constexpr size_t kOverhead =
      8 + 8 + 8 + 8 + 8;  // + addr, tid, size, dyn_size
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS),
               PERFC_SAMPLE_ADDR | PERFC_SAMPLE_TID | PERFC_SAMPLE_STACK_USER);
  attr.sample_stack_user = ring_bytes - 8 - kOverhead;
  return attr;
}

// Touches with so much stack above it that the sample's stack is full.
__attribute__((noinline, no_sanitize("address", "thread"))) void TouchDeepDown(
    Pages* pages, uint8_t pattern) {
  volatile uint8_t stack[3 * kPage];
  for (size_t i = 0; i < sizeof stack; ++i) stack[i] = pattern + i * 7;
  EnableAll();
  pages->Touch(0, 1);
  DisableAll();
  stack[0] = 0;
}

TEST_P(Ring, RecordsWrapAtEveryOffset) {
  NEEDS(Paranoid(2));
  Pages pages(1);
  TouchDeepDown(&pages, 0);
  const perfc_attr attr = AlmostTheRing(bytes());
  Event event = OpenMapped(attr, GetParam());
  RawRing truth(&attr, 8);
  std::set<uint64_t> begins;
  for (size_t i = 0; i < bytes() / 8; ++i) {
    begins.insert(Head(event) % bytes());
    pages.Forget();
    TouchDeepDown(&pages, i);
    const std::vector<std::string> expected = truth.Take();
    ASSERT_EQ(1u, expected.size());
    ASSERT_EQ(bytes() - 8, expected[0].size());
    perfc_record record;
    ASSERT_EQ(1, perfc_next_record(event, &record)) << "round " << i;
    ASSERT_EQ(PERFC_RECORD_SAMPLE, record.type);
    ASSERT_EQ(expected[0], Bytes(record)) << "round " << i;
    perfc_sample sample = {};
    ASSERT_EQ(0, perfc_decode_sample(perfc_event_plan(event), &record, &sample,
                                     sizeof sample));
    EXPECT_EQ(pages.address(0), sample.addr);
    EXPECT_EQ(attr.sample_stack_user, sample.stack.count);
    EXPECT_EQ(attr.sample_stack_user, sample.stack_dyn_size);
    ASSERT_EQ(0, perfc_next_record(event, &record));
  }
  EXPECT_EQ(bytes() / 8, begins.size());
  EXPECT_EQ(0u, Losses(event).lost);
}

// MMAP records as long as the names of the files, read several at a time.
TEST_P(Ring, RecordsOfAllSizesWrap) {
  NEEDS(Paranoid(2));
  std::vector<MemoryFile> files;
  for (int length = 1; length <= 200; ++length) {
    files.emplace_back(std::string(length, 'a' + length % 26));
  }
  perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.flags |= PERFC_ATTR_MMAP | PERFC_ATTR_MMAP_DATA;
  Event event = OpenMapped(attr, GetParam());
  RawRing truth(&attr, 64);
  std::mt19937 random(1);
  std::set<uint64_t> splits;
  size_t wraps = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<const MemoryFile*> mapped;
    EnableAll();
    for (unsigned k = random() % 10 + 1; k > 0; --k) {
      mapped.push_back(&files[random() % files.size()]);
      mapped.back()->MapOnce(PROT_READ);
    }
    DisableAll();
    const std::vector<std::string> expected = truth.Take();
    uint64_t at = Tail(event);
    size_t next = 0, file = 0;
    for (const Record& record : Drain(event)) {
      ASSERT_LT(next, expected.size());
      ASSERT_EQ(expected[next++], Bytes(*record.operator->()));
      const uint64_t left = bytes() - at % bytes();
      at += record->size;
      if (record->size > left) {
        ++wraps;
        splits.insert(left);
      }
      const auto mmap = Decode(perfc_decode_mmap, event, record);
      const std::string name = record.Bytes(mmap.filename);
      if (name.rfind("/memfd:", 0) != 0) continue;  // An allocator's.
      ASSERT_LT(file, mapped.size());
      EXPECT_EQ(mapped[file++]->path(), name);
    }
    ASSERT_EQ(expected.size(), next);
    ASSERT_EQ(mapped.size(), file);
  }
  EXPECT_EQ(0u, Losses(event).lost);
  EXPECT_GT(wraps, 100u);
  EXPECT_GT(splits.size(), 20u);
}

TEST(RingMapping, PeekConsumesNothing) {
  NEEDS(Paranoid(2));
  Pages pages(3);
  Event event = OpenMapped(
      Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_ADDR), 1);
  perfc_record record;
  EXPECT_EQ(0, perfc_event_peek_record(event, &record));
  TouchDuring(event, &pages);
  for (size_t i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      ASSERT_EQ(1, perfc_event_peek_record(event, &record));
      EXPECT_EQ(pages.address(i), Sample(event, Record(record)).addr);
      if (i == 0) {
        EXPECT_EQ(0u, Tail(event));
      }
    }
    ASSERT_EQ(1, perfc_next_record(event, &record));
    EXPECT_EQ(pages.address(i), Sample(event, Record(record)).addr);
  }
  EXPECT_EQ(0, perfc_event_peek_record(event, &record));
  EXPECT_EQ(0, perfc_next_record(event, &record));
  EXPECT_EQ(Head(event), Tail(event));
}

TEST(RingMapping, TheDefaultIs128Pages) {
  NEEDS(Paranoid(2));
  Event event =
      OpenMapped(Software(PERFC_COUNT_SW_DUMMY), PERFC_MMAP_DEFAULT_PAGES);
  EXPECT_EQ(128 * kPage, perfc_event_control_page(event)->data_size);
}

TEST(RingMapping, OnlyPowersOfTwo) {
  NEEDS(Paranoid(2));
  Event event = Open(Software(PERFC_COUNT_SW_DUMMY));
  perfc_error error = {};
  for (uint32_t pages : {3u, 5u, 6u, 7u, 127u, 129u, 0xffffffffu}) {
    EXPECT_EQ(-EINVAL, perfc_mmap(event, pages, 0, &error)) << pages;
    EXPECT_EQ(PERFC_RULE_ARGUMENT, error.rule);
  }
  EXPECT_EQ(-EINVAL, perfc_mmap(event, 1, 2, &error));
  Map(event, 1);
}

TEST(RingMapping, ASecondOneIsRefused) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(Software(PERFC_COUNT_SW_DUMMY), 2);
  perfc_error error = {};
  for (uint32_t pages : {2u, 4u}) {
    EXPECT_EQ(-EBADFD, perfc_mmap(event, pages, 0, &error));
    EXPECT_EQ(PERFC_RULE_MAPPED, error.rule);
  }
  EXPECT_EQ(-EBADFD, perfc_mmap(event, 0, 0, &error));
  EXPECT_EQ(2 * kPage, perfc_event_control_page(event)->data_size);
}

TEST(RingMapping, UnmapAndMapAgain) {
  NEEDS(Paranoid(2));
  Pages pages(1);
  Event event =
      Open(Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_ADDR));
  EXPECT_EQ(-EBADFD, perfc_munmap(event));
  for (uint32_t size : {1, 8, 2, 1}) {
    Map(event, size);
    EXPECT_EQ(size * kPage, perfc_event_control_page(event)->data_size);
    pages.Forget();
    TouchDuring(event, &pages);
    EXPECT_EQ(1u, Samples(event).size());
    ASSERT_EQ(0, perfc_munmap(event));
    EXPECT_EQ(nullptr, perfc_event_control_page(event));
    perfc_record record;
    EXPECT_EQ(-EBADFD, perfc_next_record(event, &record));
  }
}

TEST(RingMapping, TheControlPageAlone) {
  NEEDS(Paranoid(2));
  Event event = Open(Software(PERFC_COUNT_SW_PAGE_FAULTS));
  EXPECT_EQ(nullptr, perfc_event_control_page(event));
  perfc_error error = {};
  ASSERT_EQ(0, perfc_mmap(event, 0, 0, &error)) << Text(error);
  const perfc_mmap_page* page = perfc_event_control_page(event);
  ASSERT_NE(nullptr, page);
  EXPECT_GE(page->size, 96u);
  EXPECT_EQ(
      PERFC_CAP_BIT0_IS_DEPRECATED,
      page->capabilities & (PERFC_CAP_BIT0 | PERFC_CAP_BIT0_IS_DEPRECATED));
  perfc_record record;
  EXPECT_EQ(-EBADFD, perfc_next_record(event, &record));
  EXPECT_EQ(-EBADFD, perfc_event_wait(event, 0, &error));
  EXPECT_EQ(-EBADFD, perfc_mmap(event, 1, 0, &error));
  ASSERT_EQ(0, perfc_munmap(event));
  Map(event, 1);
}

}  // namespace
}  // namespace live
