// A batch: the records of one fill, as columns of two tables.
#ifndef PERFC_IMPL_BATCH_BATCH_H_
#define PERFC_IMPL_BATCH_BATCH_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/batch/column_store.h"
#include "impl/batch/columns.h"
#include "impl/batch/shape.h"
#include "impl/decode/plan.h"
#include "impl/ring/ring.h"
#include "perfc/batch.h"
#include "perfc/decode.h"
#include "perfc/record.h"

namespace perfc::batch {

// One table: its columns, in one piece of memory.
struct Table {
  ColumnStore columns[kColumnCount];
  uint8_t placed[kColumnCount];  // which of them it has
  size_t placed_count = 0;
  base::Buffer<uint8_t> memory;
  size_t rows = 0;

  // Makes room for `capacity` rows of the columns whose bit is set; those with a
  // bit in `viewed`, too, have ranges that stay where they are.
  [[nodiscard]] bool Place(const ColumnSpecs& specs, uint64_t wanted,
                           uint64_t viewed, size_t capacity);
  void Clear();
  void Finish();
};

class Batch {
 public:
  explicit Batch(const perfc_batch_options& options) : options_(options) {}

  int Fill(const decode::Plan& plan, ring::Ring& ring);
  int FillBytes(const decode::Plan& plan, const uint8_t* data, size_t size,
                size_t* consumed);

  // A fill from elsewhere: Begin, Want for every plan, Place, Add until it says
  // no, End. `stream`: rows have the number of their source.
  void Begin(bool stream);
  void Want(const decode::Plan& plan);
  int Place();
  // From now on the columns stay as they are, whatever is wanted.
  void Freeze() { frozen_ = true; }
  // False if the record didn't fit: it is the next fill's.
  bool Add(const decode::Plan& plan, const perfc_record& record,
           uint32_t source);
  void End();
  // Why a fill that was offered records has no rows: 0 or -ENOMEM.
  int WhyEmpty() const { return no_memory_ ? -ENOMEM : 0; }

  // As of the last End.
  size_t rows() const { return samples_.rows + records_.rows; }
  bool views() const { return options_.flags != 0; }  // of anything
  const Table& table(uint32_t which) const {
    return which == PERFC_TABLE_SAMPLES ? samples_ : records_;
  }
  perfc_batch_info info() const;

  // 0, or -ENODATA.
  int Column(uint32_t table, uint32_t column, perfc_column* out) const;
  int Record(uint64_t row, perfc_record* out) const;

 private:
  static constexpr size_t kStageRows = 32;

  // What of a plan decides which columns there are.
  struct Wanted {
    uint64_t sample_type = 0;
    uint32_t read_format = 0;
    uint32_t parts = 0;
    bool stream = false;
    bool operator==(const Wanted& other) const {
      return sample_type == other.sample_type &&
             read_format == other.read_format && parts == other.parts &&
             stream == other.stream;
    }
  };

  // How one column of a run is filled.
  enum class How : uint8_t {
    // For the whole run at once:
    kSequence,
    kSource,
    kMisc,
    kConstant4,  // not on the wire: the same in all rows
    kConstant8,
    kViews,
    // Block by block, from each record:
    kNumber2,
    kNumber4,
    kNumber8,
    kCopied,
    kCounts,
  };
  struct Step {
    How how;
    uint8_t column;
    uint16_t at;     // of the number or range in the record
    uint32_t each;   // elements of a range in one row
    uint64_t value;  // the constant
  };

  // The columns that samples with the same parts have.
  struct Columns {
    bool known = false;
    uint64_t present;
    uint64_t read_format;
    uint32_t parts;
    size_t fixed_bytes;  // of a row, without copied elements
    size_t count;
    size_t copied_count;
    uint8_t columns[kColumnCount];
    uint8_t copied[kColumnCount];  // those of them whose elements are copied
  };

  int BeginOne(const decode::Plan& plan);
  bool ShapeHolds(const decode::Plan& plan);
  bool Recurs(uint64_t header);
  bool Stage(const uint8_t* data, uint32_t source);
  void Unstage();
  bool IsWanted(const ColumnSpec& spec) const;
  bool Present(uint8_t column, const perfc_sample& sample) const;
  bool IsViewed(const ColumnSpec& spec) const;
  uint64_t ViewedOf(const ColumnSpecs& specs) const;

  int FillByRecord(const decode::Plan& plan, ring::Ring& ring);
  size_t Take(const decode::Plan& plan, const uint8_t* data, size_t size);
  size_t TakeSample(const decode::Plan& plan, const uint8_t* data, size_t size);
  size_t TakeRun(const uint8_t* data, size_t size);
  size_t RunRoom() const;
  bool TakeRecord(const decode::Plan& plan, const uint8_t* data);

  void LearnShape(const decode::Plan& plan, const uint8_t* data,
                  const decode::Layout& layout, const perfc_sample& sample);
  const Columns& ColumnsOf(const perfc_sample& sample);
  size_t RowBytes(const perfc_sample& sample);
  bool HasRoom(size_t row_bytes);
  bool Reserve(const perfc_sample& sample);
  bool ReserveRun(size_t* rows);
  bool ReserveElements(ColumnStore& store, uint64_t each, size_t* rows);
  Step StepOf(uint8_t column, const perfc_sample& sample, uint16_t at) const;
  void AppendBlock(const uint8_t* data, size_t row, size_t rows);
  void AppendRun(const uint8_t* data, size_t rows);
  void AppendStep(const Step& step, const perfc_sample& sample,
                  const uint8_t* data, size_t row, size_t rows);
  void AppendViews(const Step& step, const uint8_t* data, size_t row,
                   size_t rows);
  void AppendCopies(const Step& step, const perfc_sample& sample,
                    const uint8_t* data, size_t row, size_t rows);
  void AppendSample(const uint8_t* data, const perfc_sample& sample,
                    size_t row_bytes);
  bool Stop(bool overflow);

  perfc_batch_options options_;
  Table samples_;
  Table records_;
  Wanted wanted_;                // by this fill
  Wanted placed_;                // what the columns were made for
  uint64_t sample_columns_ = 0;  // a bit for each that samples may have
  size_t capacity_ = 0;          // rows of both tables together

  const uint8_t* window_ = nullptr;  // what views are counted from
  size_t window_size_ = 0;           // as far as records were taken
  RecordShape shape_;
  bool has_shape_ = false;
  const decode::Plan* shape_plan_ = nullptr;  // it holds for, in this fill
  decode::Layout shape_layout_{perfc_attr{}, 0};
  bool shape_by_id_ = false;  // it was learnt of a plan of several attrs
  uint32_t source_ = 0;       // of the record that is being added
  Columns sample_like_;       // of the last samples
  base::Buffer<Step> steps_;  // of the shape
  size_t block_steps_ = 0;    // those of them that read each record
  bool shape_copies_ = false;
  size_t shape_row_bytes_ = 0;

  // Samples of the shape that came one by one, and are rows once there are enough
  // of them for a loop over each column.
  base::Buffer<uint8_t> stage_;
  uint32_t stage_sources_[kStageRows];
  size_t stage_room_ = 0;  // rows for which the batch has room
  size_t staged_ = 0;
  uint64_t single_header_ = 0;  // of the samples before that came by themselves
  size_t single_count_ = 0;

  uint64_t sequence_ = 0;
  uint64_t undecodable_ = 0;
  size_t bytes_ = 0;  // written in this fill
  bool frozen_ = false;
  bool full_ = false;
  bool overflow_ = false;
  bool no_memory_ = false;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_BATCH_H_
