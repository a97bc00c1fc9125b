// perf.data files in.
#ifndef PERFC_IMPL_PROFILE_FILE_FILE_H_
#define PERFC_IMPL_PROFILE_FILE_FILE_H_

#include <memory>

#include "impl/profile/source/source.h"
#include "perfc/error.h"
#include "perfc/profile/file.h"

namespace perfc::profile::file {

// See perfc_file_open. `options` are of this version; `filter` too, or null.
int Open(const perfc_file_options& options, const perfc_filter* filter,
         std::unique_ptr<source::Source>* source, perfc_error* error);

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_FILE_H_
