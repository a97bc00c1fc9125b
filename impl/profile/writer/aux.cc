// The parts of Writer that take AUXTRACE records and their tails.
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "impl/base/order.h"
#include "impl/profile/writer/writer.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

// An AUXTRACE record: u64 size, u64 offset, u64 reference, u32 idx, tid, cpu.
constexpr size_t kSizeAt = 8;
constexpr size_t kOffsetAt = 16;
constexpr size_t kHead = 24;

// The feature AUXTRACE has 16 bytes for each record, which are kept until the end.
constexpr size_t kMostPlaces = 1 << 22;

}  // namespace

// A record without its tail would say that the bytes behind it are the tail, so it
// isn't written.
int Writer::TakeAux(const perfc_stream_record& record) {
  if (!ContinuesAux(record.record)) {
    if (int failed = CloseAux()) return failed;
    if (int failed = BeginAux(record)) return failed;
  }
  if (!now_.aux_open) return 0;
  if (!now_.aux_drops && record.tail != nullptr && now_.aux_rest > 0) {
    const uint64_t size = std::min(record.tail_size, now_.aux_rest);
    if (is_pipe()) {
      const int failed = PutAuxPart(size);
      if (failed) return failed;
    }
    if (int failed = output_.PutPlain(record.tail, size)) return failed;
    now_.aux_done += size;
    now_.aux_rest -= size;
  }
  return record.flags & PERFC_STREAM_RECORD_MORE ? 0 : CloseAux();
}

bool Writer::ContinuesAux(const perfc_record& record) const {
  return now_.aux_open && record.size == now_.aux_head_size &&
         memcmp(record.data, now_.aux_head, record.size) == 0;
}

int Writer::BeginAux(const perfc_stream_record& record) {
  const perfc_record& head = record.record;
  if (head.size < kHead || head.size > sizeof now_.aux_head) {
    ++now_.tails_missing;
    return 0;
  }
  const auto size = base::Load<uint64_t>(head.data + kSizeAt);
  std::copy_n(head.data, head.size, now_.aux_head);
  now_.aux_head_size = head.size;
  now_.aux_open = true;
  now_.aux_drops = size > 0 && record.tail == nullptr;
  now_.aux_done = 0;
  now_.aux_rest = size;
  if (now_.aux_drops) {
    ++now_.tails_missing;
    return 0;
  }
  ++now_.records;
  // A pipe can't be corrected if the tail is shorter than the record says: each
  // piece of the tail gets a record of its own.
  if (is_pipe()) return size == 0 ? PutAuxPart(0) : 0;
  if (int failed = output_.Position(&now_.aux_at)) return failed;
  layout_.LimitData(now_.aux_at);
  if (int failed = PlaceAux(head)) return failed;
  return output_.PutPlain(head.data, head.size);
}

// The record for the next bytes of its tail.
int Writer::PutAuxPart(uint64_t size) {
  uint8_t head[sizeof now_.aux_head];
  std::copy_n(now_.aux_head, now_.aux_head_size, head);
  const auto offset = base::Load<uint64_t>(head + kOffsetAt);
  base::Store(head + kSizeAt, size);
  base::Store(head + kOffsetAt, offset + now_.aux_done);
  return output_.PutPlain(head, now_.aux_head_size);
}

int Writer::PlaceAux(const perfc_record& record) {
  if (aux_.size() == kMostPlaces) return 0;
  if (!aux_.Append({now_.aux_at, record.size})) return -ENOMEM;
  now_.aux_count = aux_.size();
  return 0;
}

// A tail that ended early, because its file was cut off, makes the record shorter.
int Writer::CloseAux() {
  if (!now_.aux_open) return 0;
  now_.aux_open = false;
  layout_.LimitData(Layout::kNoLimit);
  if (now_.aux_drops || now_.aux_rest == 0 || is_pipe()) return 0;
  return output_.Patch(now_.aux_at + kSizeAt, now_.aux_done);
}

}  // namespace perfc::profile::writer
