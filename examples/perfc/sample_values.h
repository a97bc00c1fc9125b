// Parts of a sample in the layout of `perf script`.
#ifndef PERFC_EXAMPLES_PERFC_SAMPLE_VALUES_H_
#define PERFC_EXAMPLES_PERFC_SAMPLE_VALUES_H_

#include <cstdint>
#include <string>

#include "perfc/perfc.h"

namespace tool {

// The CPU's mode, and what the bits mean in records of this type, in six columns.
std::string MiscText(const perfc_record& record);

std::string BranchesText(const perfc_record& record,
                         const perfc_sample& sample);

// Registers of a sample. `mask`: sample_regs_user or sample_regs_intr of its attr;
// `arch`: of the machine, as uname(2) names it.
std::string RegistersText(const perfc_record& record, const perfc_range& words,
                          uint64_t abi, uint64_t mask, const std::string& arch);

// "4K"
std::string PageSizeText(uint64_t bytes);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SAMPLE_VALUES_H_
