#include "impl/profile/zstd/compress.h"

#include <cerrno>

#include "zstd.h"
#include "zstd_errors.h"

namespace perfc::profile::zstd {
namespace {

int CodeOf(size_t result) {
  if (!ZSTD_isError(result)) return 0;
  const bool memory = ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation;
  return memory ? -ENOMEM : -EINVAL;
}

}  // namespace

Compressor::~Compressor() { ZSTD_freeCCtx(context_); }

int Compressor::Init(uint32_t level) {
  if (level < 1 || level > kMaxLevel) return -EINVAL;
  if (context_ == nullptr) context_ = ZSTD_createCCtx();
  if (context_ == nullptr) return -ENOMEM;
  return CodeOf(ZSTD_CCtx_setParameter(context_, ZSTD_c_compressionLevel,
                                       static_cast<int>(level)));
}

int Compressor::Begin(uint64_t size) {
  if (context_ == nullptr) return -EINVAL;
  ZSTD_CCtx_reset(context_, ZSTD_reset_session_only);
  rest_ = size;
  return CodeOf(ZSTD_CCtx_setPledgedSrcSize(context_, size));
}

int Compressor::Step(const uint8_t** in, size_t* in_size, uint8_t** out,
                     size_t* out_size) {
  if (!context_ || !in || !in_size || !out || !out_size) return -EINVAL;
  if (*in_size > rest_) return -EINVAL;
  const bool last = *in_size == rest_;
  ZSTD_inBuffer input = {*in, *in_size, 0};
  ZSTD_outBuffer output = {*out, *out_size, 0};
  const size_t result = ZSTD_compressStream2(context_, &output, &input,
                                             last ? ZSTD_e_end : ZSTD_e_flush);
  *in += input.pos;
  *in_size -= input.pos;
  *out += output.pos;
  *out_size -= output.pos;
  rest_ -= input.pos;
  if (ZSTD_isError(result)) return CodeOf(result);
  return result > 0 ? 1 : 0;
}

}  // namespace perfc::profile::zstd
