// perf.data files: records out of them and into them, and what their headers say.
// A program that includes this header is linked with libperfc-profile, too.
#ifndef PERFC_PROFILE_HPP_
#define PERFC_PROFILE_HPP_

#include <cassert>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "perfc/batch.hpp"
#include "perfc/host.hpp"
#include "perfc/plan.hpp"
#include "perfc/profile.h"
#include "perfc/profile_tables.hpp"
#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"
#include "perfc/stream_record.hpp"

namespace perfc::profile {

// Which samples are kept: those that fit every list that isn't empty, and the
// times.
struct Filter {
  std::vector<std::int32_t> pids = {};
  std::vector<std::int32_t> tids = {};
  std::vector<std::uint32_t> cpus = {};
  std::vector<std::uint32_t> events = {};  // indexes of attrs in the plan
  std::uint64_t from = 0;                  // 0: from the first one on
  std::uint64_t to = 0;                    // behind the last one; 0: to the end
  bool negate = false;                     // keep the samples that don't fit

  // Whether every sample fits.
  bool empty() const {
    return pids.empty() && tids.empty() && cpus.empty() && events.empty() &&
           from == 0 && to == 0 && !negate;
  }

  // Borrows the lists.
  perfc_filter get() const {
    perfc_filter filter = {};
    filter.size = sizeof filter;
    filter.flags = negate ? PERFC_FILTER_NOT : 0;
    filter.from = from;
    filter.to = to;
    filter.pids = pids.data();
    filter.tids = tids.data();
    filter.cpus = cpus.data();
    filter.events = events.data();
    filter.pid_count = static_cast<std::uint32_t>(pids.size());
    filter.tid_count = static_cast<std::uint32_t>(tids.size());
    filter.cpu_count = static_cast<std::uint32_t>(cpus.size());
    filter.event_count = static_cast<std::uint32_t>(events.size());
    return filter;
  }
};

// Rows of one struct, and the text that they name. A range-based for gives each
// row. A table is a copy, and outlives its file.
template <typename Row>
class Table {
 public:
  // Takes over a table of the C API, whose rows must be of this type.
  static Result<Table> adopt(perfc_table* table) {
    Table adopted(table);
    const int result = perfc_table_get_rows(table, sizeof(Row), &adopted.rows_,
                                            sizeof adopted.rows_);
    if (result < 0) return Error(result);
    return adopted;
  }

  Span<const Row> rows() const {
    return {static_cast<const Row*>(rows_.rows),
            static_cast<std::size_t>(rows_.count)};
  }
  std::size_t size() const { return rows().size(); }
  const Row& operator[](std::size_t index) const { return rows()[index]; }
  const Row* begin() const { return rows().begin(); }
  const Row* end() const { return rows().end(); }

  // A text of a row: table.text(row.name). Borrowed from the table.
  std::string_view text(perfc_text text) const {
    assert(text.offset <= rows_.text_size &&
           text.size <= rows_.text_size - text.offset);
    return {rows_.text + text.offset, text.size};
  }

  // Of a table whose rows are grouped.
  std::size_t groups() const { return static_cast<std::size_t>(rows_.groups); }
  Span<const Row> group(std::size_t index) const {
    assert(index < groups());
    const std::uint64_t first = rows_.starts[index];
    return {begin() + first,
            static_cast<std::size_t>(rows_.starts[index + 1] - first)};
  }

  // PERFC_ROWS_*
  Result<int> kind() const { return internal::count(perfc_table_kind(get())); }

  // Through the Arrow C Data Interface; the caller releases both.
  Result<void> export_arrow(ArrowSchema* schema, ArrowArray* array) const {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_table_export_arrow(get(), schema, array, error);
    });
  }

  perfc_table* get() const { return table_.get(); }

 private:
  explicit Table(perfc_table* table) : table_(table) {}

  Owned<perfc_table, perfc_table_destroy> table_;
  perfc_rows rows_ = {};
};

class Records;

// A perf.data file, or the state of this machine in the form of one. Records are
// borrowed until the next call that takes records.
class File {
 public:
  // options: size, the file and the filter are filled in here; flags are
  // PERFC_FILE_TAILS and _RAW.
  static Result<File> open(const char* path, const Filter& filter = {},
                           perfc_file_options options = {}) {
    options.path = path;
    return open(filter, options);
  }
  // A file or a pipe. The fd stays the caller's, and open.
  static Result<File> open_fd(int fd, const Filter& filter = {},
                              perfc_file_options options = {}) {
    options.fd = fd;
    options.flags |= PERFC_FILE_FD;
    return open(filter, options);
  }
  // The content of a file, borrowed as long as the File is open.
  static Result<File> from_bytes(Span<const std::uint8_t> bytes,
                                 const Filter& filter = {},
                                 perfc_file_options options = {}) {
    options.data = bytes.data();
    options.data_size = bytes.size();
    return open(filter, options);
  }
  // Records for what this machine runs already. flags: PERFC_SYNTHESIZE_*. The
  // plan must outlive the File. Without pids: all processes.
  static Result<File> synthesize(PlanView plan, std::uint32_t flags,
                                 Span<const std::int32_t> pids = {},
                                 const Host* host = nullptr) {
    return internal::make<File>([&](perfc_file** file, perfc_error* error) {
      return perfc_file_synthesize(internal::get(host), plan.get(), pids.data(),
                                   static_cast<std::uint32_t>(pids.size()),
                                   flags, file, error);
    });
  }

  // Takes over a file of the C API.
  explicit File(perfc_file* file) : file_(file) {}

  // The next records, some hundreds at most. None: the file ends here.
  Result<Span<const perfc_stream_record>> next() {
    if (Result<void> more = fetch(); !more) return std::move(more).error();
    const std::size_t first = std::exchange(first_, count_);
    return Span<const perfc_stream_record>(records_.data() + first,
                                           count_ - first);
  }

  // All records that are left, one by one, for a range-based for.
  Records records();

  // Replaces the rows of a batch with the next records, and returns how many
  // there are in both tables. 0: the file ends here.
  Result<int> fill(Batch& batch) {
    if (Result<void> more = fetch(); !more) return std::move(more).error();
    std::uint32_t taken = 0;
    Result<int> rows =
        batch.fill({records_.data() + first_, count_ - first_}, &taken);
    if (rows) first_ += taken;
    return rows;
  }

  Result<perfc_file_info> info() const {
    return internal::filled<perfc_file_info>(
        [&](perfc_file_info* info, std::size_t size) {
          return perfc_file_get_info(get(), info, size);
        });
  }

  // Decodes the records. Borrowed until the file is closed.
  PlanView plan() const {
    const Result<perfc_file_info> facts = info();
    return PlanView(facts ? facts->plan : nullptr);
  }

  // One part of the header: file.table(perfc::profile::tables::events). ENODATA:
  // the file has none.
  template <typename Row>
  Result<Table<Row>> table(TableKind<Row> kind) const {
    perfc_table* table = nullptr;
    Result<int> made = internal::cold([&](perfc_error* error) {
      return perfc_file_create_table(get(), kind.number, &table, error);
    });
    if (!made) return std::move(made).error();
    return Table<Row>::adopt(table);
  }

  perfc_file* get() const { return file_.get(); }

 private:
  static constexpr std::size_t kRecords = 512;

  static Result<File> open(const Filter& filter, perfc_file_options options) {
    const perfc_filter chosen = filter.get();
    options.size = sizeof options;
    options.filter = filter.empty() ? nullptr : &chosen;
    return internal::make<File>([&](perfc_file** file, perfc_error* error) {
      return perfc_file_open(&options, file, error);
    });
  }

  // Afterwards records that aren't taken yet begin at first_, if there are any.
  Result<void> fetch() {
    // What was moved from has no records.
    if (first_ < count_ && !records_.empty()) return {};
    first_ = count_ = 0;
    records_.resize(kRecords);
    Result<int> count = internal::cold([&](perfc_error* error) {
      return perfc_file_next_records(get(), records_.data(), kRecords, error);
    });
    if (count) {
      count_ = static_cast<std::size_t>(*count);
    } else if (count.error().code() != std::errc(ESHUTDOWN)) {
      return std::move(count).error();
    }
    return {};
  }

  Owned<perfc_file, perfc_file_close> file_;
  // Those from first_ to count_ were fetched, and are next.
  std::vector<perfc_stream_record> records_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

// The records of a file, for a range-based for. Each is borrowed until the next
// one is taken.
class Records {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = StreamRecord;
    using difference_type = std::ptrdiff_t;
    using pointer = const StreamRecord*;
    using reference = const StreamRecord&;

    const StreamRecord& operator*() const { return records_->item_; }
    const StreamRecord* operator->() const { return &records_->item_; }
    Iterator& operator++() {
      if (!records_->take()) records_ = nullptr;
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator!=(const Iterator& other) const {
      return records_ != other.records_;
    }
    bool operator==(const Iterator& other) const { return !(*this != other); }

   private:
    friend class Records;
    explicit Iterator(Records* records) : records_(records) {}
    Records* records_;
  };

  explicit Records(File* file) : file_(file) {}

  Iterator begin() { return Iterator(take() ? this : nullptr); }
  Iterator end() { return Iterator(nullptr); }

  // After the loop: ok if the file ended, else why nothing more comes.
  Result<void> status() && { return std::move(status_); }
  const Result<void>& status() const& { return status_; }

 private:
  bool take() {
    if (left_.empty()) {
      Result<Span<const perfc_stream_record>> next = file_->next();
      if (!next) {
        status_ = std::move(next).error();
        return false;
      }
      if (next->empty()) return false;
      left_ = *next;
    }
    item_ = StreamRecord{left_[0]};
    left_ = {left_.data() + 1, left_.size() - 1};
    return true;
  }

  File* file_;
  Span<const perfc_stream_record> left_;
  StreamRecord item_ = {};
  Result<void> status_;
};

inline Records File::records() { return Records(this); }

// Writes perf.data files from records of any source.
class Writer {
 public:
  // options: size and the file are filled in here; flags are
  // PERFC_WRITER_OVERWRITE, _PIPE and _ROTATE. The host gives facts that no record gives.
  static Result<Writer> create(const char* path,
                               perfc_writer_options options = {},
                               const Host* host = nullptr) {
    options.path = path;
    return create(options, host);
  }
  // The fd stays the caller's, and open.
  static Result<Writer> create_fd(int fd, perfc_writer_options options = {},
                                  const Host* host = nullptr) {
    options.fd = fd;
    options.flags |= PERFC_WRITER_FD;
    return create(options, host);
  }

  // Takes over a writer of the C API.
  explicit Writer(perfc_writer* writer) : writer_(writer) {}

  Result<void> write(Span<const perfc_stream_record> records) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_writer_write(get(), records.data(),
                                static_cast<std::uint32_t>(records.size()),
                                error);
    });
  }
  // All records that a file has left.
  Result<void> write(File& file) {
    while (true) {
      Result<Span<const perfc_stream_record>> next = file.next();
      if (!next) return std::move(next).error();
      if (next->empty()) return {};
      if (Result<void> written = write(*next); !written) return written;
    }
  }

  // Completes the file. A file that is never finished can be read, but lacks what
  // is known only at the end.
  Result<perfc_writer_result> finish() { return finish(0); }
  // Begins the next file of a rotation.
  Result<perfc_writer_result> next_file() { return finish(PERFC_FINISH_NEXT); }

  perfc_writer* get() const { return writer_.get(); }

 private:
  static Result<Writer> create(perfc_writer_options options, const Host* host) {
    options.size = sizeof options;
    return internal::make<Writer>([&](perfc_writer** writer,
                                      perfc_error* error) {
      return perfc_writer_create(internal::get(host), &options, writer, error);
    });
  }

  Result<perfc_writer_result> finish(std::uint32_t flags) {
    perfc_writer_result written = {};
    Result<int> finished = internal::cold([&](perfc_error* error) {
      return perfc_writer_finish(get(), flags, &written, sizeof written, error);
    });
    if (!finished) return std::move(finished).error();
    return written;
  }

  Owned<perfc_writer, perfc_writer_destroy> writer_;
};

}  // namespace perfc::profile

#endif  // PERFC_PROFILE_HPP_
