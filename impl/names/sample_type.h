// The members of an attr that depend on whether the events of a string count or
// sample.
#ifndef PERFC_IMPL_NAMES_SAMPLE_TYPE_H_
#define PERFC_IMPL_NAMES_SAMPLE_TYPE_H_

#include <cstdint>

#include "impl/specs/spec_list.h"

namespace perfc::names {

// Makes the list's events from `first` on read their counts with both times, those
// of a group together.
void ReadCounts(uint32_t first, specs::SpecList* list);

// Makes the list's events from `first` on sample these fields, as far as their
// strings leave it open.
void SampleFields(uint64_t sample_type, uint32_t first, specs::SpecList* list);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_SAMPLE_TYPE_H_
