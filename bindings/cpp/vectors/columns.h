// Records as the columns of a batch give them.
#ifndef PERFC_CPP_VECTORS_COLUMNS_H_
#define PERFC_CPP_VECTORS_COLUMNS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "perfc.hpp"

// A line for each row of the batch, behind those in *lines. read_formats are
// those of the plan's attrs.
void describe(const perfc::Batch& batch, perfc::PlanView plan,
              const std::vector<uint64_t>& read_formats,
              std::vector<std::string>* lines);

#endif  // PERFC_CPP_VECTORS_COLUMNS_H_
