// Calculations with counts, without reading any.
#ifndef PERFC_IMPL_COUNTS_COUNT_H_
#define PERFC_IMPL_COUNTS_COUNT_H_

#include <cstdint>

#include "perfc/counts.h"

namespace perfc::counts {

// value * enabled / running, rounded; UINT64_MAX if that is more. running isn't
// 0.
uint64_t Scale(uint64_t value, uint64_t enabled, uint64_t running);

// The count of a pinned event in error, for which read(2) returns nothing.
perfc_count PinnedError();

// Computes scaled and quality from the other members of the count.
void Judge(perfc_count* count);

perfc_count Delta(const perfc_count& from, const perfc_count& to);

// True if there is no count, only the reason for that.
bool IsMissing(const perfc_count& count);

// Adds parts up, see perfc_count_sum.
class Sum {
 public:
  void Add(const perfc_count& part);
  perfc_count Get() const;

 private:
  perfc_count sum_ = {};
  uint32_t flags_ = 0;    // PARTIAL, OFFLINE, PINNED_ERROR, RESET
  bool any_ = false;      // was added
  bool ran_ = false;      // one of them did
  bool scaled_ = false;   // one of them is
  bool unknown_ = false;  // one of them has no quality
};

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_COUNT_H_
