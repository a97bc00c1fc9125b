// Shared by both halves of an export: the memory that an exported struct owns,
// and the columns of a table.
#ifndef PERFC_IMPL_BATCH_ARROW_NODE_H_
#define PERFC_IMPL_BATCH_ARROW_NODE_H_

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "impl/batch/columns.h"
#include "impl/batch/table.h"
#include "perfc/batch.h"

namespace perfc::batch {

inline constexpr size_t kMostBuffers = 4;

// The memory that an exported struct owns. Every array and schema has its own,
// because a consumer may move a child out of its parent.
template <typename Struct>
struct Node {
  const void* buffers[kMostBuffers];
  Struct** pointers;
  Struct* children;
  void* data;
};

template <typename Struct>
void Release(Struct* released) {
  auto* node = static_cast<Node<Struct>*>(released->private_data);
  for (int64_t i = 0; i < released->n_children; ++i) {
    Struct* child = node->pointers[i];
    if (child->release != nullptr) child->release(child);
  }
  free(node->pointers);
  free(node->children);
  free(node->data);
  free(node);
  released->release = nullptr;
}

// Makes an empty struct with room for `children` children. The children are
// marked as released, so Release can be called at once.
template <typename Struct>
Node<Struct>* MakeNode(Struct* out, size_t children) {
  *out = {};
  auto* node = static_cast<Node<Struct>*>(calloc(1, sizeof(Node<Struct>)));
  if (node == nullptr) return nullptr;
  const size_t room = std::max<size_t>(children, 1);
  node->pointers = static_cast<Struct**>(calloc(room, sizeof(Struct*)));
  node->children = static_cast<Struct*>(calloc(room, sizeof(Struct)));
  out->private_data = node;
  out->release = Release<Struct>;
  if (node->pointers == nullptr || node->children == nullptr) {
    Release(out);
    return nullptr;
  }
  for (size_t i = 0; i < children; ++i) node->pointers[i] = &node->children[i];
  out->n_children = static_cast<int64_t>(children);
  out->children = node->pointers;
  return node;
}

inline const ColumnSpecs& SpecsOf(uint32_t table) {
  return table == PERFC_TABLE_SAMPLES ? kSampleColumns : kRecordColumns;
}

// Calls each(column) for the columns of a table, until it returns false.
template <typename Each>
bool ForColumns(const Table& table, Each each) {
  for (uint32_t i = 0; i < kColumnCount; ++i) {
    if (table.columns[i].placed() && !each(i)) return false;
  }
  return true;
}

inline size_t CountColumns(const Table& table) {
  size_t count = 0;
  ForColumns(table, [&](uint32_t) { return ++count != 0; });
  return count;
}

template <typename Struct>
int Finished(bool good, Struct* out) {
  if (good) return 0;
  if (out->release != nullptr) out->release(out);
  return -ENOMEM;
}

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_ARROW_NODE_H_
