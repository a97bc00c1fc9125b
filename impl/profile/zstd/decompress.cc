#include "impl/profile/zstd/decompress.h"

#include <cerrno>

#include "zstd.h"
#include "zstd_errors.h"

namespace perfc::profile::zstd {
namespace {

int CodeOf(size_t result, const char** why) {
  switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
      return -ENOMEM;
    case ZSTD_error_frameParameter_windowTooLarge:
      return -E2BIG;
    default:
      *why = ZSTD_getErrorName(result);
      return -EBADMSG;
  }
}

}  // namespace

Decompressor::~Decompressor() { ZSTD_freeDCtx(context_); }

int Decompressor::Init(uint32_t window_log_max) {
  if (context_ == nullptr) context_ = ZSTD_createDCtx();
  if (context_ == nullptr) return -ENOMEM;
  ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
  const size_t result = ZSTD_DCtx_setParameter(
      context_, ZSTD_d_windowLogMax, static_cast<int>(window_log_max));
  return ZSTD_isError(result) ? -EINVAL : 0;
}

int Decompressor::Step(const uint8_t** in, size_t* in_size, uint8_t** out,
                       size_t* out_size, const char** why) {
  if (!context_ || !in || !in_size || !out || !out_size || !why) return -EINVAL;
  ZSTD_inBuffer input = {*in, *in_size, 0};
  ZSTD_outBuffer output = {*out, *out_size, 0};
  const size_t result = ZSTD_decompressStream(context_, &output, &input);
  *in += input.pos;
  *in_size -= input.pos;
  *out += output.pos;
  *out_size -= output.pos;
  return ZSTD_isError(result) ? CodeOf(result, why) : 0;
}

}  // namespace perfc::profile::zstd
