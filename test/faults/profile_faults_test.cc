// The second library without memory: each allocation fails in turn, alone or with all
// that follow. Then the call gives -ENOMEM, and the next one goes on as if nothing had
// been.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "impl/batch/arrow.h"
#include "perfc/profile.h"
#include "test/faults/allocations.h"
#include "test/fuzz/small_data_files.h"

namespace {

using faults::AllocationFailed;
using faults::FailAllocation;

struct Close {
  void operator()(perfc_file* file) const { perfc_file_close(file); }
  void operator()(perfc_table* table) const { perfc_table_destroy(table); }
  void operator()(perfc_writer* writer) const { perfc_writer_destroy(writer); }
  void operator()(perfc_host* host) const { perfc_host_destroy(host); }
  void operator()(perfc_plan* plan) const { perfc_plan_destroy(plan); }
};
template <typename T>
using Handle = std::unique_ptr<T, Close>;

// Whether an allocation of the run failed.
bool failed_once = false;

// The call's result; after -ENOMEM that of the second try, with memory.
int Try(const std::function<int()>& call) {
  const int result = call();
  failed_once |= AllocationFailed();
  if (!AllocationFailed() || result != -ENOMEM) return result;
  FailAllocation(0, false);
  return call();
}

Handle<perfc_file> Open(const std::string& content, uint32_t order) {
  perfc_file_options options = {};
  options.size = sizeof options;
  options.data = content.data();
  options.data_size = content.size();
  options.order = order;
  options.flags = PERFC_FILE_TAILS;
  perfc_file* file = nullptr;
  perfc_error error = {};
  Try([&] { return perfc_file_open(&options, &file, &error); });
  return Handle<perfc_file>(file);
}

std::string Bytes(const perfc_stream_record& record) {
  const auto* data = reinterpret_cast<const char*>(record.record.data);
  std::string bytes(data, record.record.size);
  if (record.tail != nullptr) {
    bytes.append(reinterpret_cast<const char*>(record.tail), record.tail_size);
  }
  return bytes;
}

using Strings = std::vector<std::string>;

int ReadRecords(perfc_file* file, uint32_t capacity, Strings* to) {
  perfc_error error = {};
  std::vector<perfc_stream_record> records(capacity);
  int n;
  while ((n = Try([&] {
            return perfc_file_next_records(file, records.data(), capacity,
                                           &error);
          })) > 0) {
    for (int i = 0; i < n; ++i) to->push_back(Bytes(records[i]));
  }
  return n;
}

std::string Rows(perfc_table* table, size_t row_size) {
  perfc_rows rows = {};
  const int failed = Try([&] {
    return perfc_table_get_rows(table, row_size, &rows, sizeof rows);
  });
  EXPECT_EQ(failed, 0);
  std::string all(static_cast<const char*>(rows.rows), rows.count * row_size);
  return all.append(rows.text, rows.text_size);
}

void Export(const perfc_table* table) {
  ArrowSchema schema;
  ArrowArray array;
  const int failed = Try([&] {
    return perfc_table_export_arrow(table, &schema, &array, nullptr);
  });
  ASSERT_EQ(failed, 0);
  schema.release(&schema);
  array.release(&array);
}

void ReadTables(const perfc_file* file, Strings* to) {
  for (uint32_t kind = PERFC_ROWS_FACTS; kind <= PERFC_ROWS_TRACEPOINTS;
       ++kind) {
    perfc_table* made = nullptr;
    perfc_error error = {};
    const int failed =
        Try([&] { return perfc_file_create_table(file, kind, &made, &error); });
    to->push_back(std::to_string(failed));
    if (failed) continue;
    const Handle<perfc_table> table(made);
    to->push_back(Rows(made, 16));
    to->push_back(Rows(made, 256));
    Export(made);
  }
}

// All that a file has.
Strings ReadAll(const std::string& content, uint32_t order) {
  Strings all;
  const Handle<perfc_file> file = Open(content, order);
  if (file == nullptr) return all;
  const int end = ReadRecords(file.get(), 2, &all);
  all.push_back(std::to_string(end));
  ReadTables(file.get(), &all);
  return all;
}

// What is in a copy of the file.
Strings Copy(const std::string& content, const perfc_host* host,
             uint32_t zstd_level) {
  const std::string path =
      testing::TempDir() + "perfc-faults-" + std::to_string(getpid()) + ".data";
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.path = path.c_str();
  options.flags = PERFC_WRITER_OVERWRITE;
  options.zstd_level = zstd_level;
  perfc_writer* made = nullptr;
  perfc_error error = {};
  Try([&] { return perfc_writer_create(host, &options, &made, &error); });
  if (made == nullptr) return {};
  const Handle<perfc_writer> writer(made);
  const Handle<perfc_file> file = Open(content, PERFC_FILE_ORDER_TIME);
  if (file == nullptr) return {};
  perfc_stream_record records[2];
  int n;
  while ((n = Try([&] {
            return perfc_file_next_records(file.get(), records, 2, &error);
          })) > 0) {
    const int written =
        Try([&] { return perfc_writer_write(made, records, n, &error); });
    EXPECT_EQ(written, n);
  }
  const int finished =
      Try([&] { return perfc_writer_finish(made, 0, nullptr, 0, &error); });
  EXPECT_EQ(finished, 0);
  FailAllocation(0, false);
  std::ifstream copy(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(copy), {}};
  std::filesystem::remove(path);
  return ReadAll(bytes, PERFC_FILE_ORDER_FILE);
}

// Where the two differ first; -1: nowhere. They are too long to be printed.
int FirstDifference(const Strings& one, const Strings& other) {
  const size_t both = std::min(one.size(), other.size());
  for (size_t i = 0; i < both; ++i) {
    if (one[i] != other[i]) return static_cast<int>(i);
  }
  return one.size() == other.size() ? -1 : static_cast<int>(both);
}

// Runs it with each allocation failing. It gives the same each time.
void FailEach(const std::function<Strings()>& run) {
  const Strings expected = run();
  for (const bool and_later : {false, true}) {
    failed_once = true;
    for (int n = 1; failed_once; ++n) {
      SCOPED_TRACE((and_later ? "from allocation " : "allocation ") +
                   std::to_string(n));
      failed_once = false;
      FailAllocation(n, and_later);
      const Strings got = run();
      failed_once |= AllocationFailed();
      FailAllocation(0, false);
      ASSERT_EQ(FirstDifference(got, expected), -1);
    }
  }
}

// Without a file in its trees, so that nothing depends on this machine.
Handle<perfc_host> EmptyHost() {
  const std::string empty =
      testing::TempDir() + "perfc-empty-" + std::to_string(getpid());
  std::filesystem::create_directory(empty);
  perfc_host_options options = {};
  options.size = sizeof options;
  options.sysfs = options.procfs = options.tracefs = empty.c_str();
  perfc_host* host = nullptr;
  EXPECT_EQ(perfc_host_create(&options, &host, nullptr), 0);
  return Handle<perfc_host>(host);
}

Handle<perfc_plan> OneAttr() {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.sample_type = PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME;
  attr.flags = PERFC_ATTR_SAMPLE_ID_ALL;
  perfc_plan* plan = nullptr;
  EXPECT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr), 0);
  EXPECT_EQ(perfc_plan_add_attr(plan, &attr, sizeof attr, nullptr, 0, nullptr),
            0);
  return Handle<perfc_plan>(plan);
}

TEST(ProfileFaults, AFileIsReadAfterAnAllocationFailed) {
  int number = 0;
  for (const std::string& content : fuzz::SmallDataFiles()) {
    SCOPED_TRACE("file " + std::to_string(number++));
    for (const uint32_t order :
         {PERFC_FILE_ORDER_TIME, PERFC_FILE_ORDER_FILE}) {
      FailEach([&] { return ReadAll(content, order); });
      if (HasFatalFailure()) return;
    }
  }
}

// Each of these files is written some hundred times, and synced.
constexpr size_t kEveryWritten = 9;

TEST(ProfileFaults, AFileIsWrittenAfterAnAllocationFailed) {
  const Handle<perfc_host> host = EmptyHost();
  const Strings files = fuzz::SmallDataFiles();
  for (size_t i = 0; i < files.size(); i += kEveryWritten) {
    SCOPED_TRACE("file " + std::to_string(i));
    for (const uint32_t zstd_level : {0, 1}) {
      FailEach([&] { return Copy(files[i], host.get(), zstd_level); });
      if (HasFatalFailure()) return;
    }
  }
}

// What there is changes from run to run: it only has to end.
TEST(ProfileFaults, ThisProcessIsSynthesizedAfterAnAllocationFailed) {
  const Handle<perfc_plan> plan = OneAttr();
  const int32_t pid = getpid();
  FailEach([&] {
    perfc_file* made = nullptr;
    Try([&] {
      return perfc_file_synthesize(
          nullptr, plan.get(), &pid, 1,
          PERFC_SYNTHESIZE_TASKS | PERFC_SYNTHESIZE_FACTS, &made, nullptr);
    });
    const Handle<perfc_file> file(made);
    Strings records;
    const int end = made == nullptr ? -ENOMEM : ReadRecords(made, 64, &records);
    return Strings{std::to_string(end)};
  });
}

}  // namespace
