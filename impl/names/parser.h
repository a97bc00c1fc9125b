// Event strings: lists of events and groups.
#ifndef PERFC_IMPL_NAMES_PARSER_H_
#define PERFC_IMPL_NAMES_PARSER_H_

#include "absl/strings/string_view.h"
#include "impl/catalog/pmus.h"
#include "impl/specs/spec_list.h"
#include "perfc/error.h"

namespace perfc::names {

// Appends all events of the string to the list, and returns how many. On
// failure the list is as it was.
int ParseEvents(absl::string_view events, const char* operation,
                catalog::Pmus* pmus, specs::SpecList* list, perfc_error* error);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_PARSER_H_
