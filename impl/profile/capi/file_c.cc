#include <cerrno>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/options.h"
#include "impl/base/results.h"
#include "impl/profile/capi/handles.h"
#include "impl/profile/file/file.h"
#include "impl/profile/synthesize/synthesize.h"
#include "impl/profile/table/kinds.h"
#include "impl/profile/table/table.h"
#include "perfc/profile/file.h"

using perfc::base::BadArgument;
using perfc::base::NoMemory;
using perfc::base::TakeOptions;

namespace {

constexpr char kOpen[] = "perfc_file_open";
constexpr char kNext[] = "perfc_file_next_records";
constexpr char kTable[] = "perfc_file_create_table";
constexpr char kSynthesize[] = "perfc_file_synthesize";

// Gives the source to the caller.
int Release(std::unique_ptr<perfc::profile::source::Source> source,
            const char* operation, perfc_file** file, perfc_error* error) {
  auto* made = new (std::nothrow) perfc_file;
  if (made == nullptr) return NoMemory(error, operation, sizeof *made);
  made->source = std::move(source);
  *file = made;
  return 0;
}

}  // namespace

int perfc_file_open(const perfc_file_options* options, perfc_file** file,
                    perfc_error* error) {
  if (file == nullptr) return BadArgument(error, kOpen, "file is NULL");
  perfc_file_options taken;
  if (const int failed = TakeOptions(options, &taken, kOpen, error)) {
    return failed;
  }
  perfc_filter filter;
  if (const int failed =
          TakeOptions(taken.filter, &filter, kOpen, error, "filter")) {
    return failed;
  }
  std::unique_ptr<perfc::profile::source::Source> source;
  if (const int failed = perfc::profile::file::Open(
          taken, taken.filter ? &filter : nullptr, &source, error)) {
    return failed;
  }
  return Release(std::move(source), kOpen, file, error);
}

void perfc_file_close(perfc_file* file) { delete file; }

int perfc_file_next_records(perfc_file* file, perfc_stream_record* records,
                            uint32_t capacity, perfc_error* error) {
  if (file == nullptr || records == nullptr || capacity == 0) {
    return BadArgument(error, kNext,
                       "file or records is NULL, or capacity is 0");
  }
  return file->source->NextRecords(records, capacity, error);
}

int perfc_file_get_info(const perfc_file* file, perfc_file_info* info,
                        size_t size) {
  if (file == nullptr || info == nullptr) return -EINVAL;
  perfc_file_info whole;
  file->source->GetInfo(&whole);
  return perfc::base::CopyOut(whole, info, size);
}

int perfc_file_create_table(const perfc_file* file, uint32_t kind,
                            perfc_table** table, perfc_error* error) {
  if (file == nullptr || table == nullptr) {
    return BadArgument(error, kTable, "file or table is NULL");
  }
  const perfc::profile::table::Kind* found =
      perfc::profile::table::FindKind(kind);
  if (found == nullptr) {
    return BadArgument(error, kTable, "no table of files has this kind");
  }
  std::unique_ptr<perfc_table> made(new (std::nothrow) perfc_table{
      perfc::profile::table::Table(kind, found->row_size)});
  if (made == nullptr) return NoMemory(error, kTable, sizeof *made);
  if (const int failed = file->source->FillTable(&made->table, error)) {
    return failed;
  }
  *table = made.release();
  return 0;
}

int perfc_file_synthesize(const perfc_host* host, const perfc_plan* plan,
                          const int32_t* pids, uint32_t pid_count,
                          uint32_t flags, perfc_file** file,
                          perfc_error* error) {
  if (file == nullptr) return BadArgument(error, kSynthesize, "file is NULL");
  std::unique_ptr<perfc::profile::source::Source> source;
  if (const int failed = perfc::profile::synthesize::Synthesize(
          host, plan, pids, pid_count, flags, &source, error)) {
    return failed;
  }
  return Release(std::move(source), kSynthesize, file, error);
}
