// In libperfc-testing this machine is a scripted one.
#ifndef PERFC_TESTING_THIS_MACHINE_H_
#define PERFC_TESTING_THIS_MACHINE_H_

#include "impl/host/host.h"

namespace scripted {

// From now on this is what a NULL host means; nullptr: no machine at all.
void Use(const perfc::host::Host *host);
bool IsUsed(const perfc::host::Host *host);

}  // namespace scripted

#endif  // PERFC_TESTING_THIS_MACHINE_H_
