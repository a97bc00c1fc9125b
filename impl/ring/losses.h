// The ledger of what was lost: what records tell, and sums over rings.
#ifndef PERFC_IMPL_RING_LOSSES_H_
#define PERFC_IMPL_RING_LOSSES_H_

#include "perfc/record.h"
#include "perfc/ring.h"

namespace perfc::ring {

// Takes what a record says of losses into the ledger.
void AccountRecord(const perfc_record& record, perfc_losses* losses);

// read_lost_set stays only if both have it.
void AddLosses(const perfc_losses& from, perfc_losses* to);

}  // namespace perfc::ring

#endif  // PERFC_IMPL_RING_LOSSES_H_
