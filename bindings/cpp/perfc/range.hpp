// Ranges for a range-based for: the items that a source hands out one by one,
// and items that are found by index.
#ifndef PERFC_RANGE_HPP_
#define PERFC_RANGE_HPP_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>

#include "perfc/result.hpp"

namespace perfc {

// The items that `Next` takes out of a source: 1 if there was one, 0 or an errno
// if not. An item is borrowed until the next one is taken.
template <typename T, typename Handle, auto Next>
class Taking {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;

    const T& operator*() const { return taking_->item_; }
    const T* operator->() const { return &taking_->item_; }
    Iterator& operator++() {
      if (!taking_->take()) taking_ = nullptr;
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator!=(const Iterator& other) const {
      return taking_ != other.taking_;
    }
    bool operator==(const Iterator& other) const { return !(*this != other); }

   private:
    friend class Taking;
    explicit Iterator(Taking* taking) : taking_(taking) {}
    Taking* taking_;
  };

  explicit Taking(Handle* source) : source_(source) {}

  Iterator begin() { return Iterator(take() ? this : nullptr); }
  Iterator end() { return Iterator(nullptr); }

  // After the loop: ok if there is nothing for now, else why nothing more comes.
  Result<void> status() const { return internal::done(result_); }

 private:
  bool take() {
    result_ = Next(source_, &item_);
    return result_ == 1;
  }

  Handle* source_;
  T item_;
  int result_ = 0;
};

namespace internal {

// Visits container[0], container[1], ..., where that gives a value.
template <typename Container>
class IndexIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type =
      decltype(std::declval<const Container&>()[std::uint64_t{0}]);
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = value_type;

  IndexIterator(const Container* container, std::uint64_t index)
      : container_(container), index_(index) {}

  auto operator*() const { return (*container_)[index_]; }
  IndexIterator& operator++() {
    ++index_;
    return *this;
  }
  IndexIterator operator++(int) {
    IndexIterator before = *this;
    ++index_;
    return before;
  }
  bool operator!=(const IndexIterator& other) const {
    return index_ != other.index_;
  }
  bool operator==(const IndexIterator& other) const {
    return !(*this != other);
  }

 private:
  const Container* container_;
  std::uint64_t index_;
};

template <auto Destroy>
struct Destroyer {
  template <typename Handle>
  void operator()(Handle* handle) const {
    Destroy(handle);
  }
};

}  // namespace internal

// The owner of a C handle.
template <typename T, auto Destroy>
using Owned = std::unique_ptr<T, internal::Destroyer<Destroy>>;

}  // namespace perfc

#endif  // PERFC_RANGE_HPP_
