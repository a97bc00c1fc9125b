#include "test/profile/perf/tables.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "test/vectors/sink.h"

// Arrow's C Data Interface.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

namespace tables {
namespace {

template <typename T>
T At(const ArrowArray& array, int64_t row, int buffer = 1) {
  T value;
  memcpy(&value,
         static_cast<const char*>(array.buffers[buffer]) + row * sizeof value,
         sizeof value);
  return value;
}

void TellRow(const ArrowSchema& schema, const ArrowArray& array, int64_t row,
             const char* key, vectors::Sink* out);

void TellList(const ArrowSchema& schema, const ArrowArray& array, int64_t row,
              const char* key, vectors::Sink* out) {
  out->BeginList(key);
  for (int32_t i = At<int32_t>(array, row); i < At<int32_t>(array, row + 1);
       ++i) {
    TellRow(*schema.children[0], *array.children[0], i, nullptr, out);
  }
  out->EndList();
}

void TellStruct(const ArrowSchema& schema, const ArrowArray& array, int64_t row,
                const char* key, vectors::Sink* out) {
  out->BeginObject(key);
  for (int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema& child = *schema.children[i];
    TellRow(child, *array.children[i], row, child.name, out);
  }
  out->EndObject();
}

void TellText(const ArrowArray& array, int64_t row, const char* key,
              vectors::Sink* out) {
  const int32_t begin = At<int32_t>(array, row);
  out->Text(key, static_cast<const char*>(array.buffers[2]) + begin,
            At<int32_t>(array, row + 1) - begin);
}

void TellDouble(const ArrowArray& array, int64_t row, const char* key,
                vectors::Sink* out) {
  char text[32];
  const int size =
      std::snprintf(text, sizeof text, "%.17g", At<double>(array, row));
  out->Text(key, text, size);
}

void TellBytes(const ArrowArray& array, int64_t row, int size, const char* key,
               vectors::Sink* out) {
  out->Bytes(key, static_cast<const char*>(array.buffers[1]) + row * size,
             size);
}

void TellRow(const ArrowSchema& schema, const ArrowArray& array, int64_t row,
             const char* key, vectors::Sink* out) {
  switch (schema.format[0]) {
    case 'I':
    case 'i':
      return out->Small(key, At<uint32_t>(array, row));
    case 'L':
    case 'l':
      return out->Big(key, At<uint64_t>(array, row));
    case 'g':
      return TellDouble(array, row, key, out);
    case 'z':
      return TellText(array, row, key, out);
    case 'w':
      return TellBytes(array, row, atoi(schema.format + 2), key, out);
    case '+':
      return schema.format[1] == 's' ? TellStruct(schema, array, row, key, out)
                                     : TellList(schema, array, row, key, out);
    default:
      std::fprintf(stderr, "no such format: %s\n", schema.format);
      std::exit(1);
  }
}

void TellRows(const perfc_table* table, vectors::Sink* out) {
  ArrowSchema schema;
  ArrowArray array;
  if (perfc_table_export_arrow(table, &schema, &array, nullptr) != 0) {
    std::fprintf(stderr, "a table can't be exported\n");
    std::exit(1);
  }
  out->BeginList("rows");
  for (int64_t row = 0; row < array.length; ++row) {
    TellRow(schema, array, row, nullptr, out);
  }
  out->EndList();
  schema.release(&schema);
  array.release(&array);
}

void Tell(const perfc_file* file, uint32_t kind) {
  vectors::JsonSink sink;
  sink.BeginObject(nullptr);
  sink.Small("table", kind);
  perfc_table* table = nullptr;
  perfc_error error = {};
  const int failed = perfc_file_create_table(file, kind, &table, &error);
  if (failed) {
    char text[1024];
    perfc_error_text(&error, text, sizeof text);
    sink.Small("error", -failed);
    sink.Text("text", text, strlen(text));
  } else {
    TellRows(table, &sink);
  }
  sink.EndObject();
  std::printf("%s\n", sink.Take().c_str());
  perfc_table_destroy(table);
}

}  // namespace

void TellAll(const perfc_file* file) {
  for (uint32_t kind = PERFC_ROWS_FACTS; kind <= PERFC_ROWS_TRACEPOINTS;
       ++kind) {
    Tell(file, kind);
  }
}

}  // namespace tables
