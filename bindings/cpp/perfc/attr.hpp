// The attr of an event, in whatever struct the caller has it.
#ifndef PERFC_ATTR_HPP_
#define PERFC_ATTR_HPP_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "perfc/attr.h"
#include "perfc/span.hpp"

namespace perfc {

// Borrows an attr for the length of a call: a perfc_attr, the kernel's struct
// perf_event_attr of any version, or bytes.
class AttrBytes {
 public:
  template <typename Attr, typename = std::enable_if_t<
                               std::is_class<Attr>::value &&
                               std::is_trivially_copyable<Attr>::value>>
  AttrBytes(const Attr& attr) : data_(&attr), size_(sizeof attr) {
    static_assert(sizeof attr >= PERFC_ATTR_SIZE_VER0, "not an attr");
  }
  AttrBytes(const void* data, std::size_t size) : data_(data), size_(size) {}
  // As EventView::attr gives them.
  AttrBytes(const std::vector<std::uint8_t>& bytes)
      : AttrBytes(bytes.data(), bytes.size()) {}
  AttrBytes(Span<const std::uint8_t> bytes)
      : AttrBytes(bytes.data(), bytes.size()) {}

  const void* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  const void* data_;
  std::size_t size_;
};

}  // namespace perfc

#endif  // PERFC_ATTR_HPP_
