// Compresses blocks of bytes into zstd frames.
#ifndef PERFC_IMPL_PROFILE_ZSTD_COMPRESS_H_
#define PERFC_IMPL_PROFILE_ZSTD_COMPRESS_H_

#include <cstddef>
#include <cstdint>

struct ZSTD_CCtx_s;

namespace perfc::profile::zstd {

// The levels of Compressor::Init.
inline constexpr uint32_t kMaxLevel = 22;

class Compressor {
 public:
  Compressor() = default;
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;
  ~Compressor();

  // Level 1 to kMaxLevel. 0; -ENOMEM; -EINVAL: no such level.
  int Init(uint32_t level);

  // Begins a frame of exactly `size` bytes, whatever became of the frame
  // before. 0, -EINVAL.
  int Begin(uint64_t size);

  // Compresses from *in into *out, and advances both. 1: *out is full, call
  // again with more room. 0: all input is in the output, and can be
  // decompressed without what follows. With the frame's last byte the frame
  // ends. -ENOMEM; -EINVAL: NULL, Begin has not succeeded, or another size than
  // Begin's.
  int Step(const uint8_t** in, size_t* in_size, uint8_t** out,
           size_t* out_size);

 private:
  ZSTD_CCtx_s* context_ = nullptr;
  uint64_t rest_ = 0;  // bytes of the frame that are still to come
};

}  // namespace perfc::profile::zstd

#endif  // PERFC_IMPL_PROFILE_ZSTD_COMPRESS_H_
