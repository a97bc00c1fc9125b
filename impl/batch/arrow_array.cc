#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "impl/base/order.h"
#include "impl/batch/arrow.h"
#include "impl/batch/arrow_node.h"
#include "impl/batch/batch.h"

namespace perfc::batch {
namespace {

// 64-byte aligned memory, as Arrow recommends; never null for no bytes.
uint8_t* Allocate(size_t bytes) {
  const size_t rounded = (std::max<size_t>(bytes, 1) + 63) / 64 * 64;
  return static_cast<uint8_t*>(aligned_alloc(64, rounded));
}

using ArrayNode = Node<ArrowArray>;

ArrayNode* MakeArray(ArrowArray* out, size_t length, size_t nulls,
                     size_t buffers, size_t children) {
  ArrayNode* node = MakeNode(out, children);
  if (node == nullptr) return nullptr;
  out->length = static_cast<int64_t>(length);
  out->null_count = static_cast<int64_t>(nulls);
  out->n_buffers = static_cast<int64_t>(buffers);
  out->buffers = node->buffers;
  return node;
}

// The rows of a column, whether it was copied or is a view; an absent one has
// only nulls.
class Rows {
 public:
  Rows(const perfc_column* column, size_t rows)
      : column_(column), rows_(rows) {}

  size_t count() const { return rows_; }
  size_t nulls() const { return column_ ? column_->null_count : rows_; }
  size_t Elements(size_t row) const {
    if (!column_) return 0;
    if (column_->sizes) return static_cast<size_t>(column_->sizes[row]);
    return static_cast<size_t>(column_->offsets[row + 1] -
                               column_->offsets[row]);
  }
  const uint8_t* At(size_t row) const {
    return static_cast<const uint8_t*>(column_->values) +
           static_cast<size_t>(column_->offsets[row]) * column_->width;
  }
  size_t AllElements() const {
    size_t sum = 0;
    for (size_t row = 0; row < rows_; ++row) sum += Elements(row);
    return sum;
  }
  const void* values() const { return column_ ? column_->values : nullptr; }

  size_t ValidityBytes() const { return nulls() ? (rows_ + 63) / 64 * 64 : 0; }
  // Writes the bitmap to `to`, and returns it, or nullptr if every row is
  // valid.
  const void* CopyValidity(uint8_t* to) const {
    if (nulls() == 0) return nullptr;
    memset(to, 0, (rows_ + 7) / 8);
    if (column_) memcpy(to, column_->validity, (rows_ + 7) / 8);
    return to;
  }

 private:
  const perfc_column* column_;
  size_t rows_;
};

bool FixedArray(const Rows& rows, size_t width, ArrowArray* out) {
  ArrayNode* node = MakeArray(out, rows.count(), rows.nulls(), 2, 0);
  if (node == nullptr) return false;
  const size_t bytes = rows.count() * width;
  uint8_t* data = Allocate(rows.ValidityBytes() + bytes);
  if (data == nullptr) return false;
  node->data = data;
  node->buffers[0] = rows.CopyValidity(data);
  data += rows.ValidityBytes();
  if (rows.values()) {
    memcpy(data, rows.values(), bytes);
  } else {
    memset(data, 0, bytes);
  }
  node->buffers[1] = data;
  return true;
}

bool WordsArray(const Rows& rows, size_t words, ArrowArray* out) {
  ArrayNode* node = MakeArray(out, words, 0, 2, 0);
  if (node == nullptr) return false;
  uint8_t* data = Allocate(8 * words);
  if (data == nullptr) return false;
  node->data = data;
  node->buffers[1] = data;
  for (size_t row = 0; row < rows.count(); ++row) {
    const size_t bytes = 8 * rows.Elements(row);
    if (bytes) memcpy(data, rows.At(row), bytes);
    data += bytes;
  }
  return true;
}

// Word `part` of each triple.
bool TriplePart(const Rows& rows, size_t triples, size_t part,
                ArrowArray* out) {
  ArrayNode* node = MakeArray(out, triples, 0, 2, 0);
  if (node == nullptr) return false;
  auto* data = reinterpret_cast<uint64_t*>(Allocate(8 * triples));
  if (data == nullptr) return false;
  node->data = data;
  node->buffers[1] = data;
  for (size_t row = 0; row < rows.count(); ++row) {
    for (size_t i = part; i < rows.Elements(row); i += 3) {
      *data++ = base::Load<uint64_t>(rows.At(row) + 8 * i);
    }
  }
  return true;
}

bool TriplesArray(const Rows& rows, size_t triples, ArrowArray* out) {
  ArrayNode* node = MakeArray(out, triples, 0, 1, 3);
  if (node == nullptr) return false;
  for (size_t part = 0; part < 3; ++part) {
    if (!TriplePart(rows, triples, part, out->children[part])) return false;
  }
  return true;
}

bool ListArray(const Rows& rows, const ColumnSpec& spec, ArrowArray* out) {
  ArrayNode* node = MakeArray(out, rows.count(), rows.nulls(), 2, 1);
  if (node == nullptr) return false;
  uint8_t* data = Allocate(rows.ValidityBytes() + 4 * (rows.count() + 1));
  if (data == nullptr) return false;
  node->data = data;
  node->buffers[0] = rows.CopyValidity(data);
  auto* offsets = reinterpret_cast<int32_t*>(data + rows.ValidityBytes());
  node->buffers[1] = offsets;
  const uint32_t per_entry = ElementsPerEntry(spec);
  offsets[0] = 0;
  for (size_t row = 0; row < rows.count(); ++row) {
    offsets[row + 1] =
        offsets[row] + static_cast<int32_t>(rows.Elements(row) / per_entry);
  }
  const auto entries = static_cast<size_t>(offsets[rows.count()]);
  return per_entry == 1 ? WordsArray(rows, entries, out->children[0])
                        : TriplesArray(rows, entries, out->children[0]);
}

// Arrow's view of bytes: up to 12 of them inline, else a prefix, the buffer and
// the place there.
struct ByteView {
  int32_t size;
  uint8_t prefix[4];
  int32_t buffer;
  int32_t offset;
};
static_assert(sizeof(ByteView) == 16);
constexpr size_t kInline = 12;

ByteView ViewOf(const uint8_t* bytes, size_t size, int32_t offset) {
  ByteView view = {};  // Unused bytes must be zero.
  view.size = static_cast<int32_t>(size);
  if (size <= kInline) {
    memcpy(view.prefix, bytes, size);
    return view;
  }
  memcpy(view.prefix, bytes, sizeof view.prefix);
  view.offset = offset;
  return view;
}

bool BytesArray(const Rows& rows, ArrowArray* out) {
  // Validity, views, the bytes, and the lengths of all buffers of bytes.
  ArrayNode* node = MakeArray(out, rows.count(), rows.nulls(), 4, 0);
  if (node == nullptr) return false;
  const size_t all = rows.AllElements();
  const size_t views_size = rows.count() * sizeof(ByteView);
  uint8_t* data = Allocate(rows.ValidityBytes() + views_size + 8 + all);
  if (data == nullptr) return false;
  node->data = data;
  node->buffers[0] = rows.CopyValidity(data);
  uint8_t* views = data + rows.ValidityBytes();
  uint8_t* length = views + views_size;
  uint8_t* bytes = length + 8;
  node->buffers[1] = views;
  node->buffers[2] = bytes;
  node->buffers[3] = length;
  int32_t used = 0;
  for (size_t row = 0; row < rows.count(); ++row) {
    const size_t size = rows.Elements(row);
    const uint8_t* from = size ? rows.At(row) : bytes;
    base::Store(views + row * sizeof(ByteView), ViewOf(from, size, used));
    if (size <= kInline) continue;
    memcpy(bytes + used, from, size);
    used += static_cast<int32_t>(size);
  }
  base::Store(length, int64_t{used});
  return true;
}

bool ColumnArray(const ColumnSpec& spec, const Rows& rows, ArrowArray* out) {
  if (spec.shape == Shape::kBytes) return BytesArray(rows, out);
  if (IsRange(spec)) return ListArray(rows, spec, out);
  return FixedArray(rows, spec.width, out);
}

}  // namespace

int ExportArray(const Batch& batch, uint32_t which, ArrowArray* out) {
  const Table& table = batch.table(which);
  size_t child = 0;
  const bool good =
      MakeArray(out, table.rows, 0, 1, CountColumns(table)) != nullptr &&
      ForColumns(table, [&](uint32_t id) {
        perfc_column column;
        const bool has = batch.Column(which, id, &column) == 0;
        return ColumnArray(SpecsOf(which)[id],
                           Rows(has ? &column : nullptr, table.rows),
                           out->children[child++]);
      });
  return Finished(good, out);
}

}  // namespace perfc::batch
