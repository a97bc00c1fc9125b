// The handles of files and writers. A table's is table::Table's own.
#ifndef PERFC_IMPL_PROFILE_CAPI_HANDLES_H_
#define PERFC_IMPL_PROFILE_CAPI_HANDLES_H_

#include <memory>

#include "impl/base/options.h"
#include "impl/profile/source/source.h"
#include "perfc/profile/file.h"
#include "perfc/profile/writer.h"

struct perfc_file {
  std::unique_ptr<perfc::profile::source::Source> source;
};

namespace perfc::base {

template <>
inline constexpr size_t kFirstSize<perfc_file_options> =
    sizeof(perfc_file_options);
template <>
inline constexpr size_t kFirstSize<perfc_filter> = sizeof(perfc_filter);
template <>
inline constexpr size_t kFirstSize<perfc_writer_options> =
    sizeof(perfc_writer_options);

}  // namespace perfc::base

#endif  // PERFC_IMPL_PROFILE_CAPI_HANDLES_H_
