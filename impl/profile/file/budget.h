// The memory that a file may use altogether (perfc_file_options.max_bytes).
#ifndef PERFC_IMPL_PROFILE_FILE_BUDGET_H_
#define PERFC_IMPL_PROFILE_FILE_BUDGET_H_

#include <cstdint>

namespace perfc::profile::file {

// A part of the memory was asked for, and the rest is too small. Never leaves the
// room: the caller hands out records to get memory back, or says that max_bytes is
// too small.
inline constexpr int kNoBudget = -1000;

class Budget {
 public:
  explicit Budget(uint64_t max_bytes) : left_(max_bytes) {}

  [[nodiscard]] bool Take(uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  void Give(uint64_t bytes) { left_ += bytes; }
  uint64_t left() const { return left_; }

 private:
  uint64_t left_;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_BUDGET_H_
