// The fields that the events of an event string sample.
#ifndef PERFC_IMPL_NAMES_SAMPLE_TYPE_H_
#define PERFC_IMPL_NAMES_SAMPLE_TYPE_H_

#include <cstdint>

#include "impl/specs/spec_list.h"

namespace perfc::names {

// Makes the list's events from `first` on sample these fields, as far as their
// strings leave it open. Nothing changes if sample_type is 0.
void SampleFields(uint64_t sample_type, uint32_t first, specs::SpecList* list);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_SAMPLE_TYPE_H_
