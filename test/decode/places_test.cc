// The places of ids, tasks, times and CPUs, held against the decoder: a word at
// a place decodes to the member of that name.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

constexpr uint64_t kWords = 10;

perfc_record_places PlacesOf(const Plan &plan) {
  perfc_record_places places;
  memset(&places, 0xff, sizeof places);
  EXPECT_EQ(perfc_plan_get_places(plan.get(), 0, &places, sizeof places), 0);
  return places;
}

// Words of which each is another number.
std::vector<uint64_t> Counted() {
  std::vector<uint64_t> words(kWords);
  for (uint64_t i = 0; i < kWords; ++i) words[i] = (i + 1) << 40 | (i + 101);
  return words;
}

template <typename T>
T At(const Record &record, size_t offset) {
  T value;
  memcpy(&value, record.data() + offset, sizeof value);
  return value;
}

// Every combination of the fields that have a fixed place.
std::vector<uint64_t> SampleTypes() {
  constexpr uint64_t kFields[] = {
      PERFC_SAMPLE_IDENTIFIER, PERFC_SAMPLE_IP,   PERFC_SAMPLE_TID,
      PERFC_SAMPLE_TIME,       PERFC_SAMPLE_ADDR, PERFC_SAMPLE_ID,
      PERFC_SAMPLE_STREAM_ID,  PERFC_SAMPLE_CPU,  PERFC_SAMPLE_PERIOD};
  std::vector<uint64_t> types(1, 0);
  for (const uint64_t field : kFields) {
    const size_t count = types.size();
    for (size_t i = 0; i < count; ++i) types.push_back(types[i] | field);
  }
  return types;
}

TEST(Places, OfSamplesAreThoseOfTheDecoder) {
  for (const uint64_t type : SampleTypes()) {
    const Plan plan = MakePlan(AttrOf(type));
    const perfc_record_places places = PlacesOf(plan);
    const Record record(PERFC_RECORD_SAMPLE, 0, Counted());
    perfc_sample sample;
    ASSERT_EQ(
        perfc_decode_sample(plan.get(), record.get(), &sample, sizeof sample),
        0);
    EXPECT_EQ(places.sample_id != 0,
              (type & (PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_ID)) != 0);
    if (type & PERFC_SAMPLE_IDENTIFIER) {
      EXPECT_EQ(At<uint64_t>(record, places.sample_id), sample.identifier);
    } else if (type & PERFC_SAMPLE_ID) {
      EXPECT_EQ(At<uint64_t>(record, places.sample_id), sample.id);
    }
    EXPECT_EQ(places.sample_tid != 0, (type & PERFC_SAMPLE_TID) != 0);
    if (type & PERFC_SAMPLE_TID) {
      EXPECT_EQ(At<uint32_t>(record, places.sample_tid), sample.pid);
      EXPECT_EQ(At<uint32_t>(record, places.sample_tid + 4), sample.tid);
    }
    EXPECT_EQ(places.sample_time != 0, (type & PERFC_SAMPLE_TIME) != 0);
    if (type & PERFC_SAMPLE_TIME) {
      EXPECT_EQ(At<uint64_t>(record, places.sample_time), sample.time);
    }
    EXPECT_EQ(places.sample_cpu != 0, (type & PERFC_SAMPLE_CPU) != 0);
    if (type & PERFC_SAMPLE_CPU) {
      EXPECT_EQ(At<uint32_t>(record, places.sample_cpu), sample.cpu);
    }
    EXPECT_EQ(places.sample_size, 8 + 8 * __builtin_popcountll(type));
  }
}

TEST(Places, OfTrailersAreThoseOfTheDecoder) {
  for (const uint64_t type : SampleTypes()) {
    const Plan plan = MakePlan(AttrOf(type));
    const perfc_record_places places = PlacesOf(plan);
    const Record record(PERFC_RECORD_LOST, 0, Counted());
    const size_t end = record.get()->size;
    perfc_sample_id id;
    ASSERT_EQ(perfc_decode_sample_id(plan.get(), record.get(), &id, sizeof id),
              0);
    EXPECT_EQ(places.trailer_size, 8 * __builtin_popcountll(id.present));
    if (type & PERFC_SAMPLE_IDENTIFIER) {
      EXPECT_EQ(At<uint64_t>(record, end - places.trailer_id), id.identifier);
    } else if (type & PERFC_SAMPLE_ID) {
      EXPECT_EQ(At<uint64_t>(record, end - places.trailer_id), id.id);
    } else {
      EXPECT_EQ(places.trailer_id, 0);
    }
    EXPECT_EQ(places.trailer_tid != 0, (type & PERFC_SAMPLE_TID) != 0);
    if (type & PERFC_SAMPLE_TID) {
      EXPECT_EQ(At<uint32_t>(record, end - places.trailer_tid), id.pid);
      EXPECT_EQ(At<uint32_t>(record, end - places.trailer_tid + 4), id.tid);
    }
    EXPECT_EQ(places.trailer_time != 0, (type & PERFC_SAMPLE_TIME) != 0);
    if (type & PERFC_SAMPLE_TIME) {
      EXPECT_EQ(At<uint64_t>(record, end - places.trailer_time), id.time);
    }
    EXPECT_EQ(places.trailer_cpu != 0, (type & PERFC_SAMPLE_CPU) != 0);
    if (type & PERFC_SAMPLE_CPU) {
      EXPECT_EQ(At<uint32_t>(record, end - places.trailer_cpu), id.cpu);
    }
  }
}

TEST(Places, OfTrailersAreZeroWithoutSampleIdAll) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_TIME | PERFC_SAMPLE_TID);
  attr.flags &= ~PERFC_ATTR_SAMPLE_ID_ALL;
  const perfc_record_places places = PlacesOf(MakePlan(attr));
  EXPECT_EQ(places.trailer_time, 0);
  EXPECT_EQ(places.trailer_tid, 0);
  EXPECT_EQ(places.trailer_size, 0);
  EXPECT_NE(places.sample_time, 0);
}

TEST(Places, OfAnAttrThatIsNotThereAreRefused) {
  const Plan plan = MakePlan(AttrOf(0));
  perfc_record_places places;
  EXPECT_EQ(perfc_plan_get_places(plan.get(), 1, &places, sizeof places),
            -EINVAL);
  EXPECT_EQ(perfc_plan_get_places(nullptr, 0, &places, sizeof places), -EINVAL);
  EXPECT_EQ(perfc_plan_get_places(plan.get(), 0, nullptr, sizeof places),
            -EINVAL);
}

}  // namespace
}  // namespace decode_test
