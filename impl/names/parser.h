// Event strings: lists of events and groups.
#ifndef PERFC_IMPL_NAMES_PARSER_H_
#define PERFC_IMPL_NAMES_PARSER_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/catalog/pmus.h"
#include "impl/specs/spec_list.h"
#include "perfc/error.h"

namespace perfc::names {

// Appends all events of the string to the list, and returns how many. With a
// sample_type they sample these fields. On failure the list is as it was.
int ParseEvents(absl::string_view events, uint64_t sample_type,
                const char* operation, catalog::Pmus* pmus,
                specs::SpecList* list, perfc_error* error);

// The same of a string that names one event of the kernel, which becomes the
// only one of an empty list: disabled, and with both times in read_format.
int ParseOneEvent(absl::string_view event, uint64_t sample_type,
                  const char* operation, catalog::Pmus* pmus,
                  specs::SpecList* list, perfc_error* error);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_PARSER_H_
