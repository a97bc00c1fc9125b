#include "impl/profile/synthesize/fact_records.h"

#include <cerrno>

#include "impl/profile/synthesize/host_feature.h"
#include "perfc/attr.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::synthesize {
namespace {

constexpr uint32_t kFeatures = PERFC_FEATURE_CLN_SIZE + 1;
// Of a record whose feature is its tail.
constexpr size_t kHeadSize = 16;

// False: the first attr doesn't name its clock, so it is the scheduler's.
bool NamesClock(const Job& job, int32_t* clock) {
  perfc_attr attr = {};
  if (perfc_plan_attr(job.plan, 0, &attr, sizeof attr) < 0) return false;
  *clock = attr.clockid;
  return attr.flags & PERFC_ATTR_USE_CLOCKID;
}

}  // namespace

int AnyFeature(const Job& job, uint32_t feature, format::Builder* out) {
  int32_t clock;
  switch (feature) {
    case PERFC_FEATURE_EVENT_DESC:
      return EventDesc(job.host, job.plan, out);
    case PERFC_FEATURE_CLOCKID:
      return NamesClock(job, &clock) ? ClockId(clock, out) : -ENODATA;
    case PERFC_FEATURE_CLOCK_DATA:
      return NamesClock(job, &clock) ? ClockData(clock, out) : -ENODATA;
    default:
      return HostFeature(job.host, feature, out);
  }
}

int FactRecords::Next(Block* block, Made* made) {
  for (; next_ < kFeatures; ++next_) {
    const int failed = AnyFeature(job_, next_, &content_);
    if (IsShortage(failed)) return failed;
    if (failed) continue;
    block->Begin(PERFC_RECORD_HEADER_FEATURE, 0);
    block->U64(next_);
    const bool fits = content_.size() <= Block::kMaxRecord - kHeadSize;
    if (fits) block->Bytes(content_.data(), content_.size());
    *made = {block->FinishWithoutTrailer(), fits ? nullptr : content_.data(),
             fits ? 0 : content_.size(), PERFC_STREAM_RECORD_HEADER};
    features_ |= uint64_t{1} << next_;
    ++next_;
    return 1;
  }
  return 0;
}

}  // namespace perfc::profile::synthesize
