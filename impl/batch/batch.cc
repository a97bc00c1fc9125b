#include "impl/batch/batch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/decode/accessors.h"
#include "impl/decode/typed.h"
#include "impl/record/record.h"

namespace perfc::batch {
namespace {

// What a fill writes is still in the second cache when the caller sums it, and
// large enough for what a fill costs once: measured, see docs/testing.md.
constexpr size_t kBudget = 64 * 1024;
constexpr size_t kMostRows = 1024;
// The columns are read one after the other out of a block: it stays in the first
// cache, and is large enough for what a block costs once.
constexpr size_t kBlock = 4 * 1024;
constexpr size_t kBlockRows = 16;  // at least
constexpr size_t kFewRows = 16;    // always fit
// Copying more than this would cost more than a row by itself.
constexpr size_t kStagedSize = 512;
// So many samples of one shape, and the next is likely another.
constexpr size_t kRecurring = 4;
constexpr size_t kPage = 4096;

bool GoodSize(size_t size, size_t left) {
  return size >= record::kHeaderSize && size % 8 == 0 && size <= left;
}

}  // namespace

bool Table::Place(const ColumnSpecs& specs, uint64_t wanted, uint64_t viewed,
                  size_t capacity) {
  // Columns that began at the same place in a page would fight for the same
  // lines of the cache.
  constexpr size_t kStagger = 192;
  const auto place = [&](uint8_t* base) {
    size_t at = 0;
    size_t index = 0;
    for (size_t i = 0; i < kColumnCount; ++i) {
      if (!(wanted >> i & 1)) continue;
      const ColumnSpec& spec = specs[i];
      const bool range = IsRange(spec);
      const bool views = viewed >> i & 1;
      at += (index++ * kStagger + kPage - at % kPage) % kPage;
      if (base) {
        columns[i].Place(base + at, capacity, spec.width, range, views);
        placed[placed_count++] = static_cast<uint8_t>(i);
      }
      at += ColumnStore::Bytes(capacity, spec.width, range, views);
    }
    return at;
  };
  if (!memory.Resize(place(nullptr) + 64)) return false;
  for (ColumnStore& column : columns) column = {};
  placed_count = 0;
  const auto misaligned = reinterpret_cast<uintptr_t>(memory.data()) % 64;
  place(memory.data() + (64 - misaligned) % 64);
  return true;
}

void Table::Clear() {
  if (rows == 0) return;
  for (size_t i = 0; i < placed_count; ++i) columns[placed[i]].Clear();
  rows = 0;
}

void Table::Finish() {
  if (rows == 0) return;
  for (size_t i = 0; i < placed_count; ++i) columns[placed[i]].Finish(rows);
}

void Batch::Want(const decode::Plan& plan) {
  if (frozen_) return;
  for (uint32_t i = 0; i < plan.count(); ++i) {
    const decode::Layout& layout = plan.layout(i);
    wanted_.sample_type |= layout.sample_type;
    if (layout.sample_type & PERFC_SAMPLE_READ) {
      wanted_.read_format |= layout.read_format;
    }
    wanted_.parts |= uapi::PartBitsOf(layout);
  }
  if (options_.columns != 0) wanted_.sample_type &= options_.columns;
}

// Whether samples may have the column.
bool Batch::IsWanted(const ColumnSpec& spec) const {
  if (spec.shape == Shape::kNone) return false;
  if (spec.part && !(spec.part & (wanted_.parts | kRestParts))) {
    return false;
  }
  if (spec.read_format && !(spec.read_format & wanted_.read_format)) {
    return false;
  }
  return spec.field == kNoField ||
         uapi::kSampleFields[spec.field].bit & wanted_.sample_type;
}

bool Batch::IsViewed(const ColumnSpec& spec) const {
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

uint64_t Batch::ViewedOf(const ColumnSpecs& specs) const {
  uint64_t viewed = 0;
  for (size_t i = 0; i < kColumnCount; ++i) {
    viewed |= uint64_t{IsViewed(specs[i])} << i;
  }
  return viewed;
}

int Batch::Place() {
  if (capacity_ != 0 && wanted_ == placed_) return 0;
  const size_t capacity = options_.rows ? options_.rows : kMostRows;
  uint64_t columns = 0;
  uint64_t record_columns = 0;
  for (size_t i = 0; i < kColumnCount; ++i) {
    if (i == PERFC_COLUMN_SOURCE && !wanted_.stream) continue;
    const uint64_t bit = uint64_t{1} << i;
    if (kRecordColumns[i].shape != Shape::kNone) record_columns |= bit;
    if (IsWanted(kSampleColumns[i])) columns |= bit;
  }
  capacity_ = 0;
  has_shape_ = false;
  if (!samples_.Place(kSampleColumns, columns, ViewedOf(kSampleColumns),
                      capacity) ||
      !records_.Place(kRecordColumns, record_columns, ViewedOf(kRecordColumns),
                      capacity) ||
      !steps_.Reserve(kColumnCount) ||
      !stage_.Resize(kStageRows * kStagedSize)) {
    return -ENOMEM;
  }
  sample_columns_ = columns;
  sample_like_.known = false;
  capacity_ = capacity;
  placed_ = wanted_;
  return 0;
}

bool Batch::Present(uint8_t column, const perfc_sample& sample) const {
  const ColumnSpec& spec = kSampleColumns[column];
  if (!(sample_columns_ >> column & 1)) return false;
  if (spec.field != kNoField &&
      !(uapi::kSampleFields[spec.field].bit & sample.present)) {
    return false;
  }
  if (spec.part && !(spec.part & sample.parts)) return false;
  return !spec.read_format || spec.read_format & sample.read.read_format;
}

const Batch::Columns& Batch::ColumnsOf(const perfc_sample& sample) {
  Columns& like = sample_like_;
  const bool reads = (sample.present & PERFC_SAMPLE_READ) != 0;
  const uint32_t read_format = reads ? sample.read.read_format : 0;
  if (like.known && like.present == sample.present &&
      like.parts == sample.parts && like.read_format == read_format) {
    return like;
  }
  like = {true, sample.present, read_format, sample.parts, 0, 0, 0, {}, {}};
  for (uint8_t i = 0; i < kColumnCount; ++i) {
    if (!Present(i, sample)) continue;
    const ColumnSpec& spec = kSampleColumns[i];
    like.columns[like.count++] = i;
    like.fixed_bytes += IsRange(spec) ? 8 : spec.width;
    if (IsRange(spec) && !IsViewed(spec)) like.copied[like.copied_count++] = i;
  }
  return like;
}

void Batch::Begin(bool stream) {
  samples_.Clear();
  records_.Clear();
  bytes_ = 0;
  full_ = overflow_ = no_memory_ = false;
  // The plan may have changed since, or be another one at the same place.
  shape_plan_ = nullptr;
  if (shape_by_id_) has_shape_ = false;
  window_ = nullptr;
  window_size_ = 0;
  source_ = 0;
  wanted_ = frozen_ ? placed_ : Wanted{};
  wanted_.stream = stream;
}

int Batch::BeginOne(const decode::Plan& plan) {
  Begin(false);
  Want(plan);
  return Place();
}

void Batch::End() {
  Unstage();
  samples_.Finish();
  records_.Finish();
}

int Batch::Fill(const decode::Plan& plan, ring::Ring& ring) {
  if (ring.mode() != ring::Mode::kWritable) return FillByRecord(plan, ring);
  ring.Release();
  if (const int failed = BeginOne(plan)) return failed;
  int found = 0;
  const uint8_t* expected = nullptr;
  while (!full_) {
    const uint8_t* data;
    size_t size;
    found = ring.Window(&data, &size);
    if (found != 1) break;
    if (window_ == nullptr) window_ = data;
    // Views count from one place, so they end where the ring begins again.
    if (views() && expected != nullptr && data != expected) break;
    const size_t first_record = records_.rows;
    const size_t taken = Take(plan, data, size);
    ring.Consume(taken);
    expected = data + taken;
    perfc_record record;
    for (size_t i = first_record; i < records_.rows; ++i) {
      if (Record(i, &record) == 0) ring.Account(record);
    }
  }
  End();
  if (!views()) ring.Release();
  if (rows() > 0) return static_cast<int>(rows());
  return no_memory_ ? -ENOMEM : std::min(found, 0);
}

// Rings that the kernel overwrites are read record by record.
int Batch::FillByRecord(const decode::Plan& plan, ring::Ring& ring) {
  if (views()) return -EINVAL;
  if (const int failed = BeginOne(plan)) return failed;
  perfc_record record;
  int found = 0;
  while (!full_ && (found = ring.Peek(&record)) == 1) {
    if (!Add(plan, record, 0)) break;
    ring.Next(&record);
  }
  End();
  if (rows() > 0) return static_cast<int>(rows());
  return no_memory_ ? -ENOMEM : std::min(found, 0);
}

int Batch::FillBytes(const decode::Plan& plan, const uint8_t* data, size_t size,
                     size_t* consumed) {
  *consumed = 0;
  if (const int failed = BeginOne(plan)) return failed;
  window_ = data;
  *consumed = Take(plan, data, size);
  End();
  if (rows() > 0) return static_cast<int>(rows());
  if (no_memory_) return -ENOMEM;
  return size == 0 ? 0 : -EBADMSG;
}

bool Batch::Add(const decode::Plan& plan, const perfc_record& record,
                uint32_t source) {
  if (record.size <= kStagedSize && ShapeHolds(plan) &&
      shape_.Holds(record.data)) {
    return Stage(record.data, source);
  }
  Unstage();
  source_ = source;
  return Take(plan, record.data, record.size) != 0;
}

// False if the batch is full.
bool Batch::Stage(const uint8_t* data, uint32_t source) {
  if (staged_ == stage_room_) {
    Unstage();
    stage_room_ = std::min(RunRoom(), kStageRows);
    if (stage_room_ == 0) full_ = true;
    if (full_ || !ReserveRun(&stage_room_)) return false;
  }
  memcpy(stage_.data() + staged_ * shape_.stride(), data, shape_.stride());
  stage_sources_[staged_++] = source;
  return true;
}

// Makes rows of what was staged; there is room.
void Batch::Unstage() {
  if (staged_ != 0) {
    AppendBlock(stage_.data(), samples_.rows, staged_);
    AppendRun(stage_.data(), staged_);
  }
  staged_ = stage_room_ = 0;
}

// Whether samples that came by themselves have had this header often enough, also
// since their shape was last learnt, for that to be worth it.
bool Batch::Recurs(uint64_t header) {
  if (header != single_header_) single_count_ = 0;
  single_header_ = header;
  if (++single_count_ <= kRecurring) return false;
  single_count_ = 0;
  return true;
}

// Whole records from `data` on, until the batch is full, a header can't be
// right, or the next record isn't all there. Returns their bytes.
size_t Batch::Take(const decode::Plan& plan, const uint8_t* data, size_t size) {
  size_t at = 0;
  const size_t offered = size;
  if (views()) {
    const auto within = static_cast<size_t>(data - window_);
    size = std::min<size_t>(size, INT32_MAX - within);
  }
  while (!full_ && size - at >= record::kHeaderSize) {
    const auto header = base::Load<uint64_t>(data + at);
    if (!GoodSize(record::SizeOf(header), size - at)) break;
    size_t taken = 0;
    if (record::TypeOf(header) == PERFC_RECORD_SAMPLE) {
      taken = TakeSample(plan, data + at, size - at);
      if (taken == 0 && full_) break;
    }
    if (taken == 0) {
      if (!TakeRecord(plan, data + at)) break;
      taken = record::SizeOf(header);
    }
    at += taken;
  }
  if (views()) window_size_ = static_cast<size_t>(data - window_) + at;
  if (size < offered && !full_) Stop(true);
  return at;
}

// Events that differ in no more than their target, as one per CPU do, have
// plans of the same wire.
bool Batch::ShapeHolds(const decode::Plan& plan) {
  if (!has_shape_) return false;
  if (&plan == shape_plan_) return true;
  if (shape_by_id_ || plan.count() != 1 ||
      !plan.layout(0).SameWire(shape_layout_)) {
    return false;
  }
  shape_plan_ = &plan;
  return true;
}

// 0 if the sample can't be decoded, or the batch is full.
size_t Batch::TakeSample(const decode::Plan& plan, const uint8_t* data,
                         size_t size) {
  if (ShapeHolds(plan)) {
    const size_t taken = TakeRun(data, size);
    if (taken != 0 || full_) return taken;
  }
  perfc_record record;
  record::View(data, base::Load<uint64_t>(data), &record);
  const decode::Layout* layout;
  perfc_sample sample;
  if (plan.Find(record, &layout) != 0 ||
      decode::DecodeSample(plan, record, &sample, sizeof sample) != 0) {
    return 0;
  }
  const size_t next = record.size;
  const auto header = base::Load<uint64_t>(data);
  const bool alike = size >= next + record::kHeaderSize
                         ? base::Load<uint64_t>(data + next) == header
                         : Recurs(header);
  if (alike && RecordShape::Decides(*layout, sample)) {
    LearnShape(plan, data, *layout, sample);
    return TakeRun(data, size);
  }
  const size_t row_bytes = RowBytes(sample);
  if (!HasRoom(row_bytes) || !Reserve(sample)) return 0;
  AppendSample(data, sample, row_bytes);
  return record.size;
}

bool Batch::Stop(bool overflow) {
  full_ = true;
  overflow_ = overflow;
  no_memory_ = !overflow;
  return false;
}

bool Batch::HasRoom(size_t row_bytes) {
  const bool budget = options_.rows != 0 || samples_.rows < kFewRows ||
                      bytes_ + row_bytes <= kBudget;
  if (rows() < capacity_ && budget) return true;
  full_ = true;
  return false;
}

size_t Batch::RowBytes(const perfc_sample& sample) {
  const Columns& like = ColumnsOf(sample);
  size_t bytes = like.fixed_bytes;
  for (size_t i = 0; i < like.copied_count; ++i) {
    const ColumnSpec& spec = kSampleColumns[like.copied[i]];
    bytes += ElementsOf(spec, sample) * size_t{spec.width};
  }
  return bytes;
}

// Memory for the elements of *rows rows, or of as many as have int32 offsets.
bool Batch::ReserveElements(ColumnStore& store, uint64_t each, size_t* rows) {
  if (each * *rows > store.Room()) *rows = store.Room() / each;
  if (*rows == 0) return Stop(true);
  return store.Reserve(each * *rows) || Stop(false);
}

// Memory for this sample's elements, before any column is touched.
bool Batch::Reserve(const perfc_sample& sample) {
  size_t rows = 1;
  const Columns& like = ColumnsOf(sample);
  for (size_t i = 0; i < like.copied_count; ++i) {
    const uint8_t column = like.copied[i];
    const uint64_t each = ElementsOf(kSampleColumns[column], sample);
    if (!ReserveElements(samples_.columns[column], each, &rows)) return false;
  }
  return true;
}

// The same for a run.
bool Batch::ReserveRun(size_t* rows) {
  if (!shape_copies_) return true;
  for (const Step& step : steps_) {
    if (step.how < How::kCopied) continue;
    ColumnStore& store = samples_.columns[step.column];
    if (!ReserveElements(store, step.each, rows)) return false;
  }
  return true;
}

// How the column of samples like this one is filled. `at`: where its number lies
// in what AppendStep is given; 0 if it isn't there, and the same for all.
Batch::Step Batch::StepOf(uint8_t column, const perfc_sample& sample,
                          uint16_t at) const {
  const ColumnSpec& spec = kSampleColumns[column];
  Step step = {How::kSequence, column, at, 0, 0};
  if (spec.shape == Shape::kCounts) {
    step.how = How::kCounts;
  } else if (IsRange(spec)) {
    step.how = IsViewed(spec) ? How::kViews : How::kCopied;
    step.at =
        static_cast<uint16_t>(Member<perfc_range>(sample, spec.at).offset);
  } else if (column == PERFC_COLUMN_MISC) {
    step.how = How::kMisc;
  } else if (column == PERFC_COLUMN_SOURCE) {
    step.how = How::kSource;
  } else if (column != PERFC_COLUMN_SEQUENCE) {
    switch (spec.width) {
      case 2:  // A weight's, and so always there.
        step.how = How::kNumber2;
        break;
      case 4:
        step.how = at != 0 ? How::kNumber4 : How::kConstant4;
        step.value = Member<uint32_t>(sample, spec.at);
        break;
      default:
        step.how = at != 0 ? How::kNumber8 : How::kConstant8;
        step.value = Member<uint64_t>(sample, spec.at);
    }
  }
  if (IsRange(spec)) step.each = ElementsOf(spec, sample);
  return step;
}

void Batch::LearnShape(const decode::Plan& plan, const uint8_t* data,
                       const decode::Layout& layout,
                       const perfc_sample& sample) {
  shape_by_id_ = plan.count() > 1;
  shape_.Learn(data, layout, sample, shape_by_id_);
  shape_plan_ = &plan;
  shape_layout_ = layout;
  shape_copies_ = false;
  (void)steps_.Resize(0);
  const Columns& like = ColumnsOf(sample);
  for (size_t i = 0; i < like.count; ++i) {
    const uint8_t column = like.columns[i];
    const ColumnSpec& spec = kSampleColumns[column];
    const bool number = spec.shape == Shape::kFixed && spec.field != kNoField;
    const uint16_t at = number ? shape_.PlaceOf(column) : uint16_t{0};
    const Step step = StepOf(column, sample, at);
    shape_copies_ = shape_copies_ || step.how >= How::kCopied;
    (void)steps_.Append(step);  // Place made room.
  }
  const Step* end_of_block = std::partition(
      steps_.begin(), steps_.end(),
      [](const Step& step) { return step.how >= How::kNumber2; });
  block_steps_ = static_cast<size_t>(end_of_block - steps_.begin());
  shape_row_bytes_ = RowBytes(sample);
  has_shape_ = true;
}

// Rows of the shape that still fit.
size_t Batch::RunRoom() const {
  const size_t room = capacity_ - rows();
  if (options_.rows != 0) return room;
  const size_t left = bytes_ < kBudget ? kBudget - bytes_ : 0;
  const size_t few = samples_.rows < kFewRows ? kFewRows - samples_.rows : 0;
  return std::min(room, std::max(left / shape_row_bytes_, few));
}

size_t Batch::TakeRun(const uint8_t* data, size_t size) {
  const size_t most = RunRoom();
  if (most == 0) full_ = true;
  const size_t stride = shape_.stride();
  const size_t block = std::max(kBlock / stride, kBlockRows);
  size_t rows = 0;
  while (rows < most) {
    const uint8_t* from = data + rows * stride;
    const size_t wanted = std::min(most - rows, block);
    size_t found = shape_.CountRun(from, size - rows * stride, wanted);
    if (found == 0 || !ReserveRun(&found)) break;
    AppendBlock(from, samples_.rows + rows, found);
    rows += found;
    if (found < wanted) break;
  }
  if (rows != 0) AppendRun(data, rows);
  return rows * stride;
}

// False if the batch is full.
bool Batch::TakeRecord(const decode::Plan& plan, const uint8_t* data) {
  perfc_record record;
  record::View(data, base::Load<uint64_t>(data), &record);
  const size_t row = records_.rows;
  const auto column = [&](uint32_t which) -> ColumnStore& {
    return records_.columns[which];
  };
  ColumnStore& raw = column(PERFC_COLUMN_RAW);
  const bool no_room = options_.rows == 0 && row > 0 && bytes_ >= kBudget;
  if (rows() == capacity_ || no_room) {
    full_ = true;
    return false;
  }
  if (!views()) {
    if (record.size > raw.Room()) return Stop(true);
    if (!raw.Reserve(record.size)) return Stop(false);
    memcpy(raw.Elements(row, 1, record.size), data, record.size);
  } else {
    *raw.Offsets(row, 1) = static_cast<int32_t>(data - window_);
    *raw.sizes(row) = record.size;
  }
  *column(PERFC_COLUMN_SEQUENCE).Values<uint64_t>(row, 1) = sequence_++;
  *column(PERFC_COLUMN_TYPE).Values<uint32_t>(row, 1) = record.type;
  *column(PERFC_COLUMN_MISC).Values<uint16_t>(row, 1) = record.misc;
  if (wanted_.stream) {
    *column(PERFC_COLUMN_SOURCE).Values<uint32_t>(row, 1) = source_;
  }
  perfc_sample_id id = {};
  if (decode::DecodeSampleId(plan, record, &id, sizeof id) == 0) {
    const auto number = [&](uint32_t which, auto value, uint64_t bit) {
      if (!(id.present & bit)) return;
      *column(which).Values<decltype(value)>(row, 1) = value;
    };
    *column(PERFC_COLUMN_ATTR_INDEX).Values<uint32_t>(row, 1) = id.attr_index;
    number(PERFC_COLUMN_PID, id.pid, PERFC_SAMPLE_TID);
    number(PERFC_COLUMN_TID, id.tid, PERFC_SAMPLE_TID);
    number(PERFC_COLUMN_TIME, id.time, PERFC_SAMPLE_TIME);
    number(PERFC_COLUMN_CPU, id.cpu, PERFC_SAMPLE_CPU);
    const bool has_id = id.present & PERFC_SAMPLE_ID;
    number(PERFC_COLUMN_ID, has_id ? id.id : id.identifier,
           PERFC_SAMPLE_ID | PERFC_SAMPLE_IDENTIFIER);
  }
  if (record.type == PERFC_RECORD_SAMPLE) ++undecodable_;
  ++records_.rows;
  bytes_ += record.size;
  return true;
}

perfc_batch_info Batch::info() const {
  return {samples_.rows, records_.rows, sequence_,
          undecodable_,  full_,         overflow_};
}

int Batch::Column(uint32_t which, uint32_t column, perfc_column* out) const {
  const Table& chosen = table(which);
  const ColumnStore& store = chosen.columns[column];
  if (!store.placed() || store.empty()) return -ENODATA;
  store.Describe(chosen.rows, window_, window_size_, out);
  return 0;
}

int Batch::Record(uint64_t row, perfc_record* out) const {
  if (row >= records_.rows) return -EINVAL;
  perfc_column raw;
  records_.columns[PERFC_COLUMN_RAW].Describe(records_.rows, window_,
                                              window_size_, &raw);
  const auto* data = static_cast<const uint8_t*>(raw.values) + raw.offsets[row];
  record::View(data, base::Load<uint64_t>(data), out);
  return 0;
}

}  // namespace perfc::batch
