// Batches of any bytes with any attrs, columns and rows: copied and as views,
// against typed decoding, and through Arrow.
#include <cerrno>
#include <vector>

#include "impl/batch/arrow.h"
#include "perfc/batch.h"
#include "test/fuzz/case.h"
#include "test/fuzz/fuzz.h"
#include "test/vectors/decode.h"
#include "test/vectors/sink.h"

namespace {

using encoder::Order;
using fuzz::Demand;
using fuzz::Touch;
using vectors::Batch;
using vectors::Told;

void DemandAgreement(const vectors::Plan& plan, const fuzz::Alone& records,
                     uint32_t flags, uint32_t rows) {
  vectors::FlatSink sink;
  const Told typed =
      vectors::TellTyped(plan.get(), Order::kLittle, records.data(),
                         records.size(), &sink, nullptr);
  const Batch batch = vectors::MakeBatch(flags, rows);
  const Told columns = vectors::TellColumns(
      batch.get(), plan.get(), records.data(), records.size(), &sink);
  Demand(columns.problem.empty(), columns.problem.c_str());
  Demand(columns.consumed == typed.consumed, "as many bytes are taken");
  Demand(columns.records == typed.records, "columns say what decoding says");
  const Told held = vectors::TellRecords(batch.get(), plan.get(),
                                         records.data(), records.size(), &sink);
  Demand(held.problem.empty(), held.problem.c_str());
  Demand(held.records == typed.records, "records say what their bytes say");
}

void TouchColumn(const perfc_column& column) {
  Touch(column.values, column.value_count * column.width);
  if (column.validity != nullptr) Touch(column.validity, (column.rows + 7) / 8);
  if (column.offsets == nullptr) {
    Demand(column.value_count == column.rows, "a value for each row");
    return;
  }
  for (uint64_t row = 0; row < column.rows; ++row) {
    const int64_t from = column.offsets[row];
    const int64_t to = column.sizes != nullptr ? from + column.sizes[row]
                                               : column.offsets[row + 1];
    Demand(0 <= from && from <= to &&
               static_cast<uint64_t>(to) <= column.value_count,
           "a row's elements are the column's");
  }
}

void TouchArray(const ArrowSchema& schema, const ArrowArray& array) {
  Demand(schema.n_children == array.n_children, "a type for each column");
  for (int64_t i = 0; i < array.n_children; ++i) {
    Demand(array.children[i]->length == array.length || schema.name != nullptr,
           "columns are of one length");
    TouchArray(*schema.children[i], *array.children[i]);
  }
  if (array.n_buffers > 0 && array.buffers[0] != nullptr) {
    Touch(array.buffers[0], static_cast<size_t>(array.length + 7) / 8);
  }
}

void TouchTable(const Batch& batch, uint32_t table) {
  for (uint32_t i = 0; i < PERFC_COLUMN_COUNT; ++i) {
    perfc_column column;
    if (perfc_batch_column(batch.get(), table, i, &column, sizeof column) ==
        0) {
      TouchColumn(column);
    }
  }
  ArrowSchema schema;
  ArrowArray array;
  Demand(perfc_batch_export_arrow(batch.get(), table, &schema, &array,
                                  nullptr) == 0,
         "every batch can be exported");
  TouchArray(schema, array);
  schema.release(&schema);
  array.release(&array);
}

// Fills of some of the columns, to the end.
void FillSome(const vectors::Plan& plan, const fuzz::Alone& records,
              uint32_t flags, uint32_t rows, uint64_t columns) {
  const Batch batch = vectors::MakeBatch(flags, rows, columns);
  if (batch == nullptr) return;
  size_t at = 0;
  size_t consumed = 0;
  while (perfc_batch_fill_bytes(batch.get(), plan.get(), records.data() + at,
                                records.size() - at, &consumed) > 0) {
    TouchTable(batch, PERFC_TABLE_SAMPLES);
    TouchTable(batch, PERFC_TABLE_RECORDS);
    at += consumed;
    Demand(at <= records.size(), "no more is taken than there is");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const uint32_t flags =
      input.U8() & (PERFC_BATCH_VIEWS | PERFC_BATCH_VIEW_BYTES);
  const uint32_t rows = input.U8();
  const uint64_t columns = input.U64();
  const fuzz::Case made(&input);
  const vectors::Plan plan = made.MakePlan();
  if (plan == nullptr || made.order() != Order::kLittle) return 0;
  const fuzz::Alone records = fuzz::Case::TakeRecords(&input);
  DemandAgreement(plan, records, flags, rows);
  FillSome(plan, records, flags, rows, columns);
  return 0;
}
