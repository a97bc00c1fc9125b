// HEADER_FEATURE records.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_FACT_RECORDS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_FACT_RECORDS_H_

#include <cstdint>

#include "impl/profile/format/builder.h"
#include "impl/profile/synthesize/producer.h"

namespace perfc::profile::synthesize {

// The content of any feature that the library can tell: those of HostFeature,
// EVENT_DESC, CLOCKID and CLOCK_DATA. The results are HostFeature's.
int AnyFeature(const Job& job, uint32_t feature, format::Builder* out);

// A record for each of them.
class FactRecords : public Producer {
 public:
  explicit FactRecords(const Job& job) : job_(job) {}

  int Next(Block* block, Made* made) override;
  // Bit n: there was feature n.
  uint64_t features() const { return features_; }

 private:
  const Job& job_;
  uint32_t next_ = 0;
  uint64_t features_ = 0;
  format::Builder content_;
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_FACT_RECORDS_H_
