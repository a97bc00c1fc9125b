#include "impl/profile/writer/facts.h"

#include <cerrno>
#include <memory>
#include <new>

#include "impl/base/order.h"
#include "impl/profile/format/format.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

// A HEADER_FEATURE's header and number.
constexpr size_t kFeatureHead = 16;

// The feature that the record begins; 0: none.
uint32_t FeatureOf(const perfc_record& record) {
  if (record.type == PERFC_RECORD_HEADER_TRACING_DATA) {
    return PERFC_FEATURE_TRACING_DATA;
  }
  if (record.size < kFeatureHead) return 0;
  const auto feature = base::Load<uint64_t>(record.data + 8);
  return feature < format::kMaxFeatures ? static_cast<uint32_t>(feature) : 0;
}

}  // namespace

Facts::~Facts() {
  for (Fact* fact : facts_) delete fact;
}

Fact* Facts::FindAny(uint32_t feature) const {
  for (Fact* fact : facts_) {
    if (fact->feature == feature) return fact;
  }
  return nullptr;
}

const Fact* Facts::Find(uint32_t feature) const {
  const Fact* fact = FindAny(feature);
  return fact && fact->whole && !fact->lost ? fact : nullptr;
}

bool Facts::Has(uint32_t feature) const { return FindAny(feature) != nullptr; }

int Facts::Begin(uint32_t feature) {
  open_ = nullptr;
  if (feature == 0 || Has(feature)) return 0;
  std::unique_ptr<Fact> fact(new (std::nothrow) Fact);
  if (fact == nullptr || !facts_.Append(fact.get())) return -ENOMEM;
  fact->feature = feature;
  open_ = fact.release();
  return 0;
}

int Facts::Append(const void* bytes, size_t size) {
  if (open_ == nullptr || open_->lost || size == 0) return 0;
  if (bytes == nullptr || size > kMostBytes - bytes_) {
    open_->lost = true;
    return 0;
  }
  const auto* from = static_cast<const uint8_t*>(bytes);
  if (!open_->bytes.AppendAll(from, size)) return -ENOMEM;
  bytes_ += size;
  return 0;
}

int Facts::TakePiece(const perfc_stream_record& record) {
  const perfc_record& head = record.record;
  if (!continues_) {
    if (int failed = Begin(FeatureOf(head))) return failed;
    if (head.type == PERFC_RECORD_HEADER_FEATURE && head.size > kFeatureHead) {
      const size_t size = head.size - kFeatureHead;
      if (int failed = Append(head.data + kFeatureHead, size)) return failed;
    }
  }
  return Append(record.tail, record.tail_size);
}

int Facts::Take(const perfc_stream_record& record, Fact** whole) {
  *whole = nullptr;
  if (int failed = TakePiece(record)) return failed;
  continues_ = (record.flags & PERFC_STREAM_RECORD_MORE) != 0;
  if (continues_ || open_ == nullptr) return 0;
  open_->whole = true;
  if (!open_->lost) *whole = open_;
  open_ = nullptr;
  return 0;
}

bool Facts::Set(uint32_t feature, const format::Builder& bytes) {
  if (!bytes.ok() || Begin(feature) != 0) return false;
  const bool appended = Append(bytes.data(), bytes.size()) == 0;
  if (open_ != nullptr) open_->whole = true;
  open_ = nullptr;
  return appended;
}

void Facts::Remove(uint32_t feature) {
  size_t kept = 0;
  for (Fact* fact : facts_) {
    if (fact->feature != feature) {
      facts_[kept++] = fact;
    } else {
      bytes_ -= fact->bytes.size();
      delete fact;
    }
  }
  (void)facts_.Resize(kept);  // it only shrinks
}

void Facts::BeginCall() {
  count_before_ = facts_.size();
  open_before_ = open_;
  size_before_ = open_ ? open_->bytes.size() : 0;
  continues_before_ = continues_;
}

void Facts::Rollback() {
  for (size_t i = count_before_; i < facts_.size(); ++i) {
    bytes_ -= facts_[i]->bytes.size();
    delete facts_[i];
  }
  (void)facts_.Resize(count_before_);  // it only shrinks
  open_ = open_before_;
  continues_ = continues_before_;
  if (open_ == nullptr) return;
  bytes_ -= open_->bytes.size() - size_before_;
  (void)open_->bytes.Resize(size_before_);  // it only shrinks
  open_->whole = false;
}

}  // namespace perfc::profile::writer
