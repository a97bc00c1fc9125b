// What the fuzz targets share: input that is taken piece by piece, and demands.
//
// Each target is one file with libFuzzer's entry point. A demand that isn't met
// aborts, which is a finding as much as a sanitizer's report is.
#ifndef PERFC_TEST_FUZZ_FUZZ_H_
#define PERFC_TEST_FUZZ_FUZZ_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

// libFuzzer's, or replay.cc's in its place. The input ends where its memory does.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace fuzz {

inline void Demand(bool met, const char* what) {
  if (met) return;
  std::fprintf(stderr, "not met: %s\n", what);
  std::abort();
}

// Behind the end all numbers are 0 and all pieces empty.
class Input {
 public:
  Input(const uint8_t* data, size_t size) : at_(data), left_(size) {}

  size_t left() const { return left_; }

  uint64_t Number(size_t bytes) {
    uint64_t number = 0;
    const size_t taken = std::min(bytes, left_);
    if (taken != 0) memcpy(&number, at_, taken);
    Skip(taken);
    return number;
  }
  uint8_t U8() { return static_cast<uint8_t>(Number(1)); }
  uint16_t U16() { return static_cast<uint16_t>(Number(2)); }
  uint64_t U64() { return Number(8); }

  // At most so many bytes.
  std::string Take(size_t most) {
    const size_t taken = std::min(most, left_);
    std::string bytes(reinterpret_cast<const char*>(at_), taken);
    Skip(taken);
    return bytes;
  }
  // The bytes before the next `end`, which is skipped.
  std::string TakeTo(char end) {
    const void* found = left_ == 0 ? nullptr : memchr(at_, end, left_);
    if (found == nullptr) return Take(left_);
    std::string bytes =
        Take(static_cast<size_t>(static_cast<const uint8_t*>(found) - at_));
    Skip(1);
    return bytes;
  }

 private:
  void Skip(size_t bytes) {
    at_ += bytes;
    left_ -= bytes;
  }

  const uint8_t* at_;
  size_t left_;
};

// Bytes in memory of their own, 8-byte aligned, so that a sanitizer sees what
// is read beyond them.
class Alone {
 public:
  explicit Alone(const std::string& bytes)
      : size_(bytes.size()),
        data_(static_cast<uint8_t*>(malloc(size_ | !size_))) {
    memcpy(data_.get(), bytes.data(), size_);
  }
  const uint8_t* data() const { return data_.get(); }
  size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(uint8_t* data) const { free(data); }
  };
  size_t size_;
  std::unique_ptr<uint8_t[], Free> data_;
};

// Reads every byte, so that a sanitizer sees whether they are there.
inline void Touch(const void* data, size_t size) {
  const auto* bytes = static_cast<const volatile uint8_t*>(data);
  for (size_t i = 0; i < size; ++i) static_cast<void>(bytes[i]);
}

}  // namespace fuzz

#endif  // PERFC_TEST_FUZZ_FUZZ_H_
