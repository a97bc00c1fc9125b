// Batches: many records at a time, as columns.
#ifndef PERFC_BATCH_HPP_
#define PERFC_BATCH_HPP_

#include <cstdint>

#include "perfc/batch.h"
#include "perfc/column.hpp"
#include "perfc/event.hpp"
#include "perfc/plan.hpp"
#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"
#include "perfc/stream_record.hpp"

namespace perfc {

class Rings;

// One of a batch's two tables. It and its columns live until the next fill.
class Table {
 public:
  Table(const perfc_batch* batch, std::uint32_t table)
      : batch_(batch), table_(table) {}

  std::uint64_t rows() const {
    const auto sequence = column(columns::sequence);
    return sequence.size();
  }

  // table.column(perfc::columns::ip). Empty if no row has it.
  template <typename View>
  View column(ColumnName<View> name) const {
    perfc_column column = {};
    if (perfc_batch_column(batch_, table_, name.number, &column,
                           sizeof column) < 0) {
      return {};
    }
    return View(column);
  }

  // Through the Arrow C Data Interface; the caller releases both.
  Result<void> export_arrow(ArrowSchema* schema, ArrowArray* array) const {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_batch_export_arrow(batch_, table_, schema, array, error);
    });
  }

 protected:
  const perfc_batch* batch_;
  std::uint32_t table_;
};

// All records but samples, which a range-based for gives for typed decoding.
class RecordTable : public Table {
 public:
  explicit RecordTable(const perfc_batch* batch)
      : Table(batch, PERFC_TABLE_RECORDS) {}

  // row must be below rows().
  StreamRecord operator[](std::uint64_t row) const {
    StreamRecord record = {};
    perfc_batch_record(batch_, row, &record);
    return record;
  }
  internal::IndexIterator<RecordTable> begin() const { return {this, 0}; }
  internal::IndexIterator<RecordTable> end() const { return {this, rows()}; }
};

// A row of either table.
struct Row {
  std::uint32_t table;  // PERFC_TABLE_*
  std::uint64_t row;
};

// The rows of both tables in the order of their records.
class Rows {
 public:
  class Iterator {
   public:
    Row operator*() const {
      if (takes_sample()) return {PERFC_TABLE_SAMPLES, sample_};
      return {PERFC_TABLE_RECORDS, record_};
    }
    Iterator& operator++() {
      ++(takes_sample() ? sample_ : record_);
      return *this;
    }
    bool operator!=(const Iterator& other) const {
      return sample_ != other.sample_ || record_ != other.record_;
    }
    bool operator==(const Iterator& other) const { return !(*this != other); }

   private:
    friend class Rows;
    Iterator(const Rows* rows, std::uint64_t sample, std::uint64_t record)
        : rows_(rows), sample_(sample), record_(record) {}

    bool takes_sample() const {
      if (sample_ == rows_->samples_.size()) return false;
      return record_ == rows_->records_.size() ||
             rows_->samples_[sample_] < rows_->records_[record_];
    }

    const Rows* rows_;
    std::uint64_t sample_;
    std::uint64_t record_;
  };

  Rows(Table samples, Table records)
      : samples_(samples.column(columns::sequence)),
        records_(records.column(columns::sequence)) {}

  Iterator begin() const { return {this, 0, 0}; }
  Iterator end() const { return {this, samples_.size(), records_.size()}; }

 private:
  Numbers<std::uint64_t> samples_;
  Numbers<std::uint64_t> records_;
};

class Batch {
 public:
  // size is filled in here.
  static Result<Batch> create(perfc_batch_options options = {}) {
    options.size = sizeof options;
    return internal::make<Batch>([&](perfc_batch** batch, perfc_error* error) {
      return perfc_batch_create(&options, batch, error);
    });
  }

  // Takes over a batch of the C API.
  explicit Batch(perfc_batch* batch) : batch_(batch) {}

  // Replaces the rows with the next records, and returns how many there are in
  // both tables.
  Result<int> fill(EventView event) {
    return internal::count(perfc_batch_fill_event(get(), event.get()));
  }
  // Of a stream or a flight recorder.
  Result<int> fill(Rings& rings);
  // Of records in memory. *consumed: bytes of them that were taken.
  Result<int> fill(PlanView plan, Span<const std::uint8_t> bytes,
                   std::size_t* consumed) {
    return internal::count(perfc_batch_fill_bytes(
        get(), plan.get(), bytes.data(), bytes.size(), consumed));
  }

  // Of records that you hold, of any source. *taken: how many became rows.
  Result<int> fill(Span<const perfc_stream_record> records,
                   std::uint32_t* taken) {
    return internal::count(perfc_batch_fill_records(
        get(), records.data(), static_cast<std::uint32_t>(records.size()),
        taken));
  }

  Result<perfc_batch_info> info() const {
    return internal::filled<perfc_batch_info>(
        [&](perfc_batch_info* info, std::size_t size) {
          return perfc_batch_get_info(get(), info, size);
        });
  }

  Table samples() const { return {get(), PERFC_TABLE_SAMPLES}; }
  RecordTable records() const { return RecordTable(get()); }
  Rows rows() const { return {samples(), records()}; }

  perfc_batch* get() const { return batch_.get(); }

 private:
  Owned<perfc_batch, perfc_batch_destroy> batch_;
};

}  // namespace perfc

#endif  // PERFC_BATCH_HPP_
