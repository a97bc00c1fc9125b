#include "test/vectors/columns.h"

#include <cstring>

#include "test/vectors/typed.h"

namespace vectors {
namespace {

template <typename T>
T At(const void* values, uint64_t index) {
  T value;
  memcpy(&value, static_cast<const uint8_t*>(values) + index * sizeof(T),
         sizeof value);
  return value;
}

}  // namespace

Column::Column(const perfc_batch* batch, uint32_t table, uint32_t column)
    : present_(perfc_batch_column(batch, table, column, &column_,
                                  sizeof column_) == 0) {}

bool Column::Has(uint64_t row) const {
  if (!present_) return false;
  const uint8_t* bits = column_.validity;
  return bits == nullptr || (bits[row / 8] >> row % 8 & 1);
}

bool Column::IsCleanIfNull(uint64_t row) const {
  if (!present_ || Has(row)) return true;
  return column_.offsets != nullptr ? Count(row) == 0 : Number(row) == 0;
}

uint64_t Column::Number(uint64_t row) const {
  switch (column_.width) {
    case 2:
      return At<uint16_t>(column_.values, row);
    case 4:
      return At<uint32_t>(column_.values, row);
    default:
      return At<uint64_t>(column_.values, row);
  }
}

size_t Column::Count(uint64_t row) const {
  const int32_t count = column_.sizes != nullptr
                            ? column_.sizes[row]
                            : column_.offsets[row + 1] - column_.offsets[row];
  return static_cast<size_t>(count);
}

const void* Column::Elements(uint64_t row) const {
  if (Count(row) == 0) return nullptr;
  return static_cast<const uint8_t*>(column_.values) +
         static_cast<size_t>(column_.offsets[row]) * column_.width;
}

Rows::Rows(const perfc_batch* batch, const perfc_plan* plan)
    : batch_(batch), plan_(plan) {
  for (int i = 0; i < perfc_plan_attr_count(plan); ++i) {
    perfc_attr attr = {};
    perfc_plan_attr(plan, static_cast<uint32_t>(i), &attr, sizeof attr);
    read_formats_.push_back(static_cast<uint32_t>(attr.read_format));
  }
  for (uint32_t i = 0; i < PERFC_COLUMN_COUNT; ++i) {
    samples_[i] = Column(batch, PERFC_TABLE_SAMPLES, i);
    records_[i] = Column(batch, PERFC_TABLE_RECORDS, i);
  }
  perfc_batch_info info = {};
  perfc_batch_get_info(batch, &info, sizeof info);
  uint64_t sample = 0;
  uint64_t record = 0;
  const auto place = [&](bool is_sample) {
    order_.push_back({is_sample, is_sample ? sample++ : record++});
  };
  while (sample < info.samples && record < info.records) {
    place(samples_[PERFC_COLUMN_SEQUENCE].Number(sample) <
          records_[PERFC_COLUMN_SEQUENCE].Number(record));
  }
  while (sample < info.samples) place(true);
  while (record < info.records) place(false);
}

uint64_t Rows::sequence(uint64_t row) const {
  const Column* columns = order_[row].sample ? samples_ : records_;
  return columns[PERFC_COLUMN_SEQUENCE].Number(order_[row].row);
}

bool Rows::NullsAreClean(const Column* columns, uint64_t row) {
  for (uint32_t i = 0; i < PERFC_COLUMN_COUNT; ++i) {
    if (!columns[i].IsCleanIfNull(row)) return false;
  }
  return true;
}

bool Rows::Describe(uint64_t row, Sink* out) const {
  const Place place = order_[row];
  if (!place.sample) {
    return DescribeRecord(place.row, out) && NullsAreClean(records_, place.row);
  }
  DescribeSample(place.row, out);
  return NullsAreClean(samples_, place.row);
}

#define PERFC_BIG(COLUMN, NAME)                                \
  if (sample(PERFC_COLUMN_##COLUMN).Has(row)) {                \
    out->Big(NAME, sample(PERFC_COLUMN_##COLUMN).Number(row)); \
  }
#define PERFC_SMALL(COLUMN, NAME)                                     \
  if (sample(PERFC_COLUMN_##COLUMN).Has(row)) {                       \
    out->Small(NAME, static_cast<uint32_t>(                           \
                         sample(PERFC_COLUMN_##COLUMN).Number(row))); \
  }
#define PERFC_WORDS(COLUMN, NAME)                              \
  if (sample(PERFC_COLUMN_##COLUMN).Has(row)) {                \
    out->Words(NAME, sample(PERFC_COLUMN_##COLUMN).Words(row), \
               sample(PERFC_COLUMN_##COLUMN).Count(row));      \
  }
#define PERFC_BYTES(COLUMN, NAME)                                 \
  if (sample(PERFC_COLUMN_##COLUMN).Has(row)) {                   \
    out->Bytes(NAME, sample(PERFC_COLUMN_##COLUMN).Elements(row), \
               sample(PERFC_COLUMN_##COLUMN).Count(row));         \
  }

void Rows::DescribeSample(uint64_t row, Sink* out) const {
  out->BeginObject(nullptr);
  out->Text("type", "SAMPLE", 6);
  PERFC_SMALL(MISC, "misc")
  PERFC_SMALL(ATTR_INDEX, "attr")
  DescribeHead(row, out);
  DescribeMiddle(row, out);
  DescribeTail(row, out);
  out->EndObject();
}

void Rows::DescribeHead(uint64_t row, Sink* out) const {
  PERFC_BIG(IDENTIFIER, "identifier")
  PERFC_BIG(IP, "ip")
  PERFC_SMALL(PID, "pid")
  PERFC_SMALL(TID, "tid")
  PERFC_BIG(TIME, "time")
  PERFC_BIG(ADDR, "addr")
  PERFC_BIG(ID, "id")
  PERFC_BIG(STREAM_ID, "stream_id")
  PERFC_SMALL(CPU, "cpu")
  PERFC_BIG(PERIOD, "period")
}

void Rows::DescribeRead(uint64_t row, Sink* out) const {
  const Column& values = sample(PERFC_COLUMN_READ_VALUES);
  if (!values.Has(row)) return;
  const uint64_t attr = sample(PERFC_COLUMN_ATTR_INDEX).Number(row);
  out->BeginObject("read");
  PERFC_BIG(TIME_ENABLED, "time_enabled")
  PERFC_BIG(TIME_RUNNING, "time_running")
  out->BeginList("values");
  for (size_t i = 0; i < values.Count(row) / 3; ++i) {
    DescribeCounter(At<perfc_read_value>(values.Elements(row), i),
                    read_formats_[attr], out);
  }
  out->EndList();
  out->EndObject();
}

void Rows::DescribeBranches(uint64_t row, Sink* out) const {
  const Column& branches = sample(PERFC_COLUMN_BRANCHES);
  PERFC_BIG(BRANCH_HW_IDX, "branch_hw_idx")
  if (branches.Has(row)) {
    out->BeginList("branches");
    for (size_t i = 0; i < branches.Count(row) / 3; ++i) {
      DescribeBranch(At<perfc_branch_entry>(branches.Elements(row), i), out);
    }
    out->EndList();
  }
  PERFC_WORDS(BRANCH_COUNTERS, "branch_counters")
}

void Rows::DescribeMiddle(uint64_t row, Sink* out) const {
  DescribeRead(row, out);
  PERFC_WORDS(CALLCHAIN, "callchain")
  PERFC_BYTES(RAW, "raw")
  DescribeBranches(row, out);
  PERFC_BIG(USER_ABI, "user_abi")
  PERFC_WORDS(USER_REGS, "user_regs")
  PERFC_BYTES(STACK, "stack")
  PERFC_BIG(STACK_DYN_SIZE, "stack_dyn_size")
}

void Rows::DescribeTail(uint64_t row, Sink* out) const {
  PERFC_BIG(WEIGHT, "weight")
  PERFC_SMALL(WEIGHT_VAR1_DW, "weight_var1_dw")
  PERFC_SMALL(WEIGHT_VAR2_W, "weight_var2_w")
  PERFC_SMALL(WEIGHT_VAR3_W, "weight_var3_w")
  PERFC_BIG(DATA_SRC, "data_src")
  PERFC_BIG(TRANSACTION, "transaction")
  PERFC_BIG(INTR_ABI, "intr_abi")
  PERFC_WORDS(INTR_REGS, "intr_regs")
  PERFC_BIG(PHYS_ADDR, "phys_addr")
  PERFC_BIG(CGROUP, "cgroup")
  PERFC_BIG(DATA_PAGE_SIZE, "data_page_size")
  PERFC_BIG(CODE_PAGE_SIZE, "code_page_size")
  PERFC_BYTES(AUX, "aux")
  PERFC_BYTES(REST, "rest")
}

#undef PERFC_BIG
#undef PERFC_SMALL
#undef PERFC_WORDS
#undef PERFC_BYTES

bool Rows::AgreesWithTrailer(uint64_t row, const perfc_record& record) const {
  perfc_sample_id id;
  const bool decoded =
      perfc_decode_sample_id(plan_, &record, &id, sizeof id) == 0;
  const auto agrees = [&](uint32_t column, bool present, uint64_t value) {
    const Column& of_record = records_[column];
    return of_record.Has(row) ? present && of_record.Number(row) == value
                              : !present;
  };
  const auto has = [&](uint64_t bits) {
    return decoded && (id.present & bits) != 0;
  };
  const uint64_t number = has(PERFC_SAMPLE_ID) ? id.id : id.identifier;
  return agrees(PERFC_COLUMN_TYPE, true, record.type) &&
         agrees(PERFC_COLUMN_MISC, true, record.misc) &&
         agrees(PERFC_COLUMN_ATTR_INDEX, decoded, id.attr_index) &&
         agrees(PERFC_COLUMN_PID, has(PERFC_SAMPLE_TID), id.pid) &&
         agrees(PERFC_COLUMN_TID, has(PERFC_SAMPLE_TID), id.tid) &&
         agrees(PERFC_COLUMN_TIME, has(PERFC_SAMPLE_TIME), id.time) &&
         agrees(PERFC_COLUMN_CPU, has(PERFC_SAMPLE_CPU), id.cpu) &&
         agrees(PERFC_COLUMN_ID, has(PERFC_SAMPLE_ID | PERFC_SAMPLE_IDENTIFIER),
                number);
}

bool Rows::DescribeRecord(uint64_t row, Sink* out) const {
  perfc_stream_record whole;
  if (perfc_batch_record(batch_, row, &whole) != 0) return false;
  if (whole.plan != plan_) return false;
  const perfc_record& record = whole.record;
  const Column& raw = records_[PERFC_COLUMN_RAW];
  if (!raw.Has(row) || raw.Count(row) != record.size ||
      raw.Elements(row) != record.data) {
    return false;
  }
  DescribeTyped(plan_, record, out);
  return AgreesWithTrailer(row, record);
}

}  // namespace vectors
