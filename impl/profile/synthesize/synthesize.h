// This machine's state as a source of records: see perfc_file_synthesize.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_SYNTHESIZE_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_SYNTHESIZE_H_

#include <cstdint>
#include <memory>

#include "impl/profile/source/source.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/host.h"

namespace perfc::profile::synthesize {

// Checks the arguments of perfc_file_synthesize, all but `file`, and makes the
// source.
int Synthesize(const perfc_host* host, const perfc_plan* plan,
               const int32_t* pids, uint32_t pid_count, uint32_t flags,
               std::unique_ptr<source::Source>* made, perfc_error* error);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_SYNTHESIZE_H_
