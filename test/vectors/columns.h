// The canonical form of records as the columns of a batch give it.
#ifndef PERFC_TEST_VECTORS_COLUMNS_H_
#define PERFC_TEST_VECTORS_COLUMNS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "perfc/batch.h"
#include "perfc/decode.h"
#include "test/vectors/sink.h"

namespace vectors {

// One column, or that no row has it.
class Column {
 public:
  Column() = default;
  Column(const perfc_batch* batch, uint32_t table, uint32_t column);

  bool Has(uint64_t row) const;
  // A row that lacks it has 0 or an empty list there.
  bool IsCleanIfNull(uint64_t row) const;

  uint64_t Number(uint64_t row) const;
  // Elements of a list or of bytes.
  size_t Count(uint64_t row) const;
  const void* Elements(uint64_t row) const;
  const uint64_t* Words(uint64_t row) const {
    return static_cast<const uint64_t*>(Elements(row));
  }

 private:
  perfc_column column_ = {};
  bool present_ = false;
};

// The rows of one fill, in the order of the records.
class Rows {
 public:
  Rows(const perfc_batch* batch, const perfc_plan* plan);

  uint64_t count() const { return order_.size(); }
  uint64_t sequence(uint64_t row) const;
  bool IsSample(uint64_t row) const { return order_[row].sample; }

  // False if the row's columns contradict one another.
  bool Describe(uint64_t row, Sink* out) const;

 private:
  struct Place {
    bool sample;
    uint64_t row;
  };

  const Column& sample(uint32_t column) const { return samples_[column]; }
  static bool NullsAreClean(const Column* columns, uint64_t row);
  void DescribeSample(uint64_t row, Sink* out) const;
  void DescribeHead(uint64_t row, Sink* out) const;
  void DescribeMiddle(uint64_t row, Sink* out) const;
  void DescribeRead(uint64_t row, Sink* out) const;
  void DescribeBranches(uint64_t row, Sink* out) const;
  void DescribeTail(uint64_t row, Sink* out) const;
  bool DescribeRecord(uint64_t row, Sink* out) const;
  bool AgreesWithTrailer(uint64_t row, const perfc_record& record) const;

  const perfc_batch* batch_;
  const perfc_plan* plan_;
  std::vector<uint32_t> read_formats_;  // of the plan's attrs
  Column samples_[PERFC_COLUMN_COUNT];
  Column records_[PERFC_COLUMN_COUNT];
  std::vector<Place> order_;
};

}  // namespace vectors

#endif  // PERFC_TEST_VECTORS_COLUMNS_H_
