// A table by the Arrow C Data Interface.
#ifndef PERFC_IMPL_PROFILE_TABLE_ARROW_H_
#define PERFC_IMPL_PROFILE_TABLE_ARROW_H_

#include <cstdint>

#include "impl/profile/table/table.h"

// The structs of Arrow's specification
// (arrow.apache.org/docs/format/CDataInterface.html), under the guard it asks for,
// so that they may stand beside another copy.
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4
extern "C" {
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};
}
#endif  // ARROW_C_DATA_INTERFACE

namespace perfc::profile::table {

// A struct array, or a list of structs if the rows are grouped. 0; -ENOMEM;
// -ERANGE: a column of text is longer than 2 GiB when each row has its own copy.
// After a failure nothing is left to release.
int ExportArrow(const Table& table, ArrowSchema* schema, ArrowArray* array);

}  // namespace perfc::profile::table

#endif  // PERFC_IMPL_PROFILE_TABLE_ARROW_H_
