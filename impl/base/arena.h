// Memory that is freed all at once, for many small objects whose number depends
// on input. It reports a lack of memory, and never throws.
#ifndef PERFC_IMPL_BASE_ARENA_H_
#define PERFC_IMPL_BASE_ARENA_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "absl/strings/string_view.h"

namespace perfc::base {

class Arena {
 public:
  // How much of it was in use.
  struct Mark {
    void* chunk = nullptr;
    size_t used = 0;
  };

  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { Rewind({}); }

  // Uninitialised bytes; nullptr if there is no memory. `align` is a power of
  // two, and at most that of malloc.
  void* Alloc(size_t size, size_t align = alignof(std::max_align_t)) {
    if (chunk_ != nullptr) {
      const size_t at = (used_ + align - 1) & ~(align - 1);
      if (at <= chunk_->size && size <= chunk_->size - at)
        return Take(at, size);
    }
    if (size > SIZE_MAX / 2 || !Grow(size)) return nullptr;
    return Take(sizeof(Chunk), size);
  }

  // An array of zero bytes.
  template <typename T>
  T* Zeroed(size_t count) {
    static_assert(std::is_trivially_destructible<T>::value, "only freed");
    if (count > SIZE_MAX / sizeof(T)) return nullptr;
    void* made = Alloc(count * sizeof(T), alignof(T));
    if (made != nullptr) memset(made, 0, count * sizeof(T));
    return static_cast<T*>(made);
  }

  // A copy with a NUL behind it.
  char* Copy(absl::string_view text) {
    auto* copy = static_cast<char*>(Alloc(text.size() + 1, 1));
    if (copy == nullptr) return nullptr;
    if (!text.empty()) memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    return copy;
  }

  Mark mark() const { return {chunk_, used_}; }

  // Frees everything that was allocated after the mark.
  void Rewind(const Mark& mark) {
    while (chunk_ != mark.chunk) {
      Chunk* previous = chunk_->previous;
      free(chunk_);
      chunk_ = previous;
    }
    used_ = mark.used;
  }

 private:
  static constexpr size_t kLeastChunk = 4096;
  static constexpr size_t kMostChunk = 1 << 18;

  struct alignas(std::max_align_t) Chunk {
    Chunk* previous;
    size_t size;  // With this.
  };

  void* Take(size_t at, size_t size) {
    used_ = at + size;
    return reinterpret_cast<char*>(chunk_) + at;
  }

  bool Grow(size_t size) {
    const size_t usual =
        chunk_ ? std::min(2 * chunk_->size, kMostChunk) : kLeastChunk;
    const size_t total = std::max(usual, sizeof(Chunk) + size);
    auto* made = static_cast<Chunk*>(malloc(total));
    if (made == nullptr) return false;
    *made = {chunk_, total};
    chunk_ = made;
    return true;
  }

  Chunk* chunk_ = nullptr;
  size_t used_ = 0;  // Of the newest chunk.
};

}  // namespace perfc::base

#endif  // PERFC_IMPL_BASE_ARENA_H_
