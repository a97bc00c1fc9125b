#include <cerrno>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/batch/arrow.h"
#include "impl/capi/handles.h"
#include "impl/capi/options.h"
#include "perfc/batch.h"

using perfc::base::BadArgument;
using perfc::batch::kColumnCount;

namespace {

constexpr char kCreate[] = "perfc_batch_create";
constexpr char kExport[] = "perfc_batch_export_arrow";
// Offsets are int32, and a column has one more than rows.
constexpr uint32_t kMostRows = INT32_MAX - 1;

bool GoodPlace(uint32_t table, uint32_t column) {
  return table <= PERFC_TABLE_RECORDS && column < kColumnCount;
}

}  // namespace

int perfc::capi::TakeBatchOptions(const perfc_batch_options* options,
                                  perfc_batch_options* taken,
                                  const char* operation, perfc_error* error) {
  if (int failed = base::TakeOptions(options, taken, operation, error))
    return failed;
  if (taken->flags & ~uint32_t{PERFC_BATCH_VIEWS | PERFC_BATCH_VIEW_BYTES}) {
    return BadArgument(error, operation, "flags has unknown bits");
  }
  if (taken->sample_type >= PERFC_SAMPLE_MAX) {
    return BadArgument(error, operation,
                       "sample_type has bits that no field has");
  }
  if (taken->rows > kMostRows) {
    return BadArgument(error, operation,
                       "rows is beyond what int32 offsets reach");
  }
  return 0;
}

int perfc_batch_create(const perfc_batch_options* options, perfc_batch** batch,
                       perfc_error* error) {
  if (batch == nullptr) return BadArgument(error, kCreate, "batch is NULL");
  perfc_batch_options taken;
  if (int failed =
          perfc::capi::TakeBatchOptions(options, &taken, kCreate, error)) {
    return failed;
  }
  auto* made = new (std::nothrow) perfc_batch{perfc::batch::Batch(taken)};
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCreate, sizeof(perfc_batch));
  }
  *batch = made;
  return 0;
}

void perfc_batch_destroy(perfc_batch* batch) { delete batch; }

int perfc_batch_fill_event(perfc_batch* batch, perfc_event* event) {
  if (!batch || !event) return -EINVAL;
  if (int forked = event->event.CheckOwner({}, nullptr)) return forked;
  if (event->stream != nullptr) return -EBADFD;
  return batch->batch.Fill(event->plan, event->event.ring());
}

int perfc_batch_fill_bytes(perfc_batch* batch, const perfc_plan* plan,
                           const void* data, size_t size, size_t* consumed) {
  if (!batch || !plan || !consumed || (!data && size > 0)) return -EINVAL;
  if (reinterpret_cast<uintptr_t>(data) % 8 != 0) return -EINVAL;
  if (plan->foreign()) return -EINVAL;
  return batch->batch.FillBytes(*plan, static_cast<const uint8_t*>(data), size,
                                consumed);
}

int perfc_batch_fill_stream(perfc_batch* batch, perfc_stream* stream) {
  if (!batch || !stream || batch->batch.views()) return -EINVAL;
  if (int forked = stream->rings->CheckOwner({}, nullptr)) return forked;
  return stream->forward ? stream->forward->FillBatch(&batch->batch)
                         : stream->flight->FillBatch(&batch->batch);
}

int perfc_batch_fill_records(perfc_batch* batch,
                             const perfc_stream_record* records, uint32_t count,
                             uint32_t* taken) {
  if (!batch || !taken || (!records && count > 0)) return -EINVAL;
  return batch->batch.FillRecords(records, count, taken);
}

int perfc_batch_get_info(const perfc_batch* batch, perfc_batch_info* info,
                         size_t size) {
  if (!batch || !info) return -EINVAL;
  return perfc::base::CopyOut(batch->batch.info(), info, size);
}

int perfc_batch_column(const perfc_batch* batch, uint32_t table,
                       uint32_t column, perfc_column* out, size_t size) {
  if (!batch || !out || !GoodPlace(table, column)) return -EINVAL;
  perfc_column whole;
  const int failed = batch->batch.Column(table, column, &whole);
  if (!failed) perfc::base::CopyOut(whole, out, size);
  return failed;
}

const char* perfc_column_name(uint32_t column) {
  if (column >= kColumnCount) return nullptr;
  const char* name = perfc::batch::kSampleColumns[column].name;
  return name ? name : perfc::batch::kRecordColumns[column].name;
}

int perfc_batch_record(const perfc_batch* batch, uint64_t row,
                       perfc_stream_record* record) {
  if (!batch || !record) return -EINVAL;
  return batch->batch.Record(row, record);
}

int perfc_batch_export_arrow(const perfc_batch* batch, uint32_t table,
                             ArrowSchema* schema, ArrowArray* array,
                             perfc_error* error) {
  if (!batch || !schema || !array || table > PERFC_TABLE_RECORDS) {
    return BadArgument(error, kExport, "a NULL argument, or no such table");
  }
  int failed = perfc::batch::ExportSchema(batch->batch, table, schema);
  if (!failed) {
    failed = perfc::batch::ExportArray(batch->batch, table, array);
    if (failed) schema->release(schema);
  }
  return failed ? perfc::base::NoMemory(error, kExport, 0) : 0;
}
