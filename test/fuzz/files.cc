// perf.data files of any bytes, in memory: every order and flag, all tables. The input
// begins with
//
//   u8   bits 0 and 1: what follows, see Form; bit 2: in the file's order; bit 3: RAW;
//        bit 4: TAILS; bit 5: a small window; bit 6: a filter
//   u8   records for each call
//
// then, for a file that is built around it, the attrs and ids as case.h has them, u8
// features (with kBuilt only), and for each u8 its number, u16 its size, and its bytes;
// then the records.
#include <cerrno>
#include <initializer_list>
#include <memory>
#include <vector>

#include "impl/batch/arrow.h"
#include "perfc/profile.h"
#include "test/fuzz/case.h"
#include "test/fuzz/data_file.h"
#include "test/fuzz/fuzz.h"
#include "test/vectors/sink.h"
#include "test/vectors/typed.h"

namespace {

using fuzz::Demand;
using fuzz::Touch;

enum Form : uint32_t { kAnyBytes, kBuilt, kPipe, kBuiltWithoutFeatures };

constexpr uint32_t kSmallestWindow = 1 << 12;

struct Closer {
  void operator()(perfc_file* file) const { perfc_file_close(file); }
  void operator()(perfc_table* table) const { perfc_table_destroy(table); }
};
using File = std::unique_ptr<perfc_file, Closer>;
using Table = std::unique_ptr<perfc_table, Closer>;

bool IsOneOf(int error, std::initializer_list<int> allowed) {
  for (const int one : allowed) {
    if (error == -one) return true;
  }
  return false;
}

void TouchTail(const perfc_stream_record& record) {
  if (record.tail == nullptr) return;
  Touch(record.tail, record.tail_size);
}

// What holds for each record, and from one to the next.
class Order {
 public:
  explicit Order(uint32_t order) : order_(order) {}

  void Check(const perfc_stream_record& record) {
    Demand(record.record.size >= 8, "a record has a header");
    Touch(record.record.data, record.record.size);
    TouchTail(record);
    Demand(record.plan != nullptr, "every record has a plan");
    Demand(record.sequence == count_, "records are counted");
    ++count_;
    vectors::DescribeTyped(record.plan, record.record, &sink_);
    sink_.Take();
    if (order_ == PERFC_FILE_ORDER_FILE) return;
    const bool late = record.flags & PERFC_STREAM_RECORD_LATE;
    Demand(late || record.time >= last_, "records are in the order of time");
    if (!late) last_ = record.time;
  }
  uint64_t count() const { return count_; }

 private:
  uint32_t order_;
  uint64_t count_ = 0;
  uint64_t last_ = 0;
  vectors::FlatSink sink_;
};

void TouchRows(perfc_table* table, size_t row_size) {
  perfc_rows rows = {};
  const int failed = perfc_table_get_rows(table, row_size, &rows, sizeof rows);
  Demand(failed == 0, "rows of any size can be had");
  Touch(rows.rows, rows.count * row_size);
  Touch(rows.text, rows.text_size);
  Demand(rows.text_size > 0 && rows.text[rows.text_size - 1] == '\0',
         "the last text ends with a NUL, too");
  for (uint64_t group = 0; group < rows.groups; ++group) {
    Demand(rows.starts[group] <= rows.starts[group + 1] &&
               rows.starts[group + 1] <= rows.count,
           "a group is made of rows");
  }
}

void TouchTables(const perfc_file* file) {
  for (uint32_t kind = PERFC_ROWS_FACTS; kind <= PERFC_ROWS_TRACEPOINTS;
       ++kind) {
    perfc_table* made = nullptr;
    perfc_error error = {};
    const int failed = perfc_file_create_table(file, kind, &made, &error);
    if (failed) {
      Demand(IsOneOf(failed, {ENODATA, EBADMSG, ENOMEM}), "as documented");
      continue;
    }
    const Table table(made);
    Demand(perfc_table_kind(made) == static_cast<int>(kind), "of this kind");
    for (const size_t size : {8, 64, 256}) TouchRows(made, size);
    ArrowSchema schema;
    ArrowArray array;
    if (perfc_table_export_arrow(made, &schema, &array, nullptr) != 0) continue;
    schema.release(&schema);
    array.release(&array);
  }
}

struct Choice {
  perfc_file_options options = {};
  perfc_filter filter = {};
  uint32_t cpu = 0;
  uint32_t capacity = 1;
};

void Choose(uint32_t how, fuzz::Input* input, Choice* to) {
  to->options.size = sizeof to->options;
  if (how & 4) to->options.order = PERFC_FILE_ORDER_FILE;
  if (how & 4 && how & 8) to->options.flags |= PERFC_FILE_RAW;
  if (how & 16) to->options.flags |= PERFC_FILE_TAILS;
  if (how & 32) to->options.window_bytes = kSmallestWindow;
  to->capacity = 1 + input->U8();
  if (!(how & 64)) return;
  to->filter.size = sizeof to->filter;
  to->filter.cpus = &to->cpu;
  to->filter.cpu_count = 1;
  to->options.filter = &to->filter;
}

std::string Build(uint32_t form, fuzz::Input* input) {
  if (form == kAnyBytes) return input->Take(input->left());
  const fuzz::Case made(input);
  vectors::Stored stored = made.stored();
  fuzz::Features features;
  if (form == kBuilt) {
    for (int left = input->U8(); left > 0 && input->left() > 0; --left) {
      const uint8_t number = input->U8();
      const size_t size = input->U16();
      features[number] = input->Take(size);
    }
  }
  const std::string records = input->Take(input->left());
  stored.records = reinterpret_cast<const uint8_t*>(records.data());
  stored.size = records.size();
  return form == kPipe ? fuzz::MakePipeFile(stored, features)
                       : fuzz::MakeDataFile(stored, features);
}

void CheckInfo(const perfc_file* file, const Order& order, int end) {
  perfc_file_info info = {};
  Demand(perfc_file_get_info(file, &info, sizeof info) == 0, "there are facts");
  Demand(info.records == order.count(), "as many records are told");
  Demand(info.decompressed_bytes == 0 || info.compressed_bytes != 0,
         "nothing becomes nothing");
  Demand(end == -ESHUTDOWN || IsOneOf(end, {EBADMSG, ENOMEM, EOPNOTSUPP}),
         "the end is as documented");
}

struct Outcome {
  int end;  // a negative errno, of opening it or of the last call
  uint64_t records;
};

Outcome ReadAll(const fuzz::Alone& content, Choice* choice) {
  choice->options.data = content.data();
  choice->options.data_size = content.size();
  perfc_file* opened = nullptr;
  perfc_error error = {};
  const int failed = perfc_file_open(&choice->options, &opened, &error);
  if (failed) {
    Demand(IsOneOf(failed, {EBADMSG, ENOMEM, EOPNOTSUPP}), "as documented");
    return {failed, 0};
  }
  const File file(opened);
  TouchTables(opened);
  Order order(choice->options.order);
  std::vector<perfc_stream_record> records(choice->capacity);
  int n;
  while ((n = perfc_file_next_records(opened, records.data(), choice->capacity,
                                      &error)) > 0) {
    Demand(static_cast<uint32_t>(n) <= choice->capacity, "no more than asked");
    for (int i = 0; i < n; ++i) order.Check(records[i]);
  }
  CheckInfo(opened, order, n);
  TouchTables(opened);
  return {n, order.count()};
}

// The order changes nothing else. Only how much memory is needed depends on it.
void DemandTheSame(const Outcome& one, const Outcome& other) {
  if (one.end == -ENOMEM || other.end == -ENOMEM) return;
  Demand(one.records == other.records, "either order has the same records");
  Demand(one.end == other.end, "either order ends the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const uint32_t how = input.U8();
  Choice choice;
  Choose(how, &input, &choice);
  const fuzz::Alone content(Build(how & 3, &input));
  const Outcome outcome = ReadAll(content, &choice);
  if (choice.options.flags & PERFC_FILE_RAW) return 0;
  choice.options.order ^= PERFC_FILE_ORDER_FILE;
  DemandTheSame(outcome, ReadAll(content, &choice));
  return 0;
}
