#include "impl/stitch/held.h"

#include <cstring>

namespace perfc::stitch {
namespace {

// Where a bucket has a few samples of usual size when the memory is full.
constexpr size_t kBytesPerBucket = 1024;

bool IsFor(const Held& held, uint64_t cookie, bool has_tid, uint32_t tid) {
  if (held.cookie != cookie) return false;
  return !has_tid || !held.has_tid || held.tid == tid;
}

}  // namespace

bool HeldSamples::Open(size_t capacity) {
  size_t buckets = 1;
  while (buckets < capacity / kBytesPerBucket) buckets *= 2;
  if (!memory_.Reserve(capacity) || !buckets_.Resize(buckets)) return false;
  for (Bucket& bucket : buckets_) bucket = {Held::kNone, Held::kNone};
  capacity_ = capacity;
  return true;
}

// Cookies count up from any number, per CPU: the multiplication spreads them.
HeldSamples::Bucket& HeldSamples::BucketOf(uint64_t cookie) {
  const uint64_t mixed = cookie * 0x9e3779b97f4a7c15;
  return buckets_[(mixed >> 32) & (buckets_.size() - 1)];
}

void HeldSamples::Reclaim() {
  while (entries_ > 0 && !At(static_cast<uint32_t>(first_))->waits) {
    first_ += At(static_cast<uint32_t>(first_))->bytes;
    --entries_;
    if (wrapped_ && first_ == wrap_end_) {
      first_ = 0;
      wrapped_ = false;
    }
  }
  if (entries_ == 0) first_ = end_ = 0;
}

// Makes end_ the place for so many bytes.
bool HeldSamples::MakeRoom(size_t bytes) {
  Reclaim();
  if (wrapped_) return first_ - end_ >= bytes;
  if (capacity_ - end_ >= bytes) return true;
  if (first_ < bytes) return false;
  wrap_end_ = end_;
  wrapped_ = true;
  end_ = 0;
  return true;
}

bool HeldSamples::Add(const Held& what) {
  const perfc_record& record = what.pushed.record;
  const size_t bytes = sizeof(Held) + (record.size + size_t{7}) / 8 * 8;
  if (!MakeRoom(bytes)) return false;
  const auto place = static_cast<uint32_t>(end_);
  Held* held = At(place);
  *held = what;
  held->newer = Held::kNone;
  held->bytes = static_cast<uint32_t>(bytes);
  held->waits = true;
  memcpy(held + 1, record.data, record.size);
  Bucket& bucket = BucketOf(what.cookie);
  if (bucket.newest == Held::kNone) {
    bucket.oldest = place;
  } else {
    At(bucket.newest)->newer = place;
  }
  bucket.newest = place;
  end_ += bytes;
  ++entries_;
  ++waiting_;
  return true;
}

void HeldSamples::Drop(Held* held) {
  Bucket& bucket = BucketOf(held->cookie);
  const uint32_t place = PlaceOf(held);
  uint32_t before = Held::kNone;
  uint32_t* link = &bucket.oldest;
  while (*link != place) {
    before = *link;
    link = &At(*link)->newer;
  }
  *link = held->newer;
  if (bucket.newest == place) bucket.newest = before;
  held->waits = false;
  --waiting_;
}

Held* HeldSamples::After(const Held* held) {
  if (held == nullptr) {
    return entries_ > 0 ? At(static_cast<uint32_t>(first_)) : nullptr;
  }
  size_t next = PlaceOf(held) + size_t{held->bytes};
  if (next == end_) return nullptr;
  if (wrapped_ && next == wrap_end_) next = 0;
  return At(static_cast<uint32_t>(next));
}

Held* HeldSamples::Oldest() {
  Reclaim();
  return After(nullptr);
}

Held* HeldSamples::Find(uint64_t cookie, bool has_tid, uint32_t tid) {
  uint32_t place = BucketOf(cookie).oldest;
  while (place != Held::kNone && !IsFor(*At(place), cookie, has_tid, tid)) {
    place = At(place)->newer;
  }
  return place == Held::kNone ? nullptr : At(place);
}

}  // namespace perfc::stitch
