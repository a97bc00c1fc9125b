#include "impl/stream/arrow_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "impl/batch/batch.h"
#include "impl/explain/text.h"

namespace perfc::stream {
namespace {

constexpr uint32_t kDefaultRows = 65536;

perfc_batch_options WithRows(perfc_batch_options options) {
  if (options.rows == 0) options.rows = kDefaultRows;
  return options;
}

// The state that an exported stream owns. `stream` is null if the stream was
// destroyed first.
struct Reader {
  Reader(const perfc_batch_options& options, uint32_t which)
      : batch(WithRows(options)), table(which) {}
  ~Reader() {
    if (stream != nullptr) stream->RemoveReader(&stream);
  }

  size_t rows() const { return batch.table(table).rows; }

  Stream* stream = nullptr;
  batch::Batch batch;
  const uint32_t table;
  int64_t deadline_ms = -1;  // below 0: none
  bool ending = false;       // the end has come
  bool ended = false;        // and all there was by then is taken
  bool owes = false;         // the batch's rows to the next get_next
  char last_error[2048] = "";
};

Reader* ReaderOf(ArrowArrayStream* stream) {
  return static_cast<Reader*>(stream->private_data);
}

// Arrow's callbacks return errnos that are positive.
int Failed(Reader* reader, int code, const perfc_error& error) {
  base::TextWriter text(reader->last_error, sizeof reader->last_error);
  explain::WriteText(error, &text);
  return -code;
}

int GetSchema(ArrowArrayStream* stream, ArrowSchema* out) {
  const Reader* reader = ReaderOf(stream);
  return -batch::ExportSchema(reader->batch, reader->table, out);
}

// Milliseconds to the deadline; below 0 if there is none.
int LeftMs(const Reader& reader) {
  if (reader.deadline_ms < 0) return -1;
  const int64_t now = reader.stream->system().MonotonicMs();
  return static_cast<int>(std::max<int64_t>(reader.deadline_ms - now, 0));
}

// How a wait may end without being an error.
bool IsEnd(int code) {
  return code == 0 || code == -ESHUTDOWN || code == -ECANCELED ||
         code == -EBUSY || code == -ENODEV;
}

// Fills until the table has rows, or until the stream has ended and its
// remaining records are taken.
int FillNext(Reader* reader) {
  perfc_error error = {};
  while (!reader->ended && reader->stream != nullptr) {
    if (LeftMs(*reader) == 0) reader->ending = true;
    const int filled = reader->stream->FillBatch(&reader->batch);
    if (filled < 0 && !IsEnd(filled)) {
      error.code = filled;
      return Failed(reader, filled, error);
    }
    if (reader->ending && !reader->batch.info().full) reader->ended = true;
    if (reader->rows() > 0) return 0;
    if (filled > 0 || reader->ended) continue;
    const int found = reader->stream->Wait(LeftMs(*reader), &error);
    if (found > 0 || found == -EINTR) continue;
    if (!IsEnd(found)) return Failed(reader, found, error);
    reader->ending = true;
  }
  return 0;
}

int GetNext(ArrowArrayStream* stream, ArrowArray* out) {
  Reader* reader = ReaderOf(stream);
  *out = {};
  if (!reader->owes) {
    if (reader->ended || reader->stream == nullptr) return 0;
    if (const int failed = FillNext(reader)) return failed;
    reader->owes = reader->rows() > 0;
  }
  if (!reader->owes) return 0;
  perfc_error error = {};
  if (batch::ExportArray(reader->batch, reader->table, out) != 0) {
    return Failed(reader, base::NoMemory(&error, "get_next", 0), error);
  }
  reader->owes = false;
  return 0;
}

const char* GetLastError(ArrowArrayStream* stream) {
  const Reader* reader = ReaderOf(stream);
  return reader->last_error[0] ? reader->last_error : nullptr;
}

void Release(ArrowArrayStream* stream) {
  delete ReaderOf(stream);
  stream->release = nullptr;
}

}  // namespace

int ExportStream(Stream* stream, const perfc_batch_options& options,
                 uint32_t table, int32_t duration_ms, ArrowArrayStream* out) {
  std::unique_ptr<Reader> reader(new (std::nothrow) Reader(options, table));
  if (reader == nullptr || stream->PlaceBatch(&reader->batch) != 0 ||
      !stream->AddReader(&reader->stream)) {
    return -ENOMEM;
  }
  reader->batch.Freeze();
  if (duration_ms >= 0) {
    reader->deadline_ms = stream->system().MonotonicMs() + duration_ms;
  }
  *out = {GetSchema, GetNext, GetLastError, Release, reader.release()};
  return 0;
}

}  // namespace perfc::stream
