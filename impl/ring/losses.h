// The ledger of losses: from records, and as sums over rings.
#ifndef PERFC_IMPL_RING_LOSSES_H_
#define PERFC_IMPL_RING_LOSSES_H_

#include "perfc/record.h"
#include "perfc/ring.h"

namespace perfc::ring {

// Adds the losses that a record reports to the ledger.
void AccountRecord(const perfc_record& record, perfc_losses* losses);

// read_lost_set stays only if both have it.
void AddLosses(const perfc_losses& from, perfc_losses* to);

// Subtracts the losses in `part` from *from.
void SubtractLosses(const perfc_losses& part, perfc_losses* from);

// The losses of all sources that have an event, as losses_of(event, &losses)
// returns them, plus the losses of removed sources. Returns the first failure.
template <typename Sources, typename LossesOf>
int SumLosses(const Sources& sources, const perfc_losses& removed,
              const LossesOf& losses_of, perfc_losses* sum) {
  *sum = removed;
  sum->read_lost_set = 1;
  for (const auto& source : sources) {
    if (source.event == nullptr) continue;
    perfc_losses one;
    if (const int failed = losses_of(source.event, &one)) return failed;
    AddLosses(one, sum);
  }
  return 0;
}

}  // namespace perfc::ring

#endif  // PERFC_IMPL_RING_LOSSES_H_
