// Samples of one shape that came one by one, as far as columns are read out of them.
// They become rows once there are enough of them for a loop over each column.
#ifndef PERFC_IMPL_BATCH_STAGE_H_
#define PERFC_IMPL_BATCH_STAGE_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/batch/copy.h"
#include "perfc/record.h"

namespace perfc::batch {

class Stage {
 public:
  static constexpr size_t kMost = 32;
  // Copying more than this would cost more than a row by itself.
  static constexpr size_t kLargest = 512;

  [[nodiscard]] bool Reserve() { return bytes_.Resize(kMost * kLargest); }

  // `room`: so many rows have room in the batch; kMost at most.
  void Clear(size_t room) {
    count_ = 0;
    room_ = room;
  }
  bool IsFull() const { return count_ == room_; }
  // Copies the first `size` bytes of the record, a multiple of 8. `place`: where it
  // lies, for views.
  void Add(const perfc_stream_record& given, size_t size, int32_t place) {
    CopyFewWords(bytes_.data() + count_ * size, given.record.data, size);
    places_[count_] = place;
    sources_[count_] = given.source;
    sequences_[count_++] = given.sequence;
  }

  size_t count() const { return count_; }
  const uint8_t* data() const { return bytes_.data(); }
  const int32_t* places() const { return places_; }
  const uint32_t* sources() const { return sources_; }
  const uint64_t* sequences() const { return sequences_; }

 private:
  base::Buffer<uint8_t> bytes_;
  int32_t places_[kMost];
  uint32_t sources_[kMost];
  uint64_t sequences_[kMost];
  size_t room_ = 0;
  size_t count_ = 0;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_STAGE_H_
