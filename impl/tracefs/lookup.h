// Tracepoints of a host.
#ifndef PERFC_IMPL_TRACEFS_LOOKUP_H_
#define PERFC_IMPL_TRACEFS_LOOKUP_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/host/host.h"
#include "impl/tracefs/tracepoint.h"
#include "perfc/error.h"

namespace perfc::tracefs {

// Opens "system:event". -EINVAL: the name has another form, or the format file
// isn't understood. Otherwise the errno of reading the file: -ENOENT, -EACCES,
// -ENOMEM, ...
int OpenByName(const host::Host& host, absl::string_view name,
               Tracepoint* tracepoint, perfc_error* error);
// Reads the ids of all tracepoints until it is found.
int OpenById(const host::Host& host, uint32_t id, Tracepoint* tracepoint,
             perfc_error* error);

}  // namespace perfc::tracefs

#endif  // PERFC_IMPL_TRACEFS_LOOKUP_H_
