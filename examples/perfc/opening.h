// Opening a set and reporting its problems, for every verb that opens one.
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

// Whether events count everything on their CPUs: because the options ask for
// it, or because none of them can count tasks.
bool CountsCpus(const Options& options, const perfc_specs* specs);

// The target that the options name. Its strings belong to the options.
perfc_target TargetOf(const Options& options, const Target& target,
                      const perfc_specs* specs);

std::vector<perfc_report_entry> EntriesOf(const perfc_report* report);

// The losses of the stream's rings. Prints the reason if they can't be read.
perfc_losses LossesOf(const perfc_stream* stream);

// The number of records that found no room. From Linux 6.0 on the events count
// them (PERF_FORMAT_LOST). Before 6.0 only LOST records report them. The kernel
// writes a LOST record together with the next record that finds room, so the
// losses at the very end are never reported.
uint64_t LostRecords(const perfc_losses& losses);

// The attrs on stderr, in the perf tool's layout.
void PrintAttrs(const std::vector<perfc_spec>& specs);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_OPENING_H_
