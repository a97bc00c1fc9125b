#include "impl/profile/synthesize/block.h"

#include <algorithm>
#include <cstring>

#include "impl/base/order.h"

namespace perfc::profile::synthesize {
namespace {

// struct perf_event_header
constexpr size_t kMiscAt = 4;
constexpr size_t kSizeAt = 6;

}  // namespace

void Block::Begin(uint32_t type, uint16_t misc) {
  end_ = (end_ + 7) & ~size_t{7};
  start_ = end_;
  U32(type);
  U16(misc);
  U16(0);
}

void Block::Bytes(const void* bytes, size_t size) {
  size = std::min(size, kMaxRecord - used());
  if (size > 0) memcpy(data() + end_, bytes, size);
  end_ += size;
}

void Block::Text(absl::string_view text) {
  constexpr uint64_t kNuls = 0;
  Bytes(text.data(), text.size());
  Bytes(&kNuls, 8 - used() % 8);
}

perfc_record Block::Finish(const perfc_record_places& places, int32_t pid,
                           int32_t tid) {
  const size_t size =
      std::min<size_t>(places.trailer_size, kMaxRecord - used());
  memset(data() + end_, 0, size);
  end_ += size;
  if (places.trailer_tid != 0) {
    uint8_t* at = data() + end_ - places.trailer_tid;
    base::Store(at, pid);
    base::Store(at + sizeof pid, tid);
  }
  return FinishWithoutTrailer();
}

perfc_record Block::FinishWithoutTrailer() {
  uint8_t* record = data() + start_;
  base::Store(record + kSizeAt, static_cast<uint16_t>(used()));
  return {record, base::Load<uint32_t>(record),
          base::Load<uint16_t>(record + kMiscAt),
          static_cast<uint16_t>(used())};
}

}  // namespace perfc::profile::synthesize
