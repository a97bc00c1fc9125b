// Records that are followed by bytes which aren't part of them.
#include <algorithm>
#include <cstring>

#include "impl/profile/file/lane.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::file {
namespace {

constexpr size_t kHeader = 8;

}  // namespace

int Lane::TakeFollowed(Feed* feed, const Head& head) {
  const bool foreign = shared_->events.foreign();
  const uint64_t size =
      head.type == PERFC_RECORD_AUXTRACE
          ? Number<uint64_t>(head.data, head.size, kHeader, foreign)
          : Number<uint32_t>(head.data, head.size, kHeader, foreign);
  if (feed != &outer_ && size > 0) {
    return Break(head.position,
                 "a compressed record contains one that bytes follow");
  }
  int result;
  if (size == 0) {
    result = Keep(head);
    if (result == kWent) feed->Pass(head.size);
    return result;
  }
  return input_->seekable() ? FollowedInFile(head, size)
                            : FollowedInPipe(head, size);
}

int Lane::FollowedInFile(const Head& head, uint64_t size) {
  const bool tracing = head.type == PERFC_RECORD_HEADER_TRACING_DATA;
  if (tracing) {
    if (const int failed = StoreTracing(head, size)) return failed;
  }
  const int kept = Keep(head);
  if (kept != kWent) return kept;
  outer_.Pass(head.size);
  const uint64_t room = outer_.limit() - outer_.position();
  if (outer_.limit() != UINT64_MAX && size > room) {
    return Break(head.position,
                 "the bytes behind a record reach beyond the data section");
  }
  outer_.Skip(std::min(size, room));
  return kWent;
}

int Lane::FollowedInPipe(const Head& head, uint64_t size) {
  const bool tracing = head.type == PERFC_RECORD_HEADER_TRACING_DATA;
  if (shared_->tails) {
    if (const int failed =
            copies_.Reserve(head.size, head.position, &tail_place_)) {
      return failed;
    }
    uint8_t* to = blocks_.at(tail_place_);
    memcpy(to, head.data, head.size);
    if (shared_->events.foreign()) ConvertTools(head, to);
    blocks_.Hold(tail_place_.block, head.size);
    tail_position_ = head.position;
    giving_tail_ = true;
  } else {
    const int kept = Keep(head);
    if (kept != kWent) return kept;
  }
  if (tracing) (void)facts_->SetFeature(PERFC_FEATURE_TRACING_DATA, {});
  outer_.Pass(head.size);
  tail_left_ = size;
  tail_is_tracing_ = tracing;
  return kStop;
}

// In a file that is read from a disk, but has pipe mode's records.
int Lane::StoreTracing(const Head& head, uint64_t size) {
  uint8_t piece[4096];
  size = std::min(size, Facts::kMostBytes);
  if (const int failed = facts_->SetFeature(PERFC_FEATURE_TRACING_DATA, {})) {
    return failed;
  }
  for (uint64_t done = 0; done < size;) {
    const ssize_t got =
        input_->Read(piece, std::min<uint64_t>(sizeof piece, size - done),
                     head.position + head.size + done);
    if (got <= 0) return static_cast<int>(got);
    const auto now = static_cast<size_t>(got);
    if (const int failed =
            facts_->Append(PERFC_FEATURE_TRACING_DATA, {piece, now})) {
      return failed;
    }
    done += now;
  }
  return 0;
}

}  // namespace perfc::profile::file
