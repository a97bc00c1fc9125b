// The fallbacks for an attr that the kernel refuses.
#ifndef PERFC_IMPL_SET_LADDER_H_
#define PERFC_IMPL_SET_LADDER_H_

#include <cstdint>

#include "perfc/attr.h"
#include "perfc/set.h"

namespace perfc::set {

struct Step {
  uint32_t fallback;  // PERFC_FALLBACK_*; 0: none
  uint64_t before;    // of the member that it changes
  uint64_t after;
};

// The steps that a spec takes unasked, by its PERFC_SPEC_* flags: with
// MAX_PRECISE it wants the highest precise_ip that opens, and with GUEST_DEFAULT
// nobody asked to leave guests out.
uint32_t OwnSteps(uint32_t spec_flags);

// The first step of the table for this errno that the attr can take, and that
// `allowed` has. max_rate is perf_event_max_sample_rate, 0 if it isn't known.
Step FindStep(int code, const perfc_attr& attr, uint32_t allowed,
              uint64_t max_rate);

// Takes it.
void TakeStep(const Step& step, perfc_attr* attr);

}  // namespace perfc::set

#endif  // PERFC_IMPL_SET_LADDER_H_
