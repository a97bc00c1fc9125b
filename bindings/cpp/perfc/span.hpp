// A view of an array that somebody else owns.
#ifndef PERFC_SPAN_HPP_
#define PERFC_SPAN_HPP_

#include <cassert>
#include <cstddef>

namespace perfc {

template <typename T>
class Span {
 public:
  constexpr Span() = default;
  constexpr Span(T* data, std::size_t size) : data_(data), size_(size) {}
  template <std::size_t N>
  constexpr Span(T (&array)[N]) : data_(array), size_(N) {}
  // Anything contiguous: std::vector, std::array, std::string, another Span.
  template <typename Container, typename = decltype(static_cast<T*>(
                                    static_cast<Container*>(nullptr)->data()))>
  constexpr Span(Container& container)
      : data_(container.data()), size_(container.size()) {}

  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr T& operator[](std::size_t index) const {
    assert(index < size_);
    return data_[index];
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace perfc

#endif  // PERFC_SPAN_HPP_
