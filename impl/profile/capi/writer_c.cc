#include <cerrno>
#include <memory>
#include <new>
#include <utility>

#include "absl/types/span.h"
#include "impl/base/fail.h"
#include "impl/base/options.h"
#include "impl/base/results.h"
#include "impl/profile/capi/handles.h"
#include "impl/profile/writer/writer.h"
#include "perfc/profile/writer.h"

using perfc::base::BadArgument;

struct perfc_writer {
  std::unique_ptr<perfc::profile::writer::Writer> writer;
};

int perfc_writer_create(const perfc_host* host,
                        const perfc_writer_options* options,
                        perfc_writer** writer, perfc_error* error) {
  constexpr char kCreate[] = "perfc_writer_create";
  if (writer == nullptr) return BadArgument(error, kCreate, "writer is NULL");
  perfc_writer_options taken;
  if (int failed = perfc::base::TakeOptions(options, &taken, kCreate, error)) {
    return failed;
  }
  std::unique_ptr<perfc_writer> made(new (std::nothrow) perfc_writer);
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCreate, sizeof *made);
  }
  using perfc::profile::writer::Writer;
  const int failed = Writer::Create(host, taken, &made->writer, error);
  if (!failed) *writer = made.release();
  return failed;
}

int perfc_writer_write(perfc_writer* writer, const perfc_stream_record* records,
                       uint32_t count, perfc_error* error) {
  if (writer == nullptr || (records == nullptr && count > 0)) {
    return BadArgument(error, "perfc_writer_write",
                       "writer or records is NULL");
  }
  return writer->writer->Write({records, count}, error);
}

int perfc_writer_finish(perfc_writer* writer, uint32_t flags,
                        perfc_writer_result* result, size_t size,
                        perfc_error* error) {
  if (writer == nullptr) {
    return BadArgument(error, "perfc_writer_finish", "writer is NULL");
  }
  const int failed = writer->writer->Finish(flags, error);
  if (failed || result == nullptr) return failed;
  return perfc::base::CopyOut(writer->writer->result(), result, size);
}

void perfc_writer_destroy(perfc_writer* writer) { delete writer; }
