#include "impl/profile/file/facts.h"

#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/profile/file/fail.h"
#include "perfc/profile/file.h"

namespace perfc::profile::file {
namespace {

constexpr char kTable[] = "perfc_file_create_table";

}  // namespace

const FeaturePlace* Facts::Find(uint32_t feature) const {
  for (const FeaturePlace& place : places_) {
    if (place.feature == feature) return &place;
  }
  return nullptr;
}

uint64_t Facts::bits() const {
  uint64_t bits = 0;
  for (const FeaturePlace& place : places_) {
    if (place.feature < 64) bits |= uint64_t{1} << place.feature;
  }
  for (uint32_t i = 0; i < 64; ++i) {
    if (stored_[i].there) bits |= uint64_t{1} << i;
  }
  return bits;
}

int Facts::Read(const FeaturePlace& place, perfc_error* error) {
  const auto size = static_cast<size_t>(place.section.size);
  read_ = {};
  if (!read_.Resize(size)) return base::NoMemory(error, kTable, size);
  const ssize_t got = input_->Read(read_.data(), size, place.section.offset);
  if (got < 0) return ReadFailed(error, kTable, static_cast<int>(got));
  if (static_cast<size_t>(got) == size) return 0;
  return BadContent(error, kTable,
                    place.section.offset + static_cast<uint64_t>(got),
                    "the file ends within a feature");
}

int Facts::Load(uint32_t feature, features::RawFeature* raw,
                perfc_error* error) {
  *raw = {};
  if (const FeaturePlace* place = Find(feature)) {
    raw->position = place->section.offset;
    raw->size = place->section.size;
    if (raw->size > kMostBytes || 2 * raw->size > budget_->left()) return 0;
    if (const int failed = Read(*place, error)) return failed;
    raw->bytes = {read_.data(), read_.size()};
    return 0;
  }
  if (feature >= format::kMaxFeatures || !stored_[feature].there) {
    return -ENODATA;
  }
  const Stored& stored = stored_[feature];
  raw->size = stored.size;
  if (stored.bytes.size() == stored.size) {
    raw->bytes = {stored.bytes.data(), stored.bytes.size()};
  }
  return 0;
}

int Facts::GetRaw(uint32_t feature, features::RawFeature* raw,
                  perfc_error* error) {
  const FeaturePlace* place = Find(feature);
  if (feature == PERFC_FEATURE_TRACING_DATA && place != nullptr) {
    raw->position = place->section.offset;
    raw->size = place->section.size;
    raw->bytes = {};
    return 0;
  }
  return Load(feature, raw, error);
}

uint32_t Facts::Cpus() {
  features::RawFeature raw;
  // It needs no other feature to be converted.
  if (Load(PERFC_FEATURE_NRCPUS, &raw, nullptr) < 0) return 0;
  uint8_t copy[64];
  if (raw.bytes.empty() || raw.bytes.size() > sizeof copy) return 0;
  memcpy(copy, raw.bytes.data(), raw.bytes.size());
  size_t at;
  const char* why;
  if (events_->foreign() &&
      features::ToNative(PERFC_FEATURE_NRCPUS, copy, raw.bytes.size(), 0, &at,
                         &why) < 0) {
    return 0;
  }
  return features::CpusOf({copy, raw.bytes.size()});
}

int Facts::Convert(uint32_t feature, features::RawFeature* raw,
                   perfc_error* error) {
  // Reading another feature ends what was read.
  const uint32_t cpus = feature == PERFC_FEATURE_CPU_TOPOLOGY ? Cpus() : 0;
  if (const int failed = Load(feature, raw, error)) return failed;
  if (read_.data() != raw->bytes.data()) {
    read_ = {};
    if (!read_.AppendAll(raw->bytes.data(), raw->bytes.size())) {
      return base::NoMemory(error, kTable, raw->bytes.size());
    }
  }
  size_t at = 0;
  const char* why = "";
  const int failed =
      features::ToNative(feature, read_.data(), read_.size(), cpus, &at, &why);
  raw->bytes = {read_.data(), read_.size()};
  if (failed == -EBADMSG) {
    return BadContent(error, kTable, raw->position + at, why);
  }
  return failed ? base::NoMemory(error, kTable, read_.size()) : 0;
}

int Facts::Get(uint32_t feature, absl::Span<const uint8_t>* bytes,
               uint64_t* position, perfc_error* error) {
  features::RawFeature raw;
  if (const int failed = Load(feature, &raw, error)) return failed;
  *position = raw.position;
  if (raw.bytes.size() < raw.size) {
    return BadContent(error, kTable, raw.position, kTooLittleMemory);
  }
  if (events_->foreign()) {
    if (const int failed = Convert(feature, &raw, error)) return failed;
  }
  *bytes = raw.bytes;
  return 0;
}

// ---- from records

int Facts::SetFeature(uint32_t feature, absl::Span<const uint8_t> bytes) {
  if (feature >= format::kMaxFeatures) return 0;
  Stored& stored = stored_[feature];
  stored.bytes.Clear();
  stored.size = 0;
  return Append(feature, bytes);
}

int Facts::Append(uint32_t feature, absl::Span<const uint8_t> bytes) {
  Stored& stored = stored_[feature];
  const uint64_t had = stored.bytes.size();
  const bool whole = had == stored.size;
  stored.there = true;
  stored.size += bytes.size();
  if (!whole || stored.size > kMostBytes) return 0;
  // A buffer grows by half of itself at most more than it needs.
  const uint64_t wanted = 2 * stored.size;
  if (wanted > stored.taken) {
    if (!budget_->Take(wanted - stored.taken)) return 0;
    stored.taken = wanted;
  }
  if (stored.bytes.AppendAll(bytes.data(), bytes.size())) return 0;
  stored.size -= bytes.size();
  return -ENOMEM;
}

features::EventUpdate Facts::Update(uint32_t index) const {
  features::EventUpdate update;
  if (index >= updates_.size()) return update;
  const Saved& saved = updates_[index];
  update.name = {texts_.data() + saved.name.offset, saved.name.size};
  update.unit = {texts_.data() + saved.unit.offset, saved.unit.size};
  update.scale = saved.scale;
  return update;
}

int Facts::SaveText(const uint8_t* text, size_t size, Text* out) {
  const auto* begin = reinterpret_cast<const char*>(text);
  const size_t length = strnlen(begin, size);
  if (texts_.size() + length > kMostBytes || !budget_->Take(2 * length)) {
    return 0;
  }
  const auto offset = static_cast<uint32_t>(texts_.size());
  if (!texts_.AppendAll(begin, length)) return -ENOMEM;
  *out = {offset, static_cast<uint32_t>(length)};
  return 0;
}

int Facts::TakeUpdate(const uint8_t* record, size_t size) {
  constexpr size_t kData = 24;  // behind the header, the type and the id
  if (size < kData) return 0;
  const auto what = base::Load<uint64_t>(record + 8);
  const int index =
      perfc_plan_find_id(events_->plan(), base::Load<uint64_t>(record + 16));
  if (index < 0) return 0;
  const auto at = static_cast<size_t>(index);
  if (at >= updates_.size() && !updates_.Resize(at + 1)) return -ENOMEM;
  switch (what) {
    case format::kUpdateName:
      return SaveText(record + kData, size - kData, &updates_[at].name);
    case format::kUpdateUnit:
      return SaveText(record + kData, size - kData, &updates_[at].unit);
    case format::kUpdateScale:
      if (size >= kData + sizeof(double)) {
        updates_[at].scale = base::Load<double>(record + kData);
      }
      return 0;
    default:
      return 0;
  }
}

}  // namespace perfc::profile::file
