// An event under construction from its text.
#ifndef PERFC_IMPL_NAMES_DRAFT_H_
#define PERFC_IMPL_NAMES_DRAFT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/catalog/pmus.h"
#include "perfc/attr.h"

namespace perfc::names {

struct Draft {
  perfc_attr attr = {};
  const catalog::Pmu* pmu = nullptr;      // Where it counts, if that is known.
  const catalog::Alias* alias = nullptr;  // Of that PMU.
  absl::string_view pmu_name = "";
  absl::string_view name = "";  // From name=; "": as it was written.
  uint32_t flags = 0;           // PERFC_SPEC_*
  uint32_t terms = 0;           // PERFC_TERM_*
  uint64_t max_events = 0;
};

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_DRAFT_H_
