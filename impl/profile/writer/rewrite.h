// Records that aren't written as they came: with other ids, or without what the
// caller strips.
#ifndef PERFC_IMPL_PROFILE_WRITER_REWRITE_H_
#define PERFC_IMPL_PROFILE_WRITER_REWRITE_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/profile/writer/plans.h"
#include "perfc/decode.h"
#include "perfc/record.h"

namespace perfc::profile::writer {

class Rewrite {
 public:
  // `strip`: PERFC_STRIP_*.
  Rewrite(Plans* plans, uint32_t strip) : plans_(plans), strip_(strip) {}

  // Memory for one record. False: there is none.
  [[nodiscard]] bool Init() { return bytes_.Reserve(kMostRecord); }

  // Whether a record of this type and plan may have something to strip.
  bool Strips(uint32_t type, const PlanUse& use) const;

  // Writes a record of the kernel anew. *out borrows it until the next call; its
  // size is 0 if it can't be decoded, and so not be stripped. 0 or -ENOMEM.
  int Kernel(const perfc_record& record, PlanUse* use, perfc_record* out);

  // The same for a record of the perf tool. `use` may be null.
  int Tool(const perfc_record& record, PlanUse* use, perfc_record* out);

 private:
  static constexpr size_t kMostRecord = 1 << 16;

  // These build the new record from the old one, from its start to its end.
  void Copy(const perfc_record& record, size_t from, size_t to);
  void Append(const void* bytes, size_t size);
  void Zeros(size_t size);

  bool StripSample(const perfc_record& record, const PlanUse& use);
  bool StripComm(const perfc_record& record, const PlanUse& use);
  bool StripPath(const perfc_record& record, const PlanUse& use);
  bool StripText(const perfc_record& record, const PlanUse& use,
                 const perfc_range& text, absl::string_view by);
  void StripThreadMap();

  // These patch ids in the new record.
  int Renumber(const perfc_record& record, PlanUse* use);
  int RenumberSample(const perfc_record& record, PlanUse* use,
                     const PlanAttr& attr);
  int RenumberTrailer(PlanUse* use, const PlanAttr& attr);
  void RenumberCounts(const perfc_read_part& counts, const PlanUse& use);
  int Patch(PlanUse* use, size_t at);

  Plans* plans_;
  uint32_t strip_;
  base::Buffer<uint8_t> bytes_;  // the new record
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_REWRITE_H_
