// The input structs of the core, of any version.
#ifndef PERFC_IMPL_CAPI_OPTIONS_H_
#define PERFC_IMPL_CAPI_OPTIONS_H_

#include "impl/base/options.h"
#include "perfc/batch.h"
#include "perfc/host.h"
#include "perfc/set.h"
#include "perfc/stitch.h"
#include "perfc/stream.h"

namespace perfc::base {

template <>
inline constexpr size_t kFirstSize<perfc_host_options> = 32;
template <>
inline constexpr size_t kFirstSize<perfc_batch_options> = 24;
template <>
inline constexpr size_t kFirstSize<perfc_stream_options> = 16;
template <>
inline constexpr size_t kFirstSize<perfc_target> = 48;
template <>
inline constexpr size_t kFirstSize<perfc_set_options> = 24;
template <>
inline constexpr size_t kFirstSize<perfc_stitch_options> = 16;

}  // namespace perfc::base

namespace perfc::capi {

// As base::TakeOptions, for options of a batch, whose members are checked.
int TakeBatchOptions(const perfc_batch_options* options,
                     perfc_batch_options* taken, const char* operation,
                     perfc_error* error);

}  // namespace perfc::capi

#endif  // PERFC_IMPL_CAPI_OPTIONS_H_
