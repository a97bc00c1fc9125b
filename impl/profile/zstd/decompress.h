// Decompresses a stream of zstd frames, piece by piece.
#ifndef PERFC_IMPL_PROFILE_ZSTD_DECOMPRESS_H_
#define PERFC_IMPL_PROFILE_ZSTD_DECOMPRESS_H_

#include <cstddef>
#include <cstdint>

struct ZSTD_DCtx_s;

namespace perfc::profile::zstd {

class Decompressor {
 public:
  Decompressor() = default;
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  ~Decompressor();

  // Begins a stream; called again, a new one. A frame takes about
  // 1 << window_log_max bytes of memory; 0 is zstd's own limit of 27. 0;
  // -ENOMEM; -EINVAL: zstd doesn't take such a window.
  int Init(uint32_t window_log_max);

  // Decompresses from *in into *out until one of them is used up, or a frame
  // ends, and advances both. If *out was filled, more output may wait: call
  // again, even without input. A call that advances neither has to wait for
  // input. 0, or:
  //   -EBADMSG  not a valid frame; *why is the broken rule, a static string
  //   -E2BIG    the frame's window is beyond window_log_max
  //   -ENOMEM
  //   -EINVAL   NULL, or Init has not succeeded
  // After a failure Init begins a new stream.
  int Step(const uint8_t** in, size_t* in_size, uint8_t** out, size_t* out_size,
           const char** why);

 private:
  ZSTD_DCtx_s* context_ = nullptr;
};

}  // namespace perfc::profile::zstd

#endif  // PERFC_IMPL_PROFILE_ZSTD_DECOMPRESS_H_
