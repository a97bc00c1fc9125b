#include "impl/profile/writer/rewrite.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr size_t kHeader = 8;
constexpr size_t kWord = 8;

size_t WordsOf(uint64_t sample_type) {
  return static_cast<size_t>(__builtin_popcountll(sample_type));
}

}  // namespace

int Rewrite::Kernel(const perfc_record& record, PlanUse* use,
                    perfc_record* out) {
  bytes_.Clear();
  bool decoded = true;
  if (!Strips(record.type, *use)) {
    Copy(record, 0, record.size);
  } else if (record.type == PERFC_RECORD_SAMPLE) {
    decoded = StripSample(record, *use);
  } else if (record.type == PERFC_RECORD_COMM) {
    decoded = StripComm(record, *use);
  } else {
    decoded = StripPath(record, *use);
  }
  *out = record;
  out->data = bytes_.data();
  out->size = 0;
  if (!decoded) return 0;
  out->size = static_cast<uint16_t>(bytes_.size());
  base::Store(bytes_.data() + 6, out->size);
  return use->KeepsIds(record) ? 0 : Renumber(record, use);
}

void Rewrite::Copy(const perfc_record& record, size_t from, size_t to) {
  Append(record.data + from, to - from);
}

// The new record is never longer than the memory: it has the old one's bytes and
// some words, and is cut where that would be too much.
void Rewrite::Append(const void* bytes, size_t size) {
  size = std::min(size, kMostRecord - kWord - bytes_.size());
  (void)bytes_.AppendAll(static_cast<const uint8_t*>(bytes), size);
}

void Rewrite::Zeros(size_t size) {
  size = std::min(size, kMostRecord - kWord - bytes_.size());
  (void)bytes_.Resize(bytes_.size() + size);
}

int Rewrite::Patch(PlanUse* use, size_t at) {
  if (at + kWord > bytes_.size()) return 0;
  uint64_t id;
  if (!plans_->MapId(use, base::Load<uint64_t>(bytes_.data() + at), &id)) {
    return -ENOMEM;
  }
  base::Store(bytes_.data() + at, id);
  return 0;
}

int Rewrite::Renumber(const perfc_record& record, PlanUse* use) {
  const PlanAttr& attr = use->attr(use->AttrOf(record));
  if (record.type == PERFC_RECORD_SAMPLE) {
    return RenumberSample(record, use, attr);
  }
  if (int failed = RenumberTrailer(use, attr)) return failed;
  switch (record.type) {
    case PERFC_RECORD_LOST:
      return Patch(use, kHeader);
    case PERFC_RECORD_THROTTLE:
    case PERFC_RECORD_UNTHROTTLE:
      return Patch(use, kHeader + kWord);
    case PERFC_RECORD_READ: {
      perfc_record_read read;
      if (perfc_decode_read(use->plan(), &record, &read, sizeof read) == 0) {
        RenumberCounts(read.read, *use);
      }
      return 0;
    }
    default:
      return 0;
  }
}

int Rewrite::RenumberSample(const perfc_record& record, PlanUse* use,
                            const PlanAttr& attr) {
  const uint64_t type = attr.known.sample_type;
  constexpr uint64_t kBeforeId = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP |
                                 PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                                 PERFC_SAMPLE_ADDR;
  if (type & PERFC_SAMPLE_IDENTIFIER) {
    if (int failed = Patch(use, kHeader)) return failed;
  }
  if (type & PERFC_SAMPLE_ID) {
    const size_t at = kHeader + kWord * WordsOf(type & kBeforeId);
    if (int failed = Patch(use, at)) return failed;
  }
  perfc_sample sample;
  if ((type & PERFC_SAMPLE_READ) &&
      perfc_decode_sample(use->plan(), &record, &sample, sizeof sample) == 0 &&
      (sample.present & PERFC_SAMPLE_READ)) {
    RenumberCounts(sample.read, *use);
  }
  return 0;
}

// TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER
// (perf_event__output_id_sample, kernel/events/core.c).
int Rewrite::RenumberTrailer(PlanUse* use, const PlanAttr& attr) {
  if (attr.places.trailer_size == 0) return 0;
  const uint64_t type = attr.known.sample_type;
  constexpr uint64_t kFromId = PERFC_SAMPLE_ID | PERFC_SAMPLE_STREAM_ID |
                               PERFC_SAMPLE_CPU | PERFC_SAMPLE_IDENTIFIER;
  const size_t end = bytes_.size();
  const size_t id_back = kWord * WordsOf(type & kFromId);
  if (end < kHeader + id_back) return 0;
  if (type & PERFC_SAMPLE_ID) {
    if (int failed = Patch(use, end - id_back)) return failed;
  }
  return type & PERFC_SAMPLE_IDENTIFIER ? Patch(use, end - kWord) : 0;
}

// A group's counts are those of events that may not be in the plan.
void Rewrite::RenumberCounts(const perfc_read_part& counts,
                             const PlanUse& use) {
  const uint64_t format = counts.read_format;
  if (!(format & PERFC_FORMAT_ID)) return;
  constexpr uint64_t kTimes =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  const bool group = format & PERFC_FORMAT_GROUP;
  const size_t before = group ? 1 : 1 + WordsOf(format & kTimes);
  const size_t stride = format & PERFC_FORMAT_LOST ? 3 : 2;
  for (size_t i = 0; i < counts.nr; ++i) {
    const size_t at = counts.offset + kWord * (i * stride + before);
    if (at + kWord > bytes_.size()) return;
    uint8_t* id = bytes_.data() + at;
    base::Store(id, Plans::MapForeign(use, base::Load<uint64_t>(id)));
  }
}

int Rewrite::Tool(const perfc_record& record, PlanUse* use, perfc_record* out) {
  bytes_.Clear();
  Copy(record, 0, record.size);
  *out = record;
  out->data = bytes_.data();
  if (record.type == PERFC_RECORD_THREAD_MAP) StripThreadMap();
  if (use == nullptr) return 0;
  switch (record.type) {
    case PERFC_RECORD_EVENT_UPDATE:
      return Patch(use, kHeader + kWord);
    case PERFC_RECORD_STAT:
      return Patch(use, kHeader);
    case PERFC_RECORD_ID_INDEX:
      // nr, then id, idx, cpu and tid of each.
      for (size_t at = kHeader + kWord; at < bytes_.size(); at += 4 * kWord) {
        if (int failed = Patch(use, at)) return failed;
      }
      return 0;
    default:
      return 0;
  }
}

}  // namespace perfc::profile::writer
