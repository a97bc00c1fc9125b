// The table of samples: runs, samples that came one by one, and irregular
// samples.
#ifndef PERFC_IMPL_BATCH_SAMPLE_ROWS_H_
#define PERFC_IMPL_BATCH_SAMPLE_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "impl/batch/column_choice.h"
#include "impl/batch/fill_state.h"
#include "impl/batch/row_form.h"
#include "impl/batch/run.h"
#include "impl/batch/stage.h"
#include "impl/batch/table.h"
#include "impl/decode/plan.h"
#include "perfc/record.h"

namespace perfc::batch {

// The result of offering samples to the table.
enum class Taken : uint8_t {
  kRows,      // the first one, and maybe more, are rows
  kDeclined,  // the first one belongs elsewhere: nothing was taken
  kNoRoom,    // the fill has ended: nothing was taken
};

class SampleRows {
 public:
  SampleRows(const ColumnChoice& choice, FillState& state)
      : choice_(choice), state_(state), forms_(choice) {}

  [[nodiscard]] bool Place(size_t capacity);
  void Begin() {
    table_.Clear();
    run_.Begin();
  }
  void End() {
    Unstage();
    table_.Finish();
  }
  const Table& table() const { return table_; }

  // Takes the sample at `data` and the following samples of the same shape,
  // within `size` bytes. With kRows, *bytes is the length of the taken samples.
  // Declines a sample that can't be decoded.
  Taken Take(const decode::Plan& plan, const uint8_t* data, size_t size,
             size_t* bytes);

  // Whether a record that came by itself may be staged.
  bool CanStage(const decode::Plan& plan, const perfc_record& record) {
    return run_.HoldsFor(plan) && run_.reach() <= Stage::kLargest &&
           run_.shape().Holds(record.data);
  }
  // Stages it. False: the fill has ended, and the record wasn't taken.
  bool AddToStage(const perfc_stream_record& given) {
    if (stage_.IsFull() && !MakeRoomOnStage()) return false;
    int32_t place = 0;
    if (choice_.views() &&
        !state_.View(given.record.data, given.record.size, &place)) {
      return false;
    }
    stage_.Add(given, run_.reach(), place);
    return true;
  }
  // Makes rows of the staged samples. They must become rows before any later
  // sample.
  void Unstage() {
    if (stage_.count() != 0) MakeRowsOfStage();
    stage_.Clear(0);
  }

 private:
  // Whether samples that come by themselves have one header so often that it is
  // worth it to learn their shape.
  class Recurrence {
   public:
    bool Recurs(uint64_t header);

   private:
    // So many samples of one shape, and the next is likely another.
    static constexpr size_t kOften = 4;
    uint64_t header_ = 0;
    size_t count_ = 0;  // also since the shape was last learnt
  };

  Taken TakeRun(const uint8_t* data, size_t size, size_t* bytes);
  Taken TakeOne(const uint8_t* data, const perfc_sample& sample);
  bool IsLikeNext(const uint8_t* data, size_t size);
  bool MakeRoomOnStage();
  void MakeRowsOfStage();
  void FinishRun(const NewRows& rows);

  bool ReserveOne(const RowForm& form, const perfc_sample& sample);
  bool ReserveRun(size_t* rows);
  bool ReserveElements(uint8_t column, uint64_t each, size_t* rows);

  const ColumnChoice& choice_;
  FillState& state_;
  Table table_;
  RowForms forms_;
  Run run_;
  Stage stage_;
  Recurrence singles_;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_SAMPLE_ROWS_H_
