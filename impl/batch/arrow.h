// The Arrow C Data Interface: a table as a struct array that owns its memory.
#ifndef PERFC_IMPL_BATCH_ARROW_H_
#define PERFC_IMPL_BATCH_ARROW_H_

#include <cstdint>

// The three structs of Arrow's specification
// (arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html),
// under the guards it asks for, so that they may stand beside another copy.
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

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
extern "C" {
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema*);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray*);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};
}
#endif  // ARROW_C_STREAM_INTERFACE

namespace perfc::batch {

class Batch;

// 0 or -ENOMEM, after which nothing is left to release.
int ExportSchema(const Batch& batch, uint32_t table, ArrowSchema* out);
int ExportArray(const Batch& batch, uint32_t table, ArrowArray* out);

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_ARROW_H_
