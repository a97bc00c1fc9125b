// A growing array whose size depends on input. It reports a lack of memory, and
// never throws.
#ifndef PERFC_IMPL_BASE_BUFFER_H_
#define PERFC_IMPL_BASE_BUFFER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#include "absl/strings/string_view.h"

namespace perfc::base {

template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable<T>::value, "moved by realloc");

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() { free(data_); }

  size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  // False if there is no memory; the content stays as it is.
  [[nodiscard]] bool Reserve(size_t capacity) {
    if (capacity <= capacity_) return true;
    if (capacity > SIZE_MAX / sizeof(T)) return false;
    void* grown = realloc(static_cast<void*>(data_), capacity * sizeof(T));
    if (grown == nullptr) return false;
    data_ = static_cast<T*>(grown);
    capacity_ = capacity;
    return true;
  }

  [[nodiscard]] bool Append(const T& value) {
    if (size_ == capacity_ && !Reserve(capacity_ ? 2 * capacity_ : 8)) {
      return false;
    }
    data_[size_++] = value;
    return true;
  }

  // Appends `count` values, all or none.
  [[nodiscard]] bool AppendAll(const T* values, size_t count) {
    if (count > SIZE_MAX - size_) return false;
    const size_t size = size_ + count;
    if (size > capacity_ && !Reserve(std::max(size, 2 * capacity_))) {
      return false;
    }
    if (count > 0) {
      memcpy(static_cast<void*>(data_ + size_), values, count * sizeof(T));
    }
    size_ = size;
    return true;
  }

  // Makes it empty; the memory stays.
  void Clear() { size_ = 0; }

  // Makes the size `size`; new elements are all zero bytes.
  [[nodiscard]] bool Resize(size_t size) {
    if (!Reserve(size)) return false;
    if (size > size_) {
      memset(static_cast<void*>(data_ + size_), 0, (size - size_) * sizeof(T));
    }
    size_ = size;
    return true;
  }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

// Characters as text. It lives until the buffer changes.
inline absl::string_view View(const Buffer<char>& text) {
  return {text.data(), text.size()};
}

}  // namespace perfc::base

#endif  // PERFC_IMPL_BASE_BUFFER_H_
