// Handles of libperfc-profile, which end with their owner.
#ifndef PERFC_EXAMPLES_PERFC_FILE_HANDLES_H_
#define PERFC_EXAMPLES_PERFC_FILE_HANDLES_H_

#include <memory>
#include <string_view>

#include "perfc/perfc.h"
#include "perfc/profile.h"

namespace tool {

struct FileCloser {
  void operator()(perfc_file* file) const { perfc_file_close(file); }
  void operator()(perfc_writer* writer) const { perfc_writer_destroy(writer); }
  void operator()(perfc_table* table) const { perfc_table_destroy(table); }
};

template <typename T>
using FileHandle = std::unique_ptr<T, FileCloser>;

// The rows of a table, as an array.
template <typename Row>
class Rows {
 public:
  // The file's rows of a kind. A file that has none gives an empty array; `result`
  // says why.
  Rows(const perfc_file* file, uint32_t kind, perfc_error* error) {
    perfc_table* table = nullptr;
    result_ = perfc_file_create_table(file, kind, &table, error);
    table_.reset(table);
    if (result_ >= 0) {
      result_ = perfc_table_get_rows(table, sizeof(Row), &rows_, sizeof rows_);
    }
  }

  int result() const { return result_; }
  const Row* begin() const { return static_cast<const Row*>(rows_.rows); }
  const Row* end() const { return begin() + rows_.count; }
  size_t size() const { return rows_.count; }

  std::string_view Text(const perfc_text& text) const {
    return {rows_.text + text.offset, text.size};
  }

 private:
  FileHandle<perfc_table> table_;
  perfc_rows rows_ = {};
  int result_ = 0;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_FILE_HANDLES_H_
