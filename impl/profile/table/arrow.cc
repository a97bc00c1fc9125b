#include "impl/profile/table/arrow.h"

#include <cerrno>
#include <cstring>

#include "absl/strings/str_format.h"
#include "impl/base/order.h"
#include "impl/base/text_writer.h"
#include "impl/profile/table/arrow_node.h"
#include "impl/profile/table/kinds.h"

namespace perfc::profile::table {
namespace {

constexpr char kStruct[] = "+s";
constexpr char kList[] = "+l";
// Arrow's offsets of binary and of lists are int32.
constexpr uint64_t kMostElements = INT32_MAX;

const char* NumberFormat(Form form) {
  switch (form) {
    case Form::kU32:
      return "I";
    case Form::kU64:
      return "L";
    case Form::kI32:
      return "i";
    case Form::kI64:
      return "l";
    case Form::kF64:
      return "g";
    case Form::kText:
      return "z";
    case Form::kBytes:
      break;
  }
  return nullptr;
}

bool MakeSchema(ArrowSchema* out, const char* format, const char* name,
                size_t children) {
  if (MakeNode(out, children) == nullptr) return false;
  out->format = format;
  out->name = name;
  return true;
}

bool MemberSchema(const Member& member, ArrowSchema* out) {
  if (!MakeSchema(out, NumberFormat(member.form), member.name, 0)) return false;
  if (out->format == nullptr) {
    auto* node = static_cast<Node<ArrowSchema>*>(out->private_data);
    base::TextWriter(node->format, sizeof node->format)
        .Format("w:%d", member.size);
    out->format = node->format;
  }
  return true;
}

bool StructSchema(const Kind& kind, const char* name, ArrowSchema* out) {
  if (!MakeSchema(out, kStruct, name, kind.members.size())) return false;
  for (size_t i = 0; i < kind.members.size(); ++i) {
    if (!MemberSchema(kind.members[i], out->children[i])) return false;
  }
  return true;
}

bool TableSchema(const Kind& kind, bool grouped, ArrowSchema* out) {
  if (!grouped) return StructSchema(kind, "", out);
  return MakeSchema(out, kList, "", 1) &&
         StructSchema(kind, "item", out->children[0]);
}

// An array with `buffers` buffers, of which the first, for validity, is null: every
// row is valid.
Node<ArrowArray>* MakeArray(ArrowArray* out, size_t length, size_t buffers,
                            size_t children) {
  Node<ArrowArray>* node = MakeNode(out, children);
  if (node == nullptr) return nullptr;
  out->length = static_cast<int64_t>(length);
  out->n_buffers = static_cast<int64_t>(buffers);
  out->buffers = node->buffers;
  return node;
}

// Memory of buffer `i`, aligned as Arrow recommends. Null: no memory.
uint8_t* AddBuffer(Node<ArrowArray>* node, size_t i, size_t bytes) {
  constexpr size_t kAlign = 64;
  if (bytes > SIZE_MAX - kAlign) return nullptr;
  node->owned[i] = aligned_alloc(kAlign, (bytes / kAlign + 1) * kAlign);
  node->buffers[i] = node->owned[i];
  return static_cast<uint8_t*>(node->owned[i]);
}

int FixedArray(const Table& table, const Member& member, ArrowArray* out) {
  const size_t count = table.count();
  Node<ArrowArray>* node = MakeArray(out, count, 2, 0);
  if (node == nullptr) return -ENOMEM;
  uint8_t* to = AddBuffer(node, 1, count * member.size);
  if (to == nullptr) return -ENOMEM;
  for (size_t i = 0; i < count; ++i) {
    memcpy(to + i * member.size, table.row(i) + member.offset, member.size);
  }
  return 0;
}

perfc_text TextOf(const Table& table, const Member& member, size_t row) {
  return base::Load<perfc_text>(table.row(row) + member.offset);
}

int TextArray(const Table& table, const Member& member, ArrowArray* out) {
  const size_t count = table.count();
  uint64_t size = 0;
  for (size_t i = 0; i < count; ++i) size += TextOf(table, member, i).size;
  if (size > kMostElements) return -ERANGE;
  Node<ArrowArray>* node = MakeArray(out, count, 3, 0);
  if (node == nullptr) return -ENOMEM;
  uint8_t* offsets = AddBuffer(node, 1, (count + 1) * sizeof(int32_t));
  uint8_t* bytes = AddBuffer(node, 2, size);
  if (offsets == nullptr || bytes == nullptr) return -ENOMEM;
  int32_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    const perfc_text text = TextOf(table, member, i);
    base::Store(offsets + i * sizeof at, at);
    memcpy(bytes + at, table.texts().data() + text.offset, text.size);
    at += static_cast<int32_t>(text.size);
  }
  base::Store(offsets + count * sizeof at, at);
  return 0;
}

int StructArray(const Table& table, const Kind& kind, ArrowArray* out) {
  if (!MakeArray(out, table.count(), 1, kind.members.size())) return -ENOMEM;
  for (size_t i = 0; i < kind.members.size(); ++i) {
    const Member& member = kind.members[i];
    ArrowArray* child = out->children[i];
    const int failed = member.form == Form::kText
                           ? TextArray(table, member, child)
                           : FixedArray(table, member, child);
    if (failed) return failed;
  }
  return 0;
}

int ListArray(const Table& table, const Kind& kind, ArrowArray* out) {
  const auto& starts = table.starts();
  if (table.count() > kMostElements) return -ERANGE;
  Node<ArrowArray>* node = MakeArray(out, starts.size() - 1, 2, 1);
  if (node == nullptr) return -ENOMEM;
  uint8_t* to = AddBuffer(node, 1, starts.size() * sizeof(int32_t));
  if (to == nullptr) return -ENOMEM;
  for (size_t i = 0; i < starts.size(); ++i) {
    base::Store(to + i * sizeof(int32_t), static_cast<int32_t>(starts[i]));
  }
  return StructArray(table, kind, out->children[0]);
}

template <typename Struct>
void ReleaseIfMade(Struct* made) {
  if (made->release != nullptr) made->release(made);
}

}  // namespace

int ExportArrow(const Table& table, ArrowSchema* schema, ArrowArray* array) {
  const Kind* kind = FindKind(table.kind());
  if (kind == nullptr) return -EINVAL;
  *schema = {};
  *array = {};
  const bool grouped = table.starts().size() > 0;
  int failed = TableSchema(*kind, grouped, schema) ? 0 : -ENOMEM;
  if (!failed) {
    failed = grouped ? ListArray(table, *kind, array)
                     : StructArray(table, *kind, array);
  }
  if (failed) {
    ReleaseIfMade(schema);
    ReleaseIfMade(array);
  }
  return failed;
}

}  // namespace perfc::profile::table
