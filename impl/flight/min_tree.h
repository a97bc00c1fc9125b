// Finds the source with the earliest time among n sources: a tree of minima
// over the sources' times.
#ifndef PERFC_IMPL_FLIGHT_MIN_TREE_H_
#define PERFC_IMPL_FLIGHT_MIN_TREE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"

namespace perfc::flight {

// The leaves are the sources, padded to a power of two. Every inner node is the
// lesser of its two children, or the left one if they are equal. Setting a leaf
// costs one comparison per level.
class MinTree {
 public:
  // One less than the largest number, so that it can be counted up.
  static constexpr uint64_t kNever = UINT64_MAX - 1;

  struct Node {
    uint64_t time;
    uint64_t source;
  };

  // Makes room for `sources`, all of time kNever. False: no memory, and nothing
  // changed.
  [[nodiscard]] bool Resize(size_t sources) {
    size_t leaves = 1;
    while (leaves < sources) leaves *= 2;
    if (!nodes_.Resize(2 * leaves)) return false;
    leaves_ = leaves;
    for (size_t i = 0; i < 2 * leaves; ++i) nodes_[i] = {kNever, 0};
    for (size_t i = 0; i < leaves; ++i) {
      nodes_[leaves + i].source = i;
    }
    for (size_t i = leaves; i-- > 1;) nodes_[i] = nodes_[2 * i];
    return true;
  }

  const Node& top() const { return nodes_[1]; }
  uint64_t TimeOf(uint32_t source) const {
    return nodes_[leaves_ + source].time;
  }

  // Without a branch on the times, of which every other would be mispredicted.
  void Set(uint32_t source, uint64_t time) {
    Node* nodes = nodes_.data();
    size_t at = leaves_ + source;
    Node least = {time, source};
    nodes[at] = least;
    for (; at > 1; at /= 2) {
      const Node& other = nodes[at ^ 1];
      // The left child wins a tie, so that equal times keep the order of the
      // sources. It is the other one where `at` is odd.
      const uint64_t lesser = -uint64_t{other.time < least.time + at % 2};
      least.time = std::min(least.time, other.time);
      least.source ^= (least.source ^ other.source) & lesser;
      nodes[at / 2].time = least.time;
      nodes[at / 2].source = least.source;
    }
  }

 private:
  base::Buffer<Node> nodes_;  // [0] unused, [1] the top
  size_t leaves_ = 0;
};

}  // namespace perfc::flight

#endif  // PERFC_IMPL_FLIGHT_MIN_TREE_H_
