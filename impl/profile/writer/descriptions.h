// The features that describe events: EVENT_DESC and GROUP_DESC.
#ifndef PERFC_IMPL_PROFILE_WRITER_DESCRIPTIONS_H_
#define PERFC_IMPL_PROFILE_WRITER_DESCRIPTIONS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "impl/profile/format/builder.h"
#include "impl/profile/writer/attr_table.h"
#include "impl/profile/writer/attrs.h"
#include "impl/profile/writer/plans.h"
#include "perfc/host.h"

namespace perfc::profile::writer {

// Takes the events' names from an EVENT_DESC. `use` is the plan that came with it.
// What is malformed names nothing. False: no memory.
[[nodiscard]] bool TakeNames(absl::Span<const uint8_t> event_desc,
                             const PlanUse& use, Attrs* attrs);

// Makes a GROUP_DESC for the events of the file from one for those of the plan.
// -ENODATA: there are no such groups. -ENOMEM.
int MapGroups(absl::Span<const uint8_t> group_desc, const PlanUse& use,
              format::Builder* out);

// Names events that have none. An event of this machine (`live`) is named by
// perfc_attr_label. False: no memory.
[[nodiscard]] bool NameEvents(const perfc_host* host, bool live, Attrs* attrs);

// EVENT_DESC of the file.
void BuildEventDesc(const Attrs& attrs, const AttrTable& table,
                    format::Builder* out);

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_DESCRIPTIONS_H_
