// A table that is being filled from the features of a store.
#ifndef PERFC_IMPL_PROFILE_FEATURES_FILLING_H_
#define PERFC_IMPL_PROFILE_FEATURES_FILLING_H_

#include <cerrno>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/base/order.h"
#include "impl/profile/features/features.h"
#include "impl/profile/features/reader.h"
#include "impl/profile/table/table.h"
#include "perfc/error.h"

namespace perfc::profile::features {

using Native = Reader<base::Native>;

struct Filling {
  Store& store;
  table::Table& table;
  perfc_error* error;

  // Reads the feature by read(Native&), which is false if the feature is malformed
  // or there is no memory. 0; -ENODATA: the file lacks it; -EBADMSG and so on, and
  // the error is filled in.
  template <typename Read>
  int ReadFeature(uint32_t feature, const Read& read) {
    absl::Span<const uint8_t> bytes;
    uint64_t position = 0;
    const int got = store.Get(feature, &bytes, &position, error);
    if (got < 0) return got;
    Native in(bytes.data(), bytes.size());
    return read(in) ? 0 : Failed(feature, in.why(), position + in.at());
  }

  // Why a call of the table or a reader was false. why is null without a broken
  // rule.
  int Failed(uint32_t feature, const char* why, uint64_t position) const;
  // The same without a feature.
  int NoRoom() const { return Failed(0, nullptr, 0); }
};

// Features may be missing from a table that is made of several.
inline int AllowMissing(int result) { return result == -ENODATA ? 0 : result; }

// The number of CPUs that CPU_TOPOLOGY has, or a negative errno.
int64_t CpusOfStore(Filling& filling);

// number times unit, at most UINT64_MAX.
uint64_t Scaled(uint64_t number, uint16_t unit);

// One for each kind of tables. They return what FillTable does.
int FillFacts(Filling& filling);
int FillEvents(Filling& filling);
int FillGroups(Filling& filling);
int FillBuildIds(Filling& filling);
int FillCpus(Filling& filling);
int FillNodes(Filling& filling);
int FillPmus(Filling& filling);
int FillCaches(Filling& filling);
int FillBpf(Filling& filling);
int FillClocks(Filling& filling);
int FillFeatures(Filling& filling);
int FillTracepoints(Filling& filling);
int FillDomains(Filling& filling);

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_FILLING_H_
