#include "impl/batch/record_rows.h"

#include <cstring>

#include "impl/decode/typed.h"
#include "impl/record/record.h"

namespace perfc::batch {

bool RecordRows::Add(const decode::Plan& plan, const uint8_t* data) {
  if (!state_.budget.HasRoomForRecord()) {
    state_.budget.End(Ended::kFull);
    return false;
  }
  perfc_record record;
  record::View(data, base::Load<uint64_t>(data), &record);
  if (!AddBytes(record)) return false;
  Set<uint64_t>(PERFC_COLUMN_SEQUENCE, state_.sequence++);
  Set<uint32_t>(PERFC_COLUMN_TYPE, record.type);
  Set<uint16_t>(PERFC_COLUMN_MISC, record.misc);
  if (choice_.stream()) Set<uint32_t>(PERFC_COLUMN_SOURCE, state_.source);
  AddTrailer(plan, record);
  if (record.type == PERFC_RECORD_SAMPLE) ++undecodable_;
  ++table_.rows;
  state_.budget.AddRecord(record.size);
  return true;
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
  if (record.size > raw.Room()) {
    state_.budget.End(Ended::kOverflow);
    return false;
  }
  if (!raw.Reserve(record.size)) {
    state_.budget.End(Ended::kNoMemory);
    return false;
  }
  memcpy(raw.Elements(row, 1, record.size), record.data, record.size);
  return true;
}

// What the record's trailer says of it, if it has one.
void RecordRows::AddTrailer(const decode::Plan& plan,
                            const perfc_record& record) {
  perfc_sample_id id = {};
  if (decode::DecodeSampleId(plan, record, &id, sizeof id) != 0) return;
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

perfc_record RecordRows::At(size_t row) const {
  perfc_column raw;
  table_.columns[PERFC_COLUMN_RAW].Describe(table_.rows, state_.window,
                                            state_.window_size, &raw);
  const auto* data = static_cast<const uint8_t*>(raw.values) + raw.offsets[row];
  perfc_record record;
  record::View(data, base::Load<uint64_t>(data), &record);
  return record;
}

}  // namespace perfc::batch
