// The parts of Writer that meet plans, and begin a file's data.
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/profile/writer/types.h"
#include "impl/profile/writer/writer.h"

namespace perfc::profile::writer {
namespace {

constexpr char kWrite[] = "perfc_writer_write";

}  // namespace

int Writer::Enter(const perfc_stream_record& record) {
  use_ = nullptr;
  PlanUse* use;
  const int failed = plans_.Enter(record.plan, &use, error_);
  if (failed == -ENOTUNIQ) told_ = true;
  if (failed == -ENOKEY) {
    told_ = true;
    return base::BadArgument(error_, kWrite, "a record's plan has no attr");
  }
  if (failed == -ERANGE) {
    told_ = true;
    return base::Fail(error_, failed, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      kWrite, {Attrs::kMaxEvents}, "there are too many events");
  }
  if (failed) return failed;
  // A pipe gets the attr with an id that records have.
  uint64_t id;
  if (record.record.type < kFirstToolType && use->count() == 1 &&
      use->FindId(record.record, &id) && !plans_.MapId(use, id, &id)) {
    return -ENOMEM;
  }
  use_ = use;
  const bool sends =
      is_pipe() && now_.has_data && !IsHeader(record.record.type);
  return sends ? SendAttrs() : 0;
}

int Writer::JoinPlans(absl::Span<const perfc_stream_record> records) {
  for (const perfc_stream_record& record : records) {
    if (record.plan == nullptr || record.record.type >= kFirstToolType ||
        (use_ != nullptr && use_->plan() == record.plan)) {
      continue;
    }
    if (int failed = Enter(record)) return failed;
  }
  return 0;
}

// Before the first record of a file. All plans of the call are joined, so that the
// reserve for the attrs has the right size.
int Writer::Begin(absl::Span<const perfc_stream_record> records) {
  for (const perfc_stream_record& record : records) {
    now_.live |=
        !IsHeader(record.record.type) && record.position == PERFC_NO_POSITION;
  }
  if (int failed = JoinPlans(records)) return failed;
  if (is_pipe()) {
    if (int failed = SendHeader()) return failed;
  } else if (!placed_) {
    if (int failed = layout_.PlaceData()) return failed;
    output_.Begin(file_.fd.get(), true, layout_.data_offset());
    round_start_ = output_.size();
    placed_ = true;
  }
  now_.has_data = true;
  bool any = false;
  if (result_.files > 1) {
    if (int failed = alive_.Put(&output_, &any)) return failed;
  }
  now_.initial = any;
  return 0;
}

}  // namespace perfc::profile::writer
