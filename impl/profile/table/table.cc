#include "impl/profile/table/table.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace perfc::profile::table {

bool Table::Failed(int failure) {
  failure_ = failure;
  return false;
}

bool Table::AddText(absl::string_view text, perfc_text* out) {
  const int failed = texts_.Add(text, out);
  return failed == 0 || Failed(failed);
}

bool Table::AddRow(const void* row, size_t size) {
  if (size != row_size_) return Failed(-EINVAL);
  if (!rows_.AppendAll(static_cast<const uint8_t*>(row), size)) {
    return Failed(-ENOMEM);
  }
  ++count_;
  return true;
}

bool Table::EndGroup() {
  if (starts_.size() == 0 && !starts_.Append(0)) return Failed(-ENOMEM);
  return starts_.Append(count_) || Failed(-ENOMEM);
}

int Table::LayOut(size_t row_size) {
  if (row_size == laid_out_size_) return 0;
  if (count_ > SIZE_MAX / row_size) return -ENOMEM;
  base::Buffer<uint8_t> laid_out;
  if (!laid_out.Resize(count_ * row_size)) return -ENOMEM;
  const size_t known = std::min(row_size, row_size_);
  for (size_t i = 0; i < count_; ++i) {
    memcpy(laid_out.data() + i * row_size, row(i), known);
  }
  laid_out_ = std::move(laid_out);
  laid_out_size_ = row_size;
  return 0;
}

int Table::GetRows(size_t row_size, perfc_rows* rows) {
  if (row_size < 8 || row_size % 8 != 0) return -EINVAL;
  *rows = {};
  if (count_ > 0 && row_size != row_size_) {
    if (const int failed = LayOut(row_size)) return failed;
    rows->rows = laid_out_.data();
  } else if (count_ > 0) {
    rows->rows = rows_.data();
  }
  rows->count = count_;
  if (starts_.size() > 0) {
    rows->starts = starts_.data();
    rows->groups = starts_.size() - 1;
  }
  rows->text = texts_.data();
  rows->text_size = texts_.size();
  return 0;
}

}  // namespace perfc::profile::table
