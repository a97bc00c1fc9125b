// A record that is followed by bytes which aren't part of it, in pieces.
#ifndef PERFC_IMPL_PROFILE_FILE_TAIL_H_
#define PERFC_IMPL_PROFILE_FILE_TAIL_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/profile/file/budget.h"
#include "impl/profile/file/input.h"
#include "perfc/error.h"
#include "perfc/record.h"

namespace perfc::profile::file {

inline constexpr size_t kMostTail = 1 << 20;

class Tail {
 public:
  explicit Tail(Budget* budget) : budget_(budget) {}

  // Gets the memory that Begin needs; `position` is that of a record. 0, or a negative
  // errno.
  int Prepare(uint64_t position, perfc_error* error);
  // Copies the record, which `size` bytes at `offset` of the input follow.
  void Begin(const perfc_stream_record& record, Input* input, uint64_t offset,
             uint64_t size);
  bool active() const { return active_; }
  // The record with the next piece. 1, or a negative errno; then the call may be
  // repeated.
  int Next(perfc_stream_record* out, perfc_error* error);

 private:
  Budget* const budget_;
  bool active_ = false;
  perfc_stream_record record_ = {};
  bool has_memory_ = false;
  base::Buffer<uint8_t> copy_;
  base::Buffer<uint8_t> piece_;  // only its memory is used
  Input* input_ = nullptr;
  uint64_t offset_ = 0;
  uint64_t left_ = 0;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_TAIL_H_
