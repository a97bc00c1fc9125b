// The samples that wait for the rest of their call chain, in one block of
// memory.
#ifndef PERFC_IMPL_STITCH_HELD_H_
#define PERFC_IMPL_STITCH_HELD_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "perfc/record.h"

namespace perfc::stitch {

// A sample, and the cookie of the chain that it waits for. The record's bytes
// follow behind.
struct Held {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint64_t cookie;
  perfc_stream_record pushed;  // as it was pushed
  uint32_t tid;
  uint32_t newer;  // the next one of the same bucket, by its place
  uint32_t bytes;  // of all this
  bool has_tid;
  bool waits;      // not handed out
  uint16_t chain;  // where the entries of the call chain are
  uint16_t count;  // of the entries

  const uint8_t* data() const {
    return reinterpret_cast<const uint8_t*>(this + 1);
  }
};
static_assert(sizeof(Held) % 8 == 0, "records are 8-byte aligned");

// A circular buffer of entries from the oldest to the newest, each contiguous.
// A dropped entry keeps its bytes until the next Add. Its space is free once
// all older entries were dropped, too. Entries are found through their cookie's
// bucket.
class HeldSamples {
 public:
  // False: no memory.
  [[nodiscard]] bool Open(size_t capacity);

  // Adds the sample with its record's bytes. False: there is no room until
  // older samples were dropped.
  bool Add(const Held& what);
  void Drop(Held* held);

  // The oldest that waits, or null.
  Held* Oldest();
  // The oldest that waits for the cookie. A thread that isn't known is any.
  Held* Find(uint64_t cookie, bool has_tid, uint32_t tid);
  // The next entry, waiting or not; from null the oldest.
  Held* After(const Held* held);

  size_t waiting() const { return waiting_; }

 private:
  struct Bucket {
    uint32_t oldest;
    uint32_t newest;
  };

  Held* At(uint32_t place) {
    return reinterpret_cast<Held*>(memory_.data() + place);
  }
  uint32_t PlaceOf(const Held* held) {
    return static_cast<uint32_t>(reinterpret_cast<const uint8_t*>(held) -
                                 memory_.data());
  }
  Bucket& BucketOf(uint64_t cookie);
  bool MakeRoom(size_t bytes);
  void Reclaim();

  base::Buffer<uint8_t> memory_;
  base::Buffer<Bucket> buckets_;  // a power of two
  size_t capacity_ = 0;
  size_t first_ = 0;     // the oldest entry
  size_t end_ = 0;       // behind the newest
  size_t wrap_end_ = 0;  // where entries end before the memory's start, if
  bool wrapped_ = false;
  size_t entries_ = 0;
  size_t waiting_ = 0;
};

}  // namespace perfc::stitch

#endif  // PERFC_IMPL_STITCH_HELD_H_
