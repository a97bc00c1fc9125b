#include "impl/profile/writer/layout.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "impl/profile/io/io.h"

namespace perfc::profile::writer {
namespace {

constexpr uint64_t kHeaderSize = sizeof(format::FileHeader);
// The data begins at a page, so that its records are aligned.
constexpr uint64_t kPage = 4096;

}  // namespace

int Layout::Begin(int fd) {
  fd_ = fd;
  header_ = {};
  memcpy(header_.magic, format::kMagic2, format::kMagicSize);
  header_.size = kHeaderSize;
  header_.attr_size = PERFC_ATTR_SIZE_VER7 + sizeof(format::Section);
  header_.attrs.offset = kHeaderSize;
  header_.data.offset = kHeaderSize;
  table_waits_ = false;
  version_ = 0;
  half_ = 1;
  limit_ = kNoLimit;
  overhead_ = kHeaderSize;
  return WriteHeader();
}

int Layout::PlaceData() {
  format::Builder table;
  table_.Build(0, &table);
  if (!table.ok()) return -ENOMEM;
  // Each half has room for a table of twice that size.
  const uint64_t reserve = std::max<uint64_t>(kReserve, 4 * table.size());
  header_.data.offset = (kHeaderSize + reserve + kPage - 1) & ~(kPage - 1);
  return 0;
}

uint64_t Layout::HalfSize() const {
  return (header_.data.offset - kHeaderSize) / 2 & ~uint64_t{7};
}

int Layout::WriteHeader() {
  return io::WriteAllAt(fd_, &header_, sizeof header_, 0);
}

// Writes the bytes, and enters them in the header of this object.
int Layout::WriteTable(uint64_t position, format::Builder* table) {
  table->Clear();
  const size_t attrs_at = table_.Build(position, table);
  if (!table->ok()) return -ENOMEM;
  const int failed =
      io::WriteAllAt(fd_, table->data(), table->size(), position);
  if (failed) return failed;
  header_.attr_size = table_.AttrSize() + sizeof(format::Section);
  header_.attrs = {position + attrs_at, table->size() - attrs_at};
  return 0;
}

int Layout::UpdateAttrs() {
  if (version_ == attrs_->version()) return 0;
  format::Builder table;
  table_.Build(0, &table);
  if (!table.ok()) return -ENOMEM;
  table_waits_ = table.size() > HalfSize();
  if (table_waits_) {
    version_ = attrs_->version();
    return 0;
  }
  const uint32_t half = 1 - half_;
  if (int failed = WriteTable(kHeaderSize + half * HalfSize(), &table)) {
    return failed;
  }
  if (int failed = WriteHeader()) return failed;
  overhead_ += table.size();
  half_ = half;
  version_ = attrs_->version();
  return 0;
}

int Layout::UpdateData(uint64_t end) {
  end = std::min(end, limit_);
  header_.data.size = end - header_.data.offset;
  return io::WriteAllAt(fd_, &header_.data, sizeof header_.data,
                        offsetof(format::FileHeader, data));
}

int Layout::WriteFeatures(absl::Span<const FeatureBytes> features,
                          uint64_t* end) {
  format::Builder sections;
  const uint64_t start = header_.data.offset + header_.data.size;
  *end = start + features.size() * sizeof(format::Section);
  for (const FeatureBytes& one : features) {
    header_.features[one.feature / 64] |= uint64_t{1} << one.feature % 64;
    sections.U64(*end);
    sections.U64(one.bytes.size());
    const int failed =
        io::WriteAllAt(fd_, one.bytes.data(), one.bytes.size(), *end);
    if (failed) return failed;
    *end += one.bytes.size();
  }
  if (!sections.ok()) return -ENOMEM;
  overhead_ += *end - start;
  return io::WriteAllAt(fd_, sections.data(), sections.size(), start);
}

int Layout::Finish(absl::Span<const FeatureBytes> features, uint64_t* end) {
  int failed = UpdateAttrs();
  const format::FileHeader before = header_;
  const uint64_t overhead = overhead_;
  if (!failed) failed = WriteFeatures(features, end);
  if (!failed && table_waits_) {
    format::Builder table;
    const uint64_t position = (*end + 7) & ~uint64_t{7};
    failed = WriteTable(position, &table);
    overhead_ += table.size();
    *end = position + table.size();
  }
  if (!failed) failed = WriteHeader();
  if (failed) {
    header_ = before;
    overhead_ = overhead;
  }
  return failed;
}

}  // namespace perfc::profile::writer
