// Counts read without the kernel.
#ifndef PERFC_IMPL_COUNTS_USER_READ_H_
#define PERFC_IMPL_COUNTS_USER_READ_H_

#include "impl/event/event.h"
#include "perfc/counts.h"

namespace perfc::counts {

// See perfc_read_user.
int ReadUser(const event::Event& event, perfc_count* count);

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_USER_READ_H_
