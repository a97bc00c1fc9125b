// The choice of a batch's columns: the fields that the plans of a fill have and
// the caller wants.
#ifndef PERFC_IMPL_BATCH_COLUMN_CHOICE_H_
#define PERFC_IMPL_BATCH_COLUMN_CHOICE_H_

#include <cstdint>

#include "impl/batch/columns.h"
#include "impl/decode/plan.h"
#include "perfc/batch.h"

namespace perfc::batch {

// Where the records of a fill come from.
enum class Origin : uint8_t {
  kOnePlan,  // a ring or bytes
  kStream,   // rows have the number of their source, as do those of
  kRecords,  // the caller's, of any plans
};

class ColumnChoice {
 public:
  explicit ColumnChoice(const perfc_batch_options& options)
      : options_(options) {}

  // A fill calls Begin, Want for every plan, and Settle once the tables have
  // the columns of SampleColumns and RecordColumns.
  void Begin(Origin origin);
  void Want(const decode::Plan& plan);
  void Settle() {
    is_settled_ = true;
    settled_ = wanted_;
  }
  // Whether the tables have the columns that this fill wants.
  bool IsSettled() const { return is_settled_ && wanted_ == settled_; }
  // The tables' columns are about to go.
  void Unsettle() { is_settled_ = false; }
  // From now on the columns stay as they are, whatever is wanted.
  void Freeze() { frozen_ = true; }

  bool has_source() const { return wanted_.origin != Origin::kOnePlan; }
  bool views() const { return options_.flags != 0; }  // of anything

  // Bits by column: those that samples and other records may have.
  uint64_t SampleColumns() const;
  uint64_t RecordColumns() const;

  // Whether a column's elements stay in the records, and the bits of those whose
  // do.
  bool IsViewed(const ColumnSpec& spec) const {
    switch (spec.shape) {
      case Shape::kBytes:
        return views();
      case Shape::kWords:
      case Shape::kTriples:
        return options_.flags & PERFC_BATCH_VIEWS;
      default:
        return false;
    }
  }
  uint64_t ViewedOf(const ColumnSpecs& specs) const;

 private:
  // The properties of a plan that decide which columns exist.
  struct Wanted {
    uint64_t sample_type = 0;
    uint32_t read_format = 0;
    uint32_t parts = 0;
    Origin origin = Origin::kOnePlan;
    bool operator==(const Wanted& other) const {
      return sample_type == other.sample_type &&
             read_format == other.read_format && parts == other.parts &&
             origin == other.origin;
    }
  };

  bool IsWanted(const ColumnSpec& spec) const;
  uint64_t AbsentSource() const;

  perfc_batch_options options_;
  Wanted wanted_;   // by this fill
  Wanted settled_;  // the tables were made for this
  bool is_settled_ = false;
  bool frozen_ = false;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_COLUMN_CHOICE_H_
