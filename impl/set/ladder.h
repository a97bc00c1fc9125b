// The fallbacks for an attr that the kernel refuses.
#ifndef PERFC_IMPL_SET_LADDER_H_
#define PERFC_IMPL_SET_LADDER_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "impl/specs/spec_list.h"
#include "perfc/attr.h"
#include "perfc/error.h"
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

// Opens one event with the first attr on the spec's way down that the kernel
// takes: its own steps, and each attr once more without PERFC_FORMAT_LOST, which
// Linux before 6.0 refuses. *error tells why the last attr failed. open(attr, &why)
// returns 0 or a negative errno; `why` is null if error is.
using OpenAttr = absl::FunctionRef<int(const uapi::Attr& attr, perfc_error*)>;
int OpenDown(specs::Spec* spec, OpenAttr open, perfc_error* error);

}  // namespace perfc::set

#endif  // PERFC_IMPL_SET_LADDER_H_
