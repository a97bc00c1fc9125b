#include "impl/ring/ring.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/fail.h"

namespace perfc::ring {

int Ring::Map(const host::Host& host, int fd, uint64_t id, bool pinned,
              size_t data_pages, Mode mode, const char* operation,
              perfc_error* error) {
  waiter_.Close(host.system());
  if (!waiter_.AddWriter(fd, id, pinned)) {
    return base::NoMemory(error, operation, sizeof(int));
  }
  const size_t data_size = data_pages * host.system().PageSize();
  const int failed = mapping_.Open(host, fd, data_size, mode == Mode::kWritable,
                                   operation, error);
  if (failed) return failed;
  mode_ = mode;
  mask_ = data_size - 1;
  losses_ = kept_ = {};
  // A new ring begins at 0, one that another process mapped before may have got
  // further.
  head_ = next_ = borrowed_ = pass_start_ = LoadHead();
  in_pass_ = false;
  // A backward ring begins at 0.
  oldest_end_ = head_ + std::min(uint64_t{0} - head_, mask_ + 1);
  if (mode == Mode::kWritable) Publish(next_);
  return 0;
}

int Ring::MapControl(const host::Host& host, int fd, const char* operation,
                     perfc_error* error) {
  return mapping_.Open(host, fd, 0, false, operation, error);
}

void Ring::Unmap(const host::System& system) {
  aux_.Close(system);
  mapping_.Close(system);
  waiter_.Close(system);
  head_ = next_ = borrowed_ = 0;
}

// Acquire: reads after this load see everything that the kernel wrote before it
// stored data_head. The kernel's side is the smp_wmb() of
// perf_output_put_handle, kernel/events/ring_buffer.c. Records are multiples of
// 8 bytes, so a head that isn't a multiple of 8 doesn't come from the kernel.
// Rounding keeps views aligned even then.
uint64_t Ring::LoadHead() const {
  return __atomic_load_n(&mapping_.control()->data_head, __ATOMIC_ACQUIRE) &
         ~uint64_t{7};
}

// Release: our reads of the records end before the kernel may overwrite them.
// The kernel's side is the control dependency on data_tail in
// __perf_output_begin.
void Ring::Publish(uint64_t tail) {
  __atomic_store_n(&mapping_.control()->data_tail, tail, __ATOMIC_RELEASE);
  published_ = tail;
}

void Ring::DropToHead() {
  const uint64_t left = head_ - next_;
  // A head from nowhere can't have cost more than the whole ring.
  losses_.malformed += left <= mask_ ? left : mask_ + 1;
  next_ = head_;
  SetLimit();
}

void Ring::RefreshHead() {
  head_ = LoadHead();
  if (head_ - next_ > mask_ + 1) DropToHead();
}

int Ring::NextSlow(perfc_record* out) {
  if (streamed_) return -EBADFD;
  ReleaseIfDue();
  const int found = Locate(out);
  if (found != 1) {
    Release();
    return found;
  }
  borrowed_ = next_;
  next_ += out->size;
  if (mode_ == Mode::kWritable) {
    SetLimit();
  } else {
    head_ = next_;
  }
  if (out->type != PERFC_RECORD_SAMPLE) Account(*out);
  return 1;
}

// Below the limit nothing is given back, and every record lies in one piece.
int Ring::NextBlock(perfc_record* out, uint32_t capacity) {
  const int found = Next(out);
  if (found != 1) return found;
  const uint64_t first = borrowed_;
  uint32_t count = 1;
  for (; count < capacity && ViewBelowLimit(&out[count]); ++count) {
    if (out[count].type != PERFC_RECORD_SAMPLE) Account(out[count]);
    next_ += out[count].size;
  }
  borrowed_ = first;
  return static_cast<int>(count);
}

// Up to where records were seen, lie in one piece, and can be read before space
// must be given back.
void Ring::SetLimit() {
  if (streamed_) return;
  const uint64_t read = next_ - published_;
  const uint64_t not_due = PublishStep() - std::min(read, PublishStep());
  origin_ = reinterpret_cast<uintptr_t>(mapping_.data()) - (next_ & ~mask_);
  mapping_.fork_page().limit =
      origin_ + next_ + std::min(SeenWhole(0), not_due);
}

int Ring::Peek(perfc_record* out) { return Locate(out); }

int Ring::Locate(perfc_record* out) {
  if (!mapping_.alive()) return mapping_.open() ? -EOWNERDEAD : -EBADFD;
  if (!has_data()) return -EBADFD;
  int found = 0;
  switch (mode_) {
    case Mode::kWritable:
      found = LocateWritable(out);
      break;
    case Mode::kOverwrite:
      found = LocateOverwrite(out);
      break;
    case Mode::kBackward:
      found = LocateBackward(out);
      break;
  }
  return found ? found : waiter_.End();
}

int Ring::LocateWritable(perfc_record* out) {
  // All that was seen has been read, or the head was never there.
  if (head_ - next_ - 1 > mask_) RefreshHead();
  if (head_ == next_) return 0;
  if (View(next_, out)) return 1;
  DropToHead();
  return 0;
}

// The record at a position that was seen. False: none can be there.
bool Ring::View(uint64_t position, perfc_record* out) {
  const uint64_t at = position & mask_;
  uint8_t* data = mapping_.data() + at;
  const auto header = base::Load<uint64_t>(data);
  const uint64_t size = record::SizeOf(header);
  if (!record::IsGoodSize(size, head_ - position)) return false;
  const uint64_t end = at + size;
  if (end > mask_ + 1) {
    memcpy(mapping_.scratch(), mapping_.data(), end - (mask_ + 1));
  }
  record::View(data, header, out);
  return true;
}

int Ring::Window(const uint8_t** data, size_t* size) {
  if (!mapping_.alive()) return mapping_.open() ? -EOWNERDEAD : -EBADFD;
  if (!has_data()) return -EBADFD;
  perfc_record first;
  RefreshHead();
  const int found = LocateWritable(&first);
  if (found != 1) return waiter_.End();
  const uint64_t to_end = mask_ + 1 - (next_ & mask_);
  *data = first.data;
  *size = std::max<uint64_t>(std::min(head_ - next_, to_end), first.size);
  return 1;
}

void Ring::Release() {
  if (mode_ != Mode::kWritable) return;
  borrowed_ = next_;
  if (published_ == next_ || !mapping_.alive() || !has_data()) return;
  Publish(next_);
}

bool Ring::HasRecords() {
  switch (mode_) {
    case Mode::kWritable:
      return head_ != next_ || LoadHead() != next_;
    case Mode::kOverwrite:
      return LoadHead() != next_;
    case Mode::kBackward:
      return (in_pass_ && next_ != pass_end_) || LoadHead() != pass_start_;
  }
  return false;
}

}  // namespace perfc::ring
