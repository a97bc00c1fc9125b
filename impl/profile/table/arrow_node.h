// The memory that an exported struct owns.
#ifndef PERFC_IMPL_PROFILE_TABLE_ARROW_NODE_H_
#define PERFC_IMPL_PROFILE_TABLE_ARROW_NODE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace perfc::profile::table {

inline constexpr size_t kMostBuffers = 3;

// Every array and schema has its own, because a consumer may move a child out of its
// parent.
template <typename Struct>
struct Node {
  const void* buffers[kMostBuffers];
  void* owned[kMostBuffers];
  Struct** pointers;
  Struct* children;
  // Of a schema: its format, if that is made.
  char format[16];
};

template <typename Struct>
void Release(Struct* released) {
  auto* node = static_cast<Node<Struct>*>(released->private_data);
  for (int64_t i = 0; i < released->n_children; ++i) {
    Struct* child = node->pointers[i];
    if (child->release != nullptr) child->release(child);
  }
  for (void* owned : node->owned) free(owned);
  free(node->pointers);
  free(node->children);
  free(node);
  released->release = nullptr;
}

// Makes an empty struct with room for `children` children. The children are marked
// as released, so Release can be called at once. Null: no memory, and nothing is
// left to release.
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

}  // namespace perfc::profile::table

#endif  // PERFC_IMPL_PROFILE_TABLE_ARROW_NODE_H_
