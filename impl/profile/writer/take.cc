// The parts of Writer that take records.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/fail.h"
#include "impl/base/order.h"
#include "impl/profile/writer/types.h"
#include "impl/profile/writer/writer.h"
#include "perfc/decode.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr char kWrite[] = "perfc_writer_write";

constexpr uint8_t kFinishedInit[8] = {
    PERFC_RECORD_FINISHED_INIT, 0, 0, 0, 0, 0, 8, 0};

// Whether the struct says what the record's header says. A reader finds the next
// record by the header.
bool IsWhole(const perfc_record& record) {
  if (record.data == nullptr || record.size < 8) return false;
  const uint64_t header = uint64_t{record.type} | uint64_t{record.misc} << 32 |
                          uint64_t{record.size} << 48;
  return base::Load<uint64_t>(record.data) == header;
}

// Records that the writer makes itself.
bool IsMade(uint32_t type) {
  return type == PERFC_RECORD_HEADER_ATTR ||
         type == PERFC_RECORD_FINISHED_ROUND ||
         type == PERFC_RECORD_FINISHED_INIT ||
         type == PERFC_RECORD_COMPRESSED || type == PERFC_RECORD_COMPRESSED2;
}

// Records of the perf tool without which later records aren't understood.
bool IsNeededInEveryFile(uint32_t type) {
  switch (type) {
    case PERFC_RECORD_ID_INDEX:
    case PERFC_RECORD_AUXTRACE_INFO:
    case PERFC_RECORD_THREAD_MAP:
    case PERFC_RECORD_CPU_MAP:
    case PERFC_RECORD_STAT_CONFIG:
    case PERFC_RECORD_EVENT_UPDATE:
    case PERFC_RECORD_TIME_CONV:
      return true;
    default:
      return false;
  }
}

}  // namespace

int Writer::Take(absl::Span<const perfc_stream_record> records) {
  for (const perfc_stream_record& record : records) {
    if (!IsWhole(record.record)) {
      told_ = true;
      return base::BadArgument(error_, kWrite,
                               "a record isn't what its header says");
    }
    if (record.record.type < kFirstToolType && record.plan == nullptr) {
      told_ = true;
      return base::BadArgument(error_, kWrite, "a record has no plan");
    }
  }
  Run run;
  for (const perfc_stream_record& record : records) {
    if (!now_.has_data && !IsHeader(record.record.type) &&
        !IsMade(record.record.type)) {
      if (int failed = Begin(records)) return failed;
    }
    if (int failed = TakeOne(record, &run)) return failed;
  }
  return PutRun(&run);
}

int Writer::TakeOne(const perfc_stream_record& record, Run* run) {
  const uint32_t type = record.record.type;
  if (type < kFirstToolType && record.plan != nullptr) {
    if (use_ == nullptr || use_->plan() != record.plan) {
      if (int failed = PutRun(run)) return failed;
      if (int failed = Enter(record)) return failed;
    }
    if (IsPlainSample(record)) {
      NoteTime(record);
      ++now_.records;
      return Extend(record.record, run);
    }
  }
  if (int failed = PutRun(run)) return failed;
  if (IsMade(type)) return 0;
  if (IsHeader(type)) return TakeHeader(record);
  if (int failed = NoteOrigin(record)) return failed;
  if (type == PERFC_RECORD_AUXTRACE) return TakeAux(record);
  if (int failed = CloseAux()) return failed;
  ++now_.records;
  NoteTime(record);
  return type < kFirstToolType ? TakeKernel(record) : TakeTool(record);
}

// A sample of this call's plan that is copied as it is, and needs nothing before
// it.
bool Writer::IsPlainSample(const perfc_stream_record& record) const {
  constexpr uint32_t kSpecial =
      PERFC_STREAM_RECORD_SYNTHESIZED | PERFC_STREAM_RECORD_HEADER;
  return record.record.type == PERFC_RECORD_SAMPLE &&
         !(record.flags & kSpecial) && !now_.initial && !now_.aux_open &&
         (now_.live || record.position != PERFC_NO_POSITION) &&
         use_->KeepsIds(record.record) &&
         !rewrite_.Strips(PERFC_RECORD_SAMPLE, *use_);
}

void Writer::NoteTime(const perfc_stream_record& record) {
  if (record.time == 0 || (record.flags & PERFC_STREAM_RECORD_TIME_GUESSED)) {
    return;
  }
  const uint64_t time = record.time;
  if (now_.first_time == 0 || time < now_.first_time) now_.first_time = time;
  now_.last_time = std::max(now_.last_time, time);
  if (record.record.type != PERFC_RECORD_SAMPLE) return;
  if (now_.first_sample == 0 || time < now_.first_sample) {
    now_.first_sample = time;
  }
  now_.last_sample = std::max(now_.last_sample, time);
}

// Records of this machine ask for its facts. The first record behind those of the
// machine's state ends them.
int Writer::NoteOrigin(const perfc_stream_record& record) {
  if (record.flags & PERFC_STREAM_RECORD_HEADER) return 0;
  now_.live |= record.position == PERFC_NO_POSITION;
  const bool initial = record.flags & PERFC_STREAM_RECORD_SYNTHESIZED;
  const bool ends = now_.initial && !initial;
  now_.initial = initial;
  return ends ? output_.Put(kFinishedInit, sizeof kFinishedInit) : 0;
}

int Writer::Extend(const perfc_record& record, Run* run) {
  const bool follows = run->data + run->size == record.data &&
                       run->size + record.size <= Output::kBuffer;
  if (!follows) {
    if (int failed = PutRun(run)) return failed;
    run->data = record.data;
  }
  run->size += record.size;
  return 0;
}

int Writer::PutRun(Run* run) {
  const Run whole = *run;
  *run = Run();
  return whole.size > 0 ? output_.Put(whole.data, whole.size) : 0;
}

int Writer::PutRecord(const perfc_record& record) {
  return record.size > 0 ? output_.Put(record.data, record.size) : 0;
}

// ---- records by their types

int Writer::TakeKernel(const perfc_stream_record& record) {
  const uint32_t type = record.record.type;
  if (type == PERFC_RECORD_MMAP || type == PERFC_RECORD_MMAP2) {
    perfc_record_mmap map;
    const bool live = record.position == PERFC_NO_POSITION;
    if (perfc_decode_mmap(record.plan, &record.record, &map, sizeof map) == 0 &&
        !objects_.TakeMap(record.record, map, live)) {
      return -ENOMEM;
    }
  }
  // The id may be one that is seen for the first time, and stays.
  uint64_t id;
  if (!use_->KeepsIds(record.record) && use_->count() == 1 &&
      use_->FindId(record.record, &id) && !plans_.MapId(use_, id, &id)) {
    return -ENOMEM;
  }
  perfc_record written = record.record;
  if (!use_->KeepsIds(record.record) || rewrite_.Strips(type, *use_)) {
    if (int failed = rewrite_.Kernel(record.record, use_, &written)) {
      return failed;
    }
  }
  if (files_.rotates() && written.size > 0 &&
      !alive_.Take(record.record, *use_, written)) {
    return -ENOMEM;
  }
  return PutRecord(written);
}

int Writer::TakeTool(const perfc_stream_record& record) {
  if (record.plan != nullptr &&
      (use_ == nullptr || use_->plan() != record.plan)) {
    if (perfc_plan_attr_count(record.plan) > 0) {
      if (int failed = Enter(record)) return failed;
    }
  }
  const bool has_use = use_ != nullptr && use_->plan() == record.plan;
  const uint32_t type = record.record.type;
  if (type == PERFC_RECORD_EVENT_UPDATE && has_use) {
    if (int failed = TakeUpdate(record.record)) return failed;
  }
  perfc_record written;
  const int failed =
      rewrite_.Tool(record.record, has_use ? use_ : nullptr, &written);
  if (failed) return failed;
  if (files_.rotates() && IsNeededInEveryFile(type) &&
      !alive_.TakeTool(written)) {
    return -ENOMEM;
  }
  return PutRecord(written);
}

// An EVENT_UPDATE record may have an event's name.
int Writer::TakeUpdate(const perfc_record& record) {
  constexpr size_t kHead = 24;
  if (record.size <= kHead ||
      base::Load<uint64_t>(record.data + 8) != format::kUpdateName) {
    return 0;
  }
  const auto id = base::Load<uint64_t>(record.data + 16);
  const int index =
      use_->count() == 1 ? 0 : perfc_plan_find_id(use_->plan(), id);
  if (index < 0 || static_cast<uint32_t>(index) >= use_->count()) return 0;
  const auto* text = reinterpret_cast<const char*>(record.data + kHead);
  const absl::string_view name(text, strnlen(text, record.size - kHead));
  return attrs_.Name(use_->attr(static_cast<uint32_t>(index)).event, name)
             ? 0
             : -ENOMEM;
}

int Writer::TakeHeader(const perfc_stream_record& record) {
  if (record.record.type == PERFC_RECORD_HEADER_BUILD_ID) {
    return objects_.TakeBuildId(record.record) ? 0 : -ENOMEM;
  }
  Fact* fact;
  if (int failed = facts_.Take(record, &fact)) return failed;
  if (fact == nullptr) return 0;
  const bool describes = fact->feature == PERFC_FEATURE_EVENT_DESC ||
                         fact->feature == PERFC_FEATURE_GROUP_DESC;
  if (describes && record.plan != nullptr &&
      perfc_plan_attr_count(record.plan) > 0 &&
      (use_ == nullptr || use_->plan() != record.plan)) {
    if (int failed = Enter(record)) return failed;
  }
  const uint32_t feature = fact->feature;
  if (int failed = TakeFact(fact)) return failed;
  // The next record enters its plan again, and so sends the attrs with their names.
  use_ = nullptr;
  return is_pipe() && now_.has_data ? SendFact(feature) : 0;
}

}  // namespace perfc::profile::writer
