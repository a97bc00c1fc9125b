// Memory in which records are made, one behind the other.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_BLOCK_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_BLOCK_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "perfc/decode.h"

namespace perfc::profile::synthesize {

class Block {
 public:
  // The largest multiple of 8 that fits the header's u16.
  static constexpr size_t kMaxRecord = 65528;

  // False: no memory.
  [[nodiscard]] bool Open() { return words_.Resize(kSize / 8); }
  // Frees the records, but not the memory.
  void Clear() { end_ = 0; }
  // False: another record may not fit.
  bool HasRoom() const { return kSize - end_ >= kMaxRecord; }

  // A record is made by Begin, its fields, and Finish. The trailer is that of an attr
  // with these places: it has pid and tid, and zeros for all else. A record of perf's
  // own has no trailer.
  void Begin(uint32_t type, uint16_t misc);
  void U16(uint16_t value) { Bytes(&value, sizeof value); }
  void U32(uint32_t value) { Bytes(&value, sizeof value); }
  void U64(uint64_t value) { Bytes(&value, sizeof value); }
  // What doesn't fit into a record is cut; no caller has so much.
  void Bytes(const void* bytes, size_t size);
  // With a NUL, padded to 8 bytes.
  void Text(absl::string_view text);
  perfc_record Finish(const perfc_record_places& places, int32_t pid,
                      int32_t tid);
  perfc_record FinishWithoutTrailer();

 private:
  static constexpr size_t kSize = 256 << 10;

  uint8_t* data() { return reinterpret_cast<uint8_t*>(words_.data()); }
  size_t used() const { return end_ - start_; }

  base::Buffer<uint64_t> words_;
  size_t start_ = 0;  // of the record that is being made
  size_t end_ = 0;
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_BLOCK_H_
