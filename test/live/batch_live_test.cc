// Batches filled from the rings of a running kernel, beside the same records
// read one by one.

#include <algorithm>
#include <memory>

#include "events.h"
#include "gtest/gtest.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

struct Closer {
  void operator()(perfc_batch* batch) const { perfc_batch_destroy(batch); }
};
using Batch = std::unique_ptr<perfc_batch, Closer>;

Batch Create(uint32_t flags) {
  const perfc_batch_options options = {sizeof options, flags, 0, 0, 0};
  perfc_batch* batch = nullptr;
  EXPECT_EQ(0, perfc_batch_create(&options, &batch, nullptr));
  return Batch(batch);
}

// Every page fault of this thread in user space: its address is known.
perfc_attr Faults() {
  return Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS),
                  PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                      PERFC_SAMPLE_ADDR | PERFC_SAMPLE_CALLCHAIN);
}

perfc_column Column(const Batch& batch, uint32_t which) {
  perfc_column column = {};
  EXPECT_EQ(0, perfc_batch_column(batch.get(), PERFC_TABLE_SAMPLES, which,
                                  &column, sizeof column));
  return column;
}

// What a sample says, as both ways of reading see it.
struct Fault {
  uint64_t address;
  uint64_t ip;
  uint32_t tid;
  std::vector<uint64_t> chain;
  bool operator==(const Fault& other) const {
    return address == other.address && ip == other.ip && tid == other.tid &&
           chain == other.chain;
  }
};

void Append(const Batch& batch, std::vector<Fault>* faults) {
  const perfc_column address = Column(batch, PERFC_COLUMN_ADDR);
  const perfc_column ip = Column(batch, PERFC_COLUMN_IP);
  const perfc_column tid = Column(batch, PERFC_COLUMN_TID);
  const perfc_column chain = Column(batch, PERFC_COLUMN_CALLCHAIN);
  for (uint64_t row = 0; row < address.rows; ++row) {
    const int32_t from = chain.offsets[row];
    const int32_t to =
        chain.sizes ? from + chain.sizes[row] : chain.offsets[row + 1];
    const auto* words = static_cast<const uint64_t*>(chain.values);
    faults->push_back({static_cast<const uint64_t*>(address.values)[row],
                       static_cast<const uint64_t*>(ip.values)[row],
                       static_cast<const uint32_t*>(tid.values)[row],
                       {words + from, words + to}});
  }
}

std::vector<Fault> ByBatch(const Batch& batch, perfc_event* event) {
  std::vector<Fault> faults;
  int filled;
  while ((filled = perfc_batch_fill_event(batch.get(), event)) > 0) {
    Append(batch, &faults);
  }
  EXPECT_EQ(0, filled);
  return faults;
}

std::vector<Fault> ByRecord(perfc_event* event) {
  std::vector<Fault> faults;
  perfc_record record;
  perfc_sample sample;
  while (perfc_next_record(event, &record) == 1) {
    EXPECT_EQ(0, perfc_decode_sample(perfc_event_plan(event), &record, &sample,
                                     sizeof sample));
    const uint64_t* chain = At<uint64_t>(&record, sample.callchain);
    faults.push_back({sample.addr,
                      sample.ip,
                      sample.tid,
                      {chain, chain + sample.callchain.count}});
  }
  return faults;
}

// Without what the test faults beside, as on the way to an event's ioctl.
std::vector<Fault> Within(const Pages& pages, std::vector<Fault> faults) {
  const auto beside = [&](const Fault& fault) {
    return fault.address < pages.address(0) ||
           fault.address > pages.address(pages.count() - 1);
  };
  faults.erase(std::remove_if(faults.begin(), faults.end(), beside),
               faults.end());
  return faults;
}

class BatchOfARing : public testing::TestWithParam<uint32_t> {};

// A ring of one page, so that records wrap in nearly every turn.
TEST_P(BatchOfARing, HasWhatReadingOneByOneHas) {
  NEEDS(Paranoid(2));
  Event batched = OpenMapped(Faults(), 1);
  Event single = OpenMapped(Faults(), 1);
  const Batch batch = Create(GetParam());
  Pages pages(16);
  for (int turn = 0; turn < 200; ++turn) {
    pages.Forget();
    ASSERT_EQ(0, perfc_ioctl(batched, PERFC_IOC_ENABLE, 0, nullptr));
    ASSERT_EQ(0, perfc_ioctl(single, PERFC_IOC_ENABLE, 0, nullptr));
    pages.TouchAll();
    ASSERT_EQ(0, perfc_ioctl(single, PERFC_IOC_DISABLE, 0, nullptr));
    ASSERT_EQ(0, perfc_ioctl(batched, PERFC_IOC_DISABLE, 0, nullptr));
    const std::vector<Fault> got = Within(pages, ByBatch(batch, batched));
    ASSERT_EQ(pages.count(), got.size()) << "in turn " << turn;
    ASSERT_TRUE(Within(pages, ByRecord(single)) == got) << "in turn " << turn;
  }
  EXPECT_EQ(0u, Losses(batched).lost);
}

INSTANTIATE_TEST_SUITE_P(Flags, BatchOfARing,
                         testing::Values(0u, PERFC_BATCH_VIEWS),
                         [](const auto& info) {
                           return info.param ? "Views" : "Copied";
                         });

}  // namespace
}  // namespace live
