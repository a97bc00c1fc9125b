#include "testing/ring_writer.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "perfc/uapi.h"

namespace scripted {
namespace {

constexpr size_t kHeader = 8;
constexpr size_t kLostRecord = 24;  // header, id, lost

Bytes BeginRecord(uint32_t type, size_t size) {
  Bytes record(size);
  const auto length = static_cast<uint16_t>(size);
  memcpy(record.data(), &type, sizeof type);
  memcpy(record.data() + 6, &length, sizeof length);
  return record;
}

}  // namespace

Bytes MakeRecord(uint32_t type, size_t size, uint64_t seed) {
  Bytes record = BeginRecord(type, size);
  uint64_t word = seed;
  for (size_t at = kHeader; at + 8 <= size; at += 8) {
    word = word * 0x5851f42d4c957f2d + 0x14057b7ef767814f;
    memcpy(record.data() + at, &word, sizeof word);
  }
  return record;
}

Bytes MakeRecordOf(uint32_t type, const std::vector<uint64_t> &words) {
  Bytes record = BeginRecord(type, kHeader + words.size() * 8);
  if (!words.empty()) {
    memcpy(record.data() + kHeader, words.data(), words.size() * 8);
  }
  return record;
}

RingWriter::RingWriter(uint8_t *ring, size_t data_size, WriteMode mode)
    : control_(reinterpret_cast<perfc_mmap_page *>(ring)),
      data_(ring + sysconf(_SC_PAGESIZE)),
      size_(data_size),
      mode_(mode),
      head_(control_->data_head) {}

// Its other side is the store in the reader's Publish.
uint64_t RingWriter::tail() const {
  return __atomic_load_n(&control_->data_tail, __ATOMIC_ACQUIRE);
}

void RingWriter::SetHead(uint64_t head) {
  head_ = head;
  __atomic_store_n(&control_->data_head, head, __ATOMIC_RELEASE);
}

void RingWriter::Copy(uint64_t at, const Bytes &bytes) {
  const size_t place = at & (size_ - 1);
  const size_t first = std::min(bytes.size(), size_ - place);
  memcpy(data_ + place, bytes.data(), first);
  memcpy(data_, bytes.data() + first, bytes.size() - first);
}

// CIRC_SPACE: one byte less than the whole.
bool RingWriter::HasSpace(size_t size) const {
  if (mode_ != WriteMode::kWaitForReader) return true;
  return ((tail() - head_ - 1) & (size_ - 1)) >= size;
}

void RingWriter::Append(const Bytes &record) {
  if (mode_ == WriteMode::kBackward) {
    Copy(head_ - record.size(), record);
    SetHead(head_ - record.size());
  } else {
    Copy(head_, record);
    SetHead(head_ + record.size());
  }
  written_ += record.size();
}

bool RingWriter::Write(const Bytes &record) {
  const size_t lost = pending_lost_ > 0 ? kLostRecord : 0;
  if (!HasSpace(record.size() + lost)) {
    ++pending_lost_;
    return false;
  }
  if (lost > 0) {
    Append(MakeRecordOf(PERFC_RECORD_LOST, {1, pending_lost_}));
    pending_lost_ = 0;
  }
  Append(record);
  return true;
}

}  // namespace scripted
