// A store of features that a test gives it.
#ifndef PERFC_TEST_PROFILE_FEATURES_FAKE_STORE_H_
#define PERFC_TEST_PROFILE_FEATURES_FAKE_STORE_H_

#include <cerrno>
#include <map>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "impl/profile/features/features.h"
#include "impl/profile/table/kinds.h"
#include "impl/profile/table/table.h"
#include "test/profile/features/encoder.h"

namespace perfc::test {

// Each feature begins at kBase + 4096 times its number.
inline constexpr uint64_t kBase = 0x100000;
inline constexpr uint64_t PositionOf(uint32_t feature) {
  return kBase + 4096 * uint64_t{feature};
}

class FakeStore : public profile::features::Store {
 public:
  ~FakeStore() override { perfc_plan_destroy(plan_); }

  std::map<uint32_t, Bytes> features;
  std::map<uint32_t, profile::features::EventUpdate> updates;

  // Adds an attr with one id, or none for 0.
  void AddEvent(uint64_t id, uint64_t flags = 0, int32_t clockid = 0) {
    if (!plan_) perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan_, nullptr);
    perfc_attr attr = {};
    attr.size = sizeof attr;
    attr.sample_type = PERFC_SAMPLE_IDENTIFIER;
    attr.flags = flags;
    attr.clockid = clockid;
    ASSERT_GE(perfc_plan_add_attr(plan_, &attr, sizeof attr, &id, id ? 1 : 0,
                                  nullptr),
              0);
  }

  int Get(uint32_t feature, absl::Span<const uint8_t>* bytes,
          uint64_t* position, perfc_error*) override {
    const auto found = features.find(feature);
    if (found == features.end()) return -ENODATA;
    // In memory of their own, so that reading beyond is noticed.
    lent_ = std::make_unique<uint8_t[]>(found->second.size());
    std::copy(found->second.begin(), found->second.end(), lent_.get());
    *bytes = {lent_.get(), found->second.size()};
    *position = PositionOf(feature);
    return 0;
  }
  int GetRaw(uint32_t feature, profile::features::RawFeature* raw,
             perfc_error* error) override {
    const int got = Get(feature, &raw->bytes, &raw->position, error);
    raw->size = raw->bytes.size();
    return got;
  }
  const perfc_plan* plan() const override { return plan_; }
  profile::features::EventUpdate Update(uint32_t index) const override {
    const auto found = updates.find(index);
    return found == updates.end() ? profile::features::EventUpdate()
                                  : found->second;
  }

 private:
  perfc_plan* plan_ = nullptr;
  std::unique_ptr<uint8_t[]> lent_;
};

// The table of a store, and its rows.
template <typename Row>
class Filled {
 public:
  Filled(FakeStore& store, uint32_t kind) : table_(kind, sizeof(Row)) {
    result = profile::features::FillTable(store, &table_, &error);
    EXPECT_EQ(table_.GetRows(sizeof(Row), &rows_), 0);
  }

  uint64_t count() const { return rows_.count; }
  uint64_t groups() const { return rows_.groups; }
  const uint64_t* starts() const { return rows_.starts; }
  const Row& operator[](size_t i) const {
    return static_cast<const Row*>(rows_.rows)[i];
  }
  std::string operator()(const perfc_text& text) const {
    return {rows_.text + text.offset, text.size};
  }

  int result;
  perfc_error error = {};

 private:
  profile::table::Table table_;
  perfc_rows rows_;
};

}  // namespace perfc::test

#endif  // PERFC_TEST_PROFILE_FEATURES_FAKE_STORE_H_
