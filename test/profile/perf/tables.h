// The tables of a file, as JSON lines.
#ifndef PERFC_TEST_PROFILE_PERF_TABLES_H_
#define PERFC_TEST_PROFILE_PERF_TABLES_H_

#include "perfc/profile/file.h"

namespace tables {

// A line for each kind: {"table":3,"rows":[...]}, with the rows' members by their
// names, or with "error", a number of errno. Rows come through Arrow, which knows the
// types. Groups are lists of rows.
void TellAll(const perfc_file* file);

}  // namespace tables

#endif  // PERFC_TEST_PROFILE_PERF_TABLES_H_
