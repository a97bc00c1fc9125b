// Records as the typed accessors give them.
#ifndef PERFC_CPP_VECTORS_TYPED_H_
#define PERFC_CPP_VECTORS_TYPED_H_

#include <cstdint>

#include "json.h"
#include "perfc.hpp"

void describe(perfc::PlanView plan, const perfc::Record& record, Json* out);
void describe_error(const perfc::Error& error, Json* out);

// Parts that columns have too.
void describe(const perfc_branch_entry& entry, Json* out);
void describe(const perfc_read_value& value, uint64_t read_format, Json* out);

#endif  // PERFC_CPP_VECTORS_TYPED_H_
