#include "impl/profile/file/reader.h"

#include <algorithm>
#include <cerrno>
#include <new>

#include "absl/numeric/bits.h"
#include "impl/base/order.h"
#include "impl/profile/file/fail.h"
#include "perfc/profile/file.h"

namespace perfc::profile::file {
namespace {

constexpr size_t kLeastBlock = 64 << 10;
constexpr size_t kMostBlock = 1 << 20;

uint32_t Log2(uint64_t bytes) {
  return bytes == 0 ? 0 : static_cast<uint32_t>(absl::bit_width(bytes) - 1);
}

// A lane of the default size takes frames with a window of 8 MiB, as perf writes
// them up to level 19; a small one those of 2 MiB (level 3).
uint32_t ZstdWindowLog(uint64_t lane_bytes) {
  constexpr uint32_t kLeast = 10;  // zstd's own limits
  constexpr uint32_t kMost = 27;
  const uint32_t small = std::min<uint32_t>(Log2(lane_bytes / 2), 21);
  return std::clamp(std::max(Log2(lane_bytes / 6), small), kLeast, kMost);
}

}  // namespace

int Reader::Open(const ReaderOptions& options, uint64_t lanes_bytes,
                 perfc_error* error) {
  shared_.by_time = options.by_time;
  shared_.raw = options.raw;
  shared_.tails = options.tails;
  shared_.lane_bytes = lanes_bytes / input_count_;
  shared_.window_bytes = options.window_bytes / input_count_;
  shared_.block_bytes =
      std::clamp<size_t>(shared_.lane_bytes / 48, kLeastBlock, kMostBlock) &
      ~size_t{7};
  shared_.zstd_window_log = ZstdWindowLog(shared_.lane_bytes);
  if (options.filter && !shared_.filter.Set(*options.filter)) {
    return base::NoMemory(error, kOpen, 0);
  }
  if (const int failed = ReadHeader(&inputs_[0], &header_, error)) {
    return failed;
  }
  if (shared_.events.Init(header_.foreign) != 0) {
    return base::NoMemory(error, kOpen, 0);
  }
  DataPlace data = {sizeof(format::PipeHeader), UINT64_MAX, false};
  if (!header_.pipe) {
    if (const int failed = OpenHeader(&data, error)) return failed;
  }
  return OpenLanes(data, error);
}

// The attrs and features. *data becomes where the records are.
int Reader::OpenHeader(DataPlace* data, perfc_error* error) {
  if (const int failed =
          ReadAttrs(&inputs_[0], header_, &shared_.events, error)) {
    return failed;
  }
  bool finished;
  if (const int failed =
          ReadFeaturePlaces(&inputs_[0], header_, facts_.places(),
                            &features_end_, &finished, error)) {
    return failed;
  }
  TakeSampleTime();
  const format::Section& section = header_.file.data;
  *data = {section.offset,
           finished ? section.offset + section.size : UINT64_MAX, !finished};
  header_records_.reset(
      new (std::nothrow) HeaderRecords(&facts_, &inputs_[0], header_.foreign));
  if (header_records_ != nullptr) return 0;
  return base::NoMemory(error, kOpen, sizeof(HeaderRecords));
}

int Reader::OpenLanes(const DataPlace& first, perfc_error* error) {
  lanes_.reset(new (std::nothrow) std::unique_ptr<Lane>[input_count_]);
  if (lanes_ == nullptr || !heap_.Reserve(input_count_)) {
    return base::NoMemory(error, kOpen, input_count_ * sizeof(Top));
  }
  DataPlace data = first;
  for (uint32_t i = 0; i < input_count_; ++i) {
    lanes_[i].reset(new (std::nothrow)
                        Lane(&shared_, &facts_, &inputs_[i], data));
    if (lanes_[i] == nullptr) return base::NoMemory(error, kOpen, sizeof(Lane));
    data = {0, UINT64_MAX, false};
  }
  return 0;
}

// The feature has the first and the last time of a sample.
void Reader::TakeSampleTime() {
  absl::Span<const uint8_t> bytes;
  uint64_t position;
  if (facts_.Get(PERFC_FEATURE_SAMPLE_TIME, &bytes, &position, nullptr) != 0 ||
      bytes.size() < 2 * sizeof(uint64_t)) {
    return;
  }
  const auto first = base::Load<uint64_t>(bytes.data());
  given_.last_time = base::Load<uint64_t>(bytes.data() + sizeof first);
  if (first != 0) given_.first_time = first;
}

// Where the file ends, if it should have more features; else 0.
uint64_t Reader::MissingFeatures() const {
  const uint64_t size = inputs_[0].size();
  return features_end_ > size ? size : 0;
}

void Reader::GetInfo(perfc_file_info* info) const {
  *info = {};
  info->plan = shared_.events.plan();
  info->features = facts_.bits();
  info->records = given_.sequence;
  info->compressed_bytes = shared_.compressed_bytes;
  info->out_of_order = given_.out_of_order;
  info->lost = given_.lost;
  info->lost_samples = given_.lost_samples;
  info->unmatched = shared_.unmatched;
  info->filtered = shared_.filtered;
  info->first_time = given_.first_time == UINT64_MAX ? 0 : given_.first_time;
  info->last_time = given_.last_time;
  for (uint32_t i = 0; i < input_count_; ++i) {
    info->bytes += inputs_[i].bytes();
    info->decompressed_bytes += lanes_[i]->decompressed_bytes();
    if (info->cut_at == 0) info->cut_at = lanes_[i]->cut_at();
  }
  if (ended_ && info->cut_at == 0) info->cut_at = MissingFeatures();
  info->byte_order =
      header_.foreign ? PERFC_BYTE_ORDER_BIG : PERFC_BYTE_ORDER_LITTLE;
  info->version = header_.version;
  info->pipe = header_.pipe;
  info->sources = input_count_;
}

int Reader::FillTable(table::Table* table, perfc_error* error) const {
  return features::FillTable(facts_, table, error);
}

}  // namespace perfc::profile::file
