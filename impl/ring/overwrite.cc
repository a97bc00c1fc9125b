// Rings that the kernel overwrites, possibly while a record is read. So records
// are copied out and checked afterwards. A write under way isn't visible until
// the kernel has finished it. Records are certain to be whole only while the
// output is paused or the event is disabled.
#include <algorithm>
#include <cstring>

#include "impl/ring/ring.h"

namespace perfc::ring {

// Copies `size` bytes from the ring's position `from`, which may wrap, into the
// scratch.
void Ring::CopyToScratch(uint64_t from, size_t size) {
  const uint64_t at = from & mask_;
  const size_t first = std::min<uint64_t>(size, mask_ + 1 - at);
  memcpy(mapping_.scratch(), mapping_.data() + at, first);
  memcpy(mapping_.scratch() + first, mapping_.data(), size - first);
}

// Forward rings: once the kernel has overtaken the reader, the places where
// records begin are unknown. Reading continues with the records that come
// later.
int Ring::LocateOverwrite(perfc_record* out) {
  const uint64_t head = LoadHead();
  if (head == next_) return 0;
  if (head - next_ <= mask_ + 1) {
    CopyToScratch(next_, record::kHeaderSize);
    const auto header = base::Load<uint64_t>(mapping_.scratch());
    const uint64_t size = record::SizeOf(header);
    const bool good = record::IsGoodSize(size, head - next_);
    if (good) CopyToScratch(next_, size);
    if (LoadHead() - next_ <= mask_ + 1) {
      if (good) {
        record::View(mapping_.scratch(), header, out);
        return 1;
      }
      losses_.malformed += head - next_;
      next_ = head_ = head;
      return 0;
    }
  }
  losses_.overwritten += head - next_;
  next_ = head_ = head;
  return 0;
}

// The kernel's head counts down, so the records since the last pass are those
// from the new head up to the old one.
bool Ring::BeginPass() {
  const uint64_t head = LoadHead();
  if (head == pass_start_) return false;
  pass_end_ = pass_start_;
  pass_start_ = next_ = head_ = head;
  in_pass_ = true;
  return true;
}

// Records that this pass should have reached and didn't were overwritten.
void Ring::EndPass() {
  losses_.overwritten += pass_end_ - next_;
  next_ = head_ = pass_end_;
  in_pass_ = false;
}

// Backwards: the newest record lies at the head, older ones follow upwards, and
// the oldest may have lost its end.
int Ring::LocateBackward(perfc_record* out) {
  if (!in_pass_ && !BeginPass()) return 0;
  const uint64_t left = pass_end_ - next_;
  if (left != 0 && next_ - LoadHead() < mask_ + 1) {
    CopyToScratch(next_, record::kHeaderSize);
    const auto header = base::Load<uint64_t>(mapping_.scratch());
    const uint64_t size = record::SizeOf(header);
    // Since the last pass the kernel may have gone round many times.
    if (record::IsGoodSize(size, std::min(left, mask_ + 1))) {
      CopyToScratch(next_, size);
      if (next_ + size - LoadHead() <= mask_ + 1) {
        record::View(mapping_.scratch(), header, out);
        return 1;
      }
    }
  }
  EndPass();
  return 0;
}

// The valid positions are the records from before the mapping, and those
// written since, of which the ring keeps the last mask_ + 1 bytes.
bool Ring::ViewAt(uint64_t position, perfc_record* out) const {
  const uint64_t head = LoadHead();
  const uint64_t held = std::min(oldest_end_ - head, mask_ + 1);
  const uint64_t from = position - head;
  if (from >= held) return false;
  const uint64_t at = position & mask_;
  const uint8_t* data = mapping_.data() + at;
  const auto header = base::Load<uint64_t>(data);
  const uint64_t size = record::SizeOf(header);
  if (!record::IsGoodSize(size, held - from)) return false;
  if (at + size > mask_ + 1) {
    memcpy(mapping_.scratch(), mapping_.data(), at + size - (mask_ + 1));
  }
  record::View(data, header, out);
  return true;
}

}  // namespace perfc::ring
