#include "impl/batch/record_rows.h"

#include <cstring>

#include "impl/decode/typed.h"
#include "impl/record/record.h"

namespace perfc::batch {

bool RecordRows::Add(const perfc_plan& plan, const uint8_t* data) {
  if (!state_.budget.HasRoomForRecord()) {
    state_.budget.End(Ended::kFull);
    return false;
  }
  if (!Keep(plan, data)) return false;
  perfc_stream_record& row = rows_[table_.rows];
  const perfc_record& record = row.record;
  if (!AddBytes(record)) {
    (void)rows_.Resize(table_.rows);  // It only shrinks.
    return false;
  }
  Set<uint64_t>(PERFC_COLUMN_SEQUENCE, row.sequence);
  Set<uint32_t>(PERFC_COLUMN_TYPE, record.type);
  Set<uint16_t>(PERFC_COLUMN_MISC, record.misc);
  if (choice_.has_source()) Set<uint32_t>(PERFC_COLUMN_SOURCE, row.source);
  AddTrailer(&row);
  ++state_.sequence;
  if (record.type == PERFC_RECORD_SAMPLE) ++undecodable_;
  ++table_.rows;
  state_.budget.AddRecord(record.size);
  return true;
}

// What is known of the record, for At. False: the fill has ended.
bool RecordRows::Keep(const perfc_plan& plan, const uint8_t* data) {
  perfc_stream_record row = {};
  row.position = PERFC_NO_POSITION;
  if (state_.given != nullptr) row = *state_.given;
  row.plan = &plan;
  row.sequence = state_.sequence;
  row.tail = nullptr;
  record::View(data, base::Load<uint64_t>(data), &row.record);
  if (rows_.Append(row)) return true;
  state_.budget.End(Ended::kNoMemory);
  return false;
}

// False: the fill has ended.
bool RecordRows::AddBytes(const perfc_record& record) {
  ColumnStore& raw = table_.columns[PERFC_COLUMN_RAW];
  const size_t row = table_.rows;
  if (choice_.views()) {
    *raw.Offsets(row, 1) = static_cast<int32_t>(record.data - state_.window);
    *raw.sizes(row) = record.size;
    return true;
  }
  // The next record is to be aligned, too.
  const size_t padded = (size_t{record.size} + 7) / 8 * 8;
  if (padded > raw.Room()) {
    state_.budget.End(Ended::kOverflow);
    return false;
  }
  if (!raw.Reserve(padded)) {
    state_.budget.End(Ended::kNoMemory);
    return false;
  }
  uint8_t* to = raw.Elements(row, 1, padded);
  memcpy(to, record.data, record.size);
  memset(to + record.size, 0, padded - record.size);
  return true;
}

// Adds the fields of the record's trailer, if it has one.
void RecordRows::AddTrailer(perfc_stream_record* row) {
  perfc_sample_id id = {};
  if (decode::DecodeSampleId(*row->plan, row->record, &id, sizeof id) != 0) {
    return;
  }
  if (state_.given == nullptr) row->time = id.time;
  Set<uint32_t>(PERFC_COLUMN_ATTR_INDEX, id.attr_index);
  if (id.present & PERFC_SAMPLE_TID) {
    Set<uint32_t>(PERFC_COLUMN_PID, id.pid);
    Set<uint32_t>(PERFC_COLUMN_TID, id.tid);
  }
  if (id.present & PERFC_SAMPLE_TIME) Set<uint64_t>(PERFC_COLUMN_TIME, id.time);
  if (id.present & PERFC_SAMPLE_CPU) Set<uint32_t>(PERFC_COLUMN_CPU, id.cpu);
  if (id.present & PERFC_SAMPLE_ID) {
    Set<uint64_t>(PERFC_COLUMN_ID, id.id);
  } else if (id.present & PERFC_SAMPLE_IDENTIFIER) {
    Set<uint64_t>(PERFC_COLUMN_ID, id.identifier);
  }
}

perfc_stream_record RecordRows::At(size_t row) const {
  perfc_column raw;
  table_.columns[PERFC_COLUMN_RAW].Describe(table_.rows, state_.window,
                                            state_.window_size, &raw);
  const auto* data = static_cast<const uint8_t*>(raw.values) + raw.offsets[row];
  perfc_stream_record out = rows_[row];
  record::View(data, base::Load<uint64_t>(data), &out.record);
  return out;
}

}  // namespace perfc::batch
