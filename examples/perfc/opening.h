// What every verb that opens a set says to the library, and what it says back.
#ifndef PERFC_EXAMPLES_PERFC_OPENING_H_
#define PERFC_EXAMPLES_PERFC_OPENING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/handles.h"
#include "examples/perfc/options.h"
#include "examples/perfc/target.h"
#include "perfc/perfc.h"

namespace tool {

// The events of the string as a list. Says why it can't, and is then empty.
Handle<perfc_specs> ParseEvents(const std::string& events);

std::vector<perfc_spec> SpecsOf(const perfc_specs* specs);
// As they were opened.
std::vector<perfc_spec> SpecsOf(const perfc_set* set);

perfc_attr AttrOf(const perfc_spec& spec);

// Puts the attrs into the list. False if it can't, which it says.
bool SetAttrs(perfc_specs* specs, const std::vector<perfc_attr>& attrs);

// Whether events count whatever runs on CPUs: because the options say so, or
// because none of them can count tasks.
bool CountsCpus(const Options& options, const perfc_specs* specs);

// What is to be measured. The strings are the options'.
perfc_target TargetOf(const Options& options, const Target& target,
                      const perfc_specs* specs);

std::vector<perfc_report_entry> EntriesOf(const perfc_report* report);

// What the stream's rings lost. Says why if it can't be told.
perfc_losses LossesOf(const perfc_stream* stream);

// How many records found no room. The events know (PERF_FORMAT_LOST, Linux 6.0);
// a LOST record comes with the next record that finds room, so that before 6.0
// what was lost last stays untold.
uint64_t LostRecords(const perfc_losses& losses);

// The attrs on stderr, in the perf tool's layout.
void PrintAttrs(const std::vector<perfc_spec>& specs);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_OPENING_H_
