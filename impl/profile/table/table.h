// A table while it is made, and afterwards: rows of one struct, and their text.
#ifndef PERFC_IMPL_PROFILE_TABLE_TABLE_H_
#define PERFC_IMPL_PROFILE_TABLE_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/profile/table/texts.h"
#include "perfc/profile/table.h"

namespace perfc::profile::table {

class Table {
 public:
  // `kind` is PERFC_ROWS_*, and `row_size` the size of its struct (kinds.h).
  Table(uint32_t kind, size_t row_size) : kind_(kind), row_size_(row_size) {}

  uint32_t kind() const { return kind_; }
  size_t row_size() const { return row_size_; }
  uint64_t count() const { return count_; }
  const uint8_t* row(size_t i) const { return rows_.data() + i * row_size_; }
  const Texts& texts() const { return texts_; }
  // The group starts, one more than groups. Empty: the rows aren't grouped.
  const base::Buffer<uint64_t>& starts() const { return starts_; }

  // All that follow are false if there is no memory, or more text than offsets
  // reach; then the table is of no use, and failure() says which.

  // Adds a text, once for equal texts.
  [[nodiscard]] bool AddText(absl::string_view text, perfc_text* out);
  // Adds a row. Its padding is zero.
  template <typename Row>
  [[nodiscard]] bool Add(const Row& row) {
    static_assert(sizeof row % 8 == 0);
    return AddRow(&row, sizeof row);
  }
  // Ends a group: the rows since the group before. The table is grouped if this
  // was called at least once.
  [[nodiscard]] bool EndGroup();

  // -ENOMEM or -ERANGE after a call that was false, else 0.
  int failure() const { return failure_; }

  // See perfc_table_get_rows. 0 or a negative errno.
  int GetRows(size_t row_size, perfc_rows* rows);

 private:
  bool AddRow(const void* row, size_t size);
  bool Failed(int failure);
  // Copies the rows for another row size.
  int LayOut(size_t row_size);

  uint32_t kind_;
  size_t row_size_;
  uint64_t count_ = 0;
  base::Buffer<uint8_t> rows_;
  Texts texts_;
  base::Buffer<uint64_t> starts_;
  // The rows in the layout that was asked for last, if it isn't row_size_.
  base::Buffer<uint8_t> laid_out_;
  size_t laid_out_size_ = 0;
  int failure_ = 0;
};

}  // namespace perfc::profile::table

struct perfc_table {
  perfc::profile::table::Table table;
};

#endif  // PERFC_IMPL_PROFILE_TABLE_TABLE_H_
