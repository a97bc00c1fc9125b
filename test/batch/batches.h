// What the tests of batches share: plans, and records one after another.
#ifndef PERFC_TEST_BATCH_BATCHES_H_
#define PERFC_TEST_BATCH_BATCHES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/batch.h"
#include "perfc/decode.h"
#include "test/encoder/attr.h"
#include "test/encoder/sample.h"
#include "test/encoder/sideband.h"
#include "test/vectors/decode.h"

namespace batches {

using encoder::Attr;
using encoder::Order;
using encoder::Sample;
using vectors::Aligned;
using vectors::Batch;
using vectors::MakeBatch;
using vectors::Plan;

// Each way to keep lists and bytes.
inline constexpr uint32_t kEachFlags[] = {0, PERFC_BATCH_VIEWS,
                                          PERFC_BATCH_VIEW_BYTES};

inline std::string FlagsName(const testing::TestParamInfo<uint32_t>& info) {
  static constexpr const char* kNames[] = {"Copied", "Views", "BytesAsViews"};
  return kNames[info.param];
}

// An attr of that sample_type, with a trailer in other records.
inline Attr AttrOf(uint64_t sample_type) {
  Attr attr;
  attr.sample_type = sample_type;
  attr.flags = encoder::kFlagSampleIdAll;
  return attr;
}

inline Plan PlanOf(const std::vector<vectors::AttrWithIds>& attrs) {
  vectors::Case made;
  made.attrs = attrs;
  return vectors::MakePlan(made, Order::kLittle);
}

inline Plan PlanOf(const Attr& attr) { return PlanOf({{attr, {}}}); }

// Records as a ring has them.
class Records {
 public:
  Records& Add(const Sample& sample, const Attr& attr) {
    return Raw(sample.Encode(attr, Order::kLittle));
  }
  template <typename Body>
  Records& Add(const Body& body, const encoder::SampleId& id,
               const Attr& attr) {
    return Raw(encoder::EncodeRecord(body, 0, id, attr, Order::kLittle));
  }
  Records& Raw(const encoder::Bytes& bytes) {
    const size_t at = bytes_.size();
    bytes_.Resize(at + bytes.size());
    std::copy(bytes.begin(), bytes.end(), bytes_.data() + at);
    return *this;
  }

  const uint8_t* data() const { return bytes_.data(); }
  uint8_t* data() { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }

 private:
  Aligned bytes_;
};

// A fill of all that is there, or as much as fits.
inline int Fill(const Batch& batch, const Plan& plan, const Records& records,
                size_t* consumed = nullptr) {
  size_t ignored;
  return perfc_batch_fill_bytes(batch.get(), plan.get(), records.data(),
                                records.size(),
                                consumed != nullptr ? consumed : &ignored);
}

inline perfc_batch_info InfoOf(const Batch& batch) {
  perfc_batch_info info = {};
  EXPECT_EQ(perfc_batch_get_info(batch.get(), &info, sizeof info), 0);
  return info;
}

// All zero if no row has it.
inline perfc_column ColumnOf(const Batch& batch, uint32_t which,
                             uint32_t table = PERFC_TABLE_SAMPLES) {
  perfc_column column = {};
  perfc_batch_column(batch.get(), table, which, &column, sizeof column);
  return column;
}

inline bool HasColumn(const Batch& batch, uint32_t which,
                      uint32_t table = PERFC_TABLE_SAMPLES) {
  perfc_column column = {};
  const int result =
      perfc_batch_column(batch.get(), table, which, &column, sizeof column);
  EXPECT_TRUE(result == 0 || result == -ENODATA) << result;
  return result == 0;
}

// The values of a fixed column, one for each row.
template <typename T>
std::vector<T> Values(const Batch& batch, uint32_t which,
                      uint32_t table = PERFC_TABLE_SAMPLES) {
  const perfc_column column = ColumnOf(batch, which, table);
  if (column.values == nullptr) return {};
  EXPECT_EQ(column.width, sizeof(T));
  const T* values = static_cast<const T*>(column.values);
  return std::vector<T>(values, values + column.rows);
}

// One row of a list of u64 or of bytes.
template <typename T>
std::vector<T> Elements(const perfc_column& column, uint64_t row) {
  EXPECT_EQ(column.width, sizeof(T));
  const T* values = static_cast<const T*>(column.values);
  const int32_t from = column.offsets[row];
  const int32_t count =
      column.sizes ? column.sizes[row] : column.offsets[row + 1] - from;
  return std::vector<T>(values + from, values + from + count);
}

inline bool IsValid(const perfc_column& column, uint64_t row) {
  return column.validity == nullptr ||
         (column.validity[row / 8] >> row % 8 & 1) != 0;
}

}  // namespace batches

#endif  // PERFC_TEST_BATCH_BATCHES_H_
