// All records of a synthesized source, copied.
#ifndef PERFC_TEST_PROFILE_SYNTHESIZE_TAKEN_H_
#define PERFC_TEST_PROFILE_SYNTHESIZE_TAKEN_H_

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "impl/profile/synthesize/synthesize.h"
#include "perfc/attr.h"
#include "perfc/decode.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::synthesize {

struct Taken {
  perfc_stream_record stream;
  std::vector<uint64_t> words;  // the record
  std::string tail;

  perfc_record record() const {
    perfc_record record = stream.record;
    record.data = reinterpret_cast<const uint8_t*>(words.data());
    return record;
  }
  uint32_t type() const { return stream.record.type; }
};

// A plan of one attr, with a trailer.
class Plan {
 public:
  explicit Plan(uint64_t flags = 0, uint64_t sample_type = kTrailer,
                uint64_t id_all = PERFC_ATTR_SAMPLE_ID_ALL) {
    EXPECT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan_, nullptr), 0);
    perfc_attr attr = {};
    attr.type = PERFC_TYPE_SOFTWARE;
    attr.sample_type = sample_type;
    attr.flags = flags | id_all;
    const uint64_t id = 77;
    EXPECT_EQ(perfc_plan_add_attr(plan_, &attr, sizeof attr, &id, 1, nullptr),
              0);
  }
  ~Plan() { perfc_plan_destroy(plan_); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  perfc_plan* get() const { return plan_; }

  static constexpr uint64_t kTrailer = PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                                       PERFC_SAMPLE_ID | PERFC_SAMPLE_CPU |
                                       PERFC_SAMPLE_IDENTIFIER;

 private:
  perfc_plan* plan_ = nullptr;
};

inline std::unique_ptr<source::Source> Open(const perfc_host* host,
                                            const Plan& plan, uint32_t flags,
                                            std::vector<int32_t> pids = {}) {
  std::unique_ptr<source::Source> source;
  EXPECT_EQ(
      Synthesize(host, plan.get(), pids.data(),
                 static_cast<uint32_t>(pids.size()), flags, &source, nullptr),
      0);
  return source;
}

// Takes them `at_once`. The source is at its end then.
inline std::vector<Taken> TakeAll(source::Source* source,
                                  uint32_t at_once = 64) {
  std::vector<Taken> all;
  std::vector<perfc_stream_record> records(at_once);
  int got;
  while ((got = source->NextRecords(records.data(), at_once, nullptr)) > 0) {
    for (int i = 0; i < got; ++i) {
      const perfc_stream_record& one = records[static_cast<size_t>(i)];
      EXPECT_EQ(reinterpret_cast<uintptr_t>(one.record.data) % 8, 0u);
      EXPECT_EQ(one.sequence, all.size());
      EXPECT_EQ(one.time, 0u);
      EXPECT_EQ(one.position, PERFC_NO_POSITION);
      Taken taken = {one, std::vector<uint64_t>((one.record.size + 7u) / 8),
                     ""};
      memcpy(taken.words.data(), one.record.data, one.record.size);
      if (one.tail != nullptr) {
        taken.tail.assign(reinterpret_cast<const char*>(one.tail),
                          one.tail_size);
      }
      all.push_back(std::move(taken));
    }
  }
  EXPECT_EQ(got, -ESHUTDOWN);
  return all;
}

inline std::string Text(const perfc_record& record, const perfc_range& range) {
  const void* bytes = perfc_record_range(&record, &range, 1);
  return std::string(static_cast<const char*>(bytes), bytes ? range.count : 0);
}

inline perfc_record_mmap Mmap(const Plan& plan, const Taken& taken) {
  perfc_record_mmap mmap = {};
  const perfc_record record = taken.record();
  EXPECT_EQ(perfc_decode_mmap(plan.get(), &record, &mmap, sizeof mmap), 0);
  return mmap;
}

inline std::string NameOf(const Plan& plan, const Taken& taken) {
  return Text(taken.record(), Mmap(plan, taken).filename);
}

// Records of one type.
inline std::vector<Taken> Only(const std::vector<Taken>& all, uint32_t type) {
  std::vector<Taken> some;
  for (const Taken& taken : all) {
    if (taken.type() == type) some.push_back(taken);
  }
  return some;
}

}  // namespace perfc::profile::synthesize

#endif  // PERFC_TEST_PROFILE_SYNTHESIZE_TAKEN_H_
