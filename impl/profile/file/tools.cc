// The records of the perf tool itself.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "impl/base/order.h"
#include "impl/profile/features/features.h"
#include "impl/profile/file/fail.h"
#include "impl/profile/file/lane.h"
#include "impl/profile/file/tool_records.h"
#include "impl/profile/format/format.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::file {
namespace {

constexpr size_t kHeader = 8;
constexpr size_t kFeatureHeader = 16;
constexpr size_t kLeastAttr = 64;

}  // namespace

int Lane::TakeTools(Feed* feed, const Head& head) {
  int result = kWent;
  switch (head.type) {
    case PERFC_RECORD_FINISHED_ROUND:
      return TakeRound(feed, head);
    case PERFC_RECORD_COMPRESSED:
    case PERFC_RECORD_COMPRESSED2:
      return TakeCompressed(feed, head);
    case PERFC_RECORD_AUXTRACE:
    case PERFC_RECORD_HEADER_TRACING_DATA:
      return TakeFollowed(feed, head);
    case PERFC_RECORD_FINISHED_INIT:
      if (shared_->raw) result = Keep(head);
      break;
    default:
      result = Keep(head);
  }
  if (result == kWent) feed->Pass(head.size);
  return result;
}

// Puts the record into the order, behind the one before it. Fails before anything
// changed, but for what LearnAttr remembers.
int Lane::Keep(const Head& head) {
  Place place;
  if (const int failed = MakePlace(head, &place)) return failed;
  if (head.type == PERFC_RECORD_HEADER_ATTR) {
    const int learned = LearnAttr(head);
    if (learned != 0) return learned;
  }
  const int filled = FillPlace(head, place);
  if (filled < 0) return filled;
  if (const int failed = Learn(head, blocks_.at(place))) return failed;
  if (filled == kWent) Add(head, place, last_time_, true);
  return kWent;
}

// kWent; kMore: the record can't be converted, and is left out; -ENOMEM.
int Lane::FillPlace(const Head& head, const Place& place) {
  uint8_t* to = blocks_.at(place);
  if (to == head.data) return kWent;
  memcpy(to, head.data, head.size);
  return shared_->events.foreign() ? ConvertTools(head, to) : kWent;
}

int Lane::ConvertTools(const Head& head, uint8_t* to) {
  base::Store(to, head.type);
  base::Store(to + 4, head.misc);
  base::Store(to + 6, head.size);
  SwapToolRecord(to, head.type, head.size);
  if (head.type == PERFC_RECORD_HEADER_FEATURE) {
    const auto feature = Number<uint64_t>(to, head.size, kHeader, false);
    if (head.size <= kFeatureHeader || feature >= format::kMaxFeatures) {
      return kWent;
    }
    size_t at;
    const char* why;
    const int failed = features::ToNative(
        static_cast<uint32_t>(feature), to + kFeatureHeader,
        head.size - kFeatureHeader, facts_->Cpus(), &at, &why);
    return failed == -ENOMEM ? failed : failed ? kMore : kWent;
  }
  if (head.type == PERFC_RECORD_HEADER_ATTR) {
    const auto size = static_cast<size_t>(
        perfc_plan_attr(plan(), shared_->events.count() - 1, nullptr, 0));
    perfc_plan_attr(plan(), shared_->events.count() - 1, to + kHeader, size);
    base::Foreign::Fix<uint64_t>(to + kHeader + size,
                                 (head.size - kHeader - size) / 8);
  }
  return kWent;
}

// ---- what the records say

// Adds the attr and its ids. 0; kStop: the record is malformed.
int Lane::LearnAttr(const Head& head) {
  const size_t room = head.size - kHeader;
  auto size = size_t{Number<uint32_t>(head.data, head.size, kHeader + 4,
                                      shared_->events.foreign())};
  if (size == 0) size = kLeastAttr;  // An old perf wrote no size.
  if (size > room) {
    return Break(head.position, "the attr of a HEADER_ATTR is cut off");
  }
  int failed = 0;
  if (!attr_added_) {
    failed = shared_->events.AddAttr(head.data + kHeader, size,
                                     head.position + kHeader, kNext, &why_);
    attr_added_ = failed == 0;
  }
  if (failed == 0) failed = LearnIds(head, size);
  if (failed == -EBADMSG) {
    broken_ = ended_ = true;
    cut_at_ = head.position;
    return kStop;
  }
  return failed;
}

int Lane::LearnIds(const Head& head, size_t attr_size) {
  const size_t begin = kHeader + attr_size;
  const size_t count = (head.size - begin) / 8;
  while (ids_added_ < count) {
    const size_t now = std::min(count - ids_added_, Events::kIdsAtOnce);
    const size_t at = begin + 8 * ids_added_;
    const int failed = shared_->events.AddIds(head.data + at, now,
                                              head.position + at, kNext, &why_);
    if (failed) return failed;
    ids_added_ += now;
  }
  attr_added_ = false;
  ids_added_ = 0;
  return 0;
}

int Lane::Learn(const Head& head, const uint8_t* native) {
  switch (head.type) {
    case PERFC_RECORD_HEADER_FEATURE: {
      const auto feature = Number<uint64_t>(native, head.size, kHeader, false);
      if (head.size <= kFeatureHeader || feature >= format::kMaxFeatures) {
        return 0;
      }
      return facts_->SetFeature(
          static_cast<uint32_t>(feature),
          {head.data + kFeatureHeader, head.size - kFeatureHeader});
    }
    case PERFC_RECORD_HEADER_BUILD_ID:
      return facts_->Append(PERFC_FEATURE_BUILD_ID, {head.data, head.size});
    case PERFC_RECORD_EVENT_UPDATE:
      return facts_->TakeUpdate(native, head.size);
    default:
      return 0;
  }
}

// ---- rounds and compressed records

int Lane::TakeRound(Feed* feed, const Head& head) {
  if (shared_->raw) {
    const int kept = Keep(head);
    if (kept != kWent) return kept;
  }
  feed->Pass(head.size);
  if (!shared_->by_time) return kWent;
  order_.EndRound();
  return order_.HasReady() ? kStop : kWent;
}

int Lane::OpenContent() {
  if (content_ != nullptr) return 0;
  // What zstd needs besides the window.
  constexpr uint64_t kZstdBytes = 512 << 10;
  const uint64_t bytes = (uint64_t{1} << shared_->zstd_window_log) + kZstdBytes;
  if (!budget_.Take(bytes)) return kNoBudget;
  std::unique_ptr<CompressedFeed> made(new (std::nothrow)
                                           CompressedFeed(&blocks_));
  if (made == nullptr || made->Init(shared_->zstd_window_log) != 0) {
    budget_.Give(bytes);
    return -ENOMEM;
  }
  content_ = std::move(made);
  return 0;
}

int Lane::TakeCompressed(Feed* feed, const Head& head) {
  if (feed != &outer_) {
    return Break(head.position, "a compressed record contains another");
  }
  const bool sized = head.type == PERFC_RECORD_COMPRESSED2;
  const size_t begin = sized ? 2 * kHeader : kHeader;
  uint64_t size = head.size - kHeader;
  if (sized) {
    size = Number<uint64_t>(head.data, head.size, kHeader,
                            shared_->events.foreign());
    if (head.size < begin || size > head.size - begin) {
      return Break(head.position, "data_size is beyond the compressed record");
    }
  }
  if (const int failed = OpenContent()) return failed;
  if (shared_->raw) {
    const int kept = Keep(head);
    if (kept != kWent) return kept;
  }
  content_->SetInput(head.data + begin, size, head.position);
  shared_->compressed_bytes += size;
  in_content_ = true;
  feed->Pass(head.size);
  return kStop;
}

}  // namespace perfc::profile::file
