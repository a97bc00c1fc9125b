#include "impl/profile/file/tail.h"

#include <algorithm>

#include "impl/profile/file/fail.h"

namespace perfc::profile::file {

int Tail::Prepare(uint64_t position, perfc_error* error) {
  constexpr uint64_t kBytes = kMostTail + UINT16_MAX;
  if (has_memory_) return 0;
  if (!budget_->Take(kBytes)) {
    return BadContent(error, kNext, position, kTooLittleMemory);
  }
  has_memory_ = copy_.Reserve(UINT16_MAX) && piece_.Reserve(kMostTail);
  if (has_memory_) return 0;
  budget_->Give(kBytes);
  return base::NoMemory(error, kNext, kBytes);
}

void Tail::Begin(const perfc_stream_record& record, Input* input,
                 uint64_t offset, uint64_t size) {
  copy_.Clear();
  (void)copy_.AppendAll(record.record.data, record.record.size);
  record_ = record;
  record_.record.data = copy_.data();
  input_ = input;
  offset_ = offset;
  left_ = size;
  active_ = true;
}

int Tail::Next(perfc_stream_record* out, perfc_error* error) {
  const size_t wanted = std::min<uint64_t>(left_, kMostTail);
  const ssize_t got = input_->Read(piece_.data(), wanted, offset_);
  if (got < 0) return ReadFailed(error, kNext, static_cast<int>(got));
  const auto size = static_cast<uint64_t>(got);
  offset_ += size;
  left_ = size < wanted ? 0 : left_ - size;  // The file may end here.
  *out = record_;
  out->tail = size > 0 ? piece_.data() : nullptr;
  out->tail_size = size;
  if (left_ > 0) out->flags |= PERFC_STREAM_RECORD_MORE;
  active_ = left_ > 0;
  return 1;
}

}  // namespace perfc::profile::file
