#include "impl/profile/file/header_records.h"

#include <cerrno>

#include "impl/base/order.h"
#include "impl/profile/file/fail.h"
#include "impl/profile/file/tool_records.h"
#include "impl/profile/format/format.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::file {
namespace {

constexpr size_t kHeader = 8;
constexpr size_t kFeatureHeader = 16;  // with the feature's number
constexpr size_t kTracingHeader = 12;  // with the size of what follows

void StoreHeader(uint8_t* record, uint32_t type, uint16_t misc, size_t size) {
  base::Store(record, type);
  base::Store(record + 4, misc);
  base::Store(record + 6, static_cast<uint16_t>(size));
}

}  // namespace

uint8_t* HeaderRecords::Begin(uint32_t type, size_t size) {
  if (!record_.Resize(size)) return nullptr;
  StoreHeader(record_.data(), type, 0, size);
  return record_.data();
}

void HeaderRecords::SetTail(Input* input, uint64_t offset, uint64_t size) {
  tail_input_ = input;
  tail_offset_ = offset;
  tail_size_ = size;
}

int HeaderRecords::TracingData(const FeaturePlace& place, perfc_error* error) {
  if (place.section.size > UINT32_MAX) return 0;
  uint8_t* record = Begin(PERFC_RECORD_HEADER_TRACING_DATA, kTracingHeader);
  if (record == nullptr) return base::NoMemory(error, kNext, kTracingHeader);
  base::Store(record + kHeader, static_cast<uint32_t>(place.section.size));
  SetTail(input_, place.section.offset, place.section.size);
  return 1;
}

// The content of a feature in this machine's byte order, within the record or as its
// tail.
int HeaderRecords::Content(Input* input, uint64_t offset, uint64_t size,
                           uint32_t feature, perfc_error* error) {
  const bool fits = size <= UINT16_MAX - kFeatureHeader;
  const size_t within = fits ? static_cast<size_t>(size) : 0;
  uint8_t* record = Begin(PERFC_RECORD_HEADER_FEATURE, kFeatureHeader + within);
  if (record == nullptr) return base::NoMemory(error, kNext, UINT16_MAX);
  base::Store(record + kHeader, uint64_t{feature});
  SetTail(input, offset, fits ? 0 : size);
  const ssize_t got = input->Read(record + kFeatureHeader, within, offset);
  if (got < 0) return ReadFailed(error, kNext, static_cast<int>(got));
  return static_cast<size_t>(got) == within;
}

int HeaderRecords::Foreign(const FeaturePlace& place, perfc_error* error) {
  absl::Span<const uint8_t> bytes;
  uint64_t position;
  const int failed = facts_->Get(place.feature, &bytes, &position, nullptr);
  if (failed == -ENOMEM) return base::NoMemory(error, kNext, bytes.size());
  if (failed) return 0;
  converted_ = {};
  if (!converted_.AppendAll(bytes.data(), bytes.size())) {
    return base::NoMemory(error, kNext, bytes.size());
  }
  memory_.SetMemory({converted_.data(), converted_.size()});
  return Content(&memory_, 0, converted_.size(), place.feature, error);
}

// One entry of BUILD_ID, which has the header of a record already; perf leaves the
// type out in files.
int HeaderRecords::BuildId(const FeaturePlace& place, perfc_error* error) {
  const format::Section& section = place.section;
  if (section.size - done_ < kHeader + sizeof(format::BuildId)) return 0;
  uint8_t header[kHeader];
  const uint64_t offset = section.offset + done_;
  const ssize_t got = input_->Read(header, kHeader, offset);
  if (got < 0) return ReadFailed(error, kNext, static_cast<int>(got));
  auto misc = base::Load<uint16_t>(header + 4);
  auto size = base::Load<uint16_t>(header + 6);
  if (foreign_) {
    misc = base::Swap(misc);
    size = base::Swap(size);
  }
  if (size < kHeader + sizeof(format::BuildId) || size > section.size - done_) {
    return 0;
  }
  if (!record_.Resize(size)) return base::NoMemory(error, kNext, size);
  if (input_->Read(record_.data(), size, offset) != size) return 0;
  StoreHeader(record_.data(), PERFC_RECORD_HEADER_BUILD_ID, misc, size);
  if (foreign_) {
    SwapToolRecord(record_.data(), PERFC_RECORD_HEADER_BUILD_ID, size);
  }
  SetTail(nullptr, 0, 0);
  position_ = offset;
  done_ += size;
  return 1;
}

int HeaderRecords::Feature(const FeaturePlace& place, perfc_error* error) {
  position_ = place.section.offset;
  switch (place.feature) {
    case PERFC_FEATURE_TRACING_DATA:
      return TracingData(place, error);
    case PERFC_FEATURE_BUILD_ID:
      return BuildId(place, error);
    default:
      return foreign_ ? Foreign(place, error)
                      : Content(input_, place.section.offset,
                                place.section.size, place.feature, error);
  }
}

int HeaderRecords::Next(perfc_stream_record* out, Input** input,
                        uint64_t* offset, uint64_t* size, perfc_error* error) {
  const base::Buffer<FeaturePlace>& places = *facts_->places();
  while (next_ < places.size()) {
    const FeaturePlace& place = places[next_];
    const int made = Feature(place, error);
    if (made < 0) return made;
    // BUILD_ID ends when it has no more entries.
    next_ += made == 0 || place.feature != PERFC_FEATURE_BUILD_ID;
    if (made == 0) continue;
    *out = {};
    out->record.data = record_.data();
    out->record.type = base::Load<uint32_t>(record_.data());
    out->record.misc = base::Load<uint16_t>(record_.data() + 4);
    out->record.size = static_cast<uint16_t>(record_.size());
    out->position = position_;
    out->tail_size = tail_size_;
    out->flags = PERFC_STREAM_RECORD_HEADER;
    *input = tail_input_;
    *offset = tail_offset_;
    *size = tail_size_;
    return 1;
  }
  return 0;
}

}  // namespace perfc::profile::file
