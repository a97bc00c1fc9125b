#include <cerrno>

#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/profile/table/arrow.h"
#include "impl/profile/table/table.h"
#include "perfc/profile/table.h"

namespace {

constexpr char kExport[] = "perfc_table_export_arrow";

}  // namespace

int perfc_table_get_rows(perfc_table* table, size_t row_size, perfc_rows* rows,
                         size_t rows_size) {
  if (table == nullptr || rows == nullptr) return -EINVAL;
  perfc_rows whole;
  if (const int failed = table->table.GetRows(row_size, &whole)) return failed;
  return perfc::base::CopyOut(whole, rows, rows_size);
}

int perfc_table_kind(const perfc_table* table) {
  if (table == nullptr) return -EINVAL;
  return static_cast<int>(table->table.kind());
}

int perfc_table_export_arrow(const perfc_table* table, ArrowSchema* schema,
                             ArrowArray* array, perfc_error* error) {
  if (table == nullptr) {
    return perfc::base::BadArgument(error, kExport, "table is NULL");
  }
  if (schema == nullptr || array == nullptr) {
    return perfc::base::BadArgument(error, kExport, "schema or array is NULL");
  }
  const int failed =
      perfc::profile::table::ExportArrow(table->table, schema, array);
  if (failed == -ENOMEM) return perfc::base::NoMemory(error, kExport, 0);
  if (failed == 0) return 0;
  return perfc::base::Fail(error, failed, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                           kExport, {},
                           "the table is too long for Arrow's int32 offsets");
}

void perfc_table_destroy(perfc_table* table) { delete table; }
