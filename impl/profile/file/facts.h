// What a file says besides its records: the features of its header, or of the
// records that stand for them in a pipe, and names of events.
#ifndef PERFC_IMPL_PROFILE_FILE_FACTS_H_
#define PERFC_IMPL_PROFILE_FILE_FACTS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/profile/features/features.h"
#include "impl/profile/file/budget.h"
#include "impl/profile/file/events.h"
#include "impl/profile/file/header.h"
#include "impl/profile/file/input.h"
#include "impl/profile/format/format.h"
#include "perfc/error.h"

namespace perfc::profile::file {

class Facts final : public features::Store {
 public:
  // Longer features are left to whoever reads the file at their position.
  static constexpr uint64_t kMostBytes = 16 << 20;

  Facts(Budget* budget, const Events* events, Input* input)
      : budget_(budget), events_(events), input_(input) {}

  base::Buffer<FeaturePlace>* places() { return &places_; }

  // features::Store
  int Get(uint32_t feature, absl::Span<const uint8_t>* bytes,
          uint64_t* position, perfc_error* error) override;
  int GetRaw(uint32_t feature, features::RawFeature* raw,
             perfc_error* error) override;
  const perfc_plan* plan() const override { return events_->plan(); }
  features::EventUpdate Update(uint32_t index) const override;

  // Bit n: feature n is there.
  uint64_t bits() const;
  // The available CPUs, by NRCPUS; 0: unknown.
  uint32_t Cpus();

  // Remembers what a record has. A lack of the memory that max_bytes allows isn't a
  // failure: then the feature is known, but its bytes aren't. 0 or -ENOMEM.
  int SetFeature(uint32_t feature, absl::Span<const uint8_t> bytes);
  // Adds to TRACING_DATA, or to BUILD_ID.
  int Append(uint32_t feature, absl::Span<const uint8_t> bytes);
  // An EVENT_UPDATE in this machine's byte order.
  int TakeUpdate(const uint8_t* record, size_t size);

 private:
  struct Stored {
    base::Buffer<uint8_t> bytes;
    uint64_t size = 0;   // of the feature
    uint64_t taken = 0;  // of the budget
    bool there = false;
  };
  struct Text {
    uint32_t offset;
    uint32_t size;
  };
  struct Saved {
    Text name;
    Text unit;
    double scale;
  };

  const FeaturePlace* Find(uint32_t feature) const;
  int Read(const FeaturePlace& place, perfc_error* error);
  // The bytes as they are in the file; *raw->bytes is empty if they are too many.
  int Load(uint32_t feature, features::RawFeature* raw, perfc_error* error);
  int Convert(uint32_t feature, features::RawFeature* raw, perfc_error* error);
  int SaveText(const uint8_t* text, size_t size, Text* out);

  Budget* const budget_;
  const Events* const events_;
  Input* const input_;
  base::Buffer<FeaturePlace> places_;
  Stored stored_[format::kMaxFeatures];
  base::Buffer<uint8_t> read_;  // the feature that was read last
  base::Buffer<Saved> updates_;
  base::Buffer<char> texts_;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_FACTS_H_
