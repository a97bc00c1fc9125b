// Facts about this machine as the content of a file's features
// (tools/perf/util/header.c has the layouts).
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_HOST_FEATURE_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_HOST_FEATURE_H_

#include <cstdint>

#include "impl/profile/format/builder.h"
#include "perfc/decode.h"
#include "perfc/host.h"

namespace perfc::profile::synthesize {

// All functions make *out the content of a feature. 0; -ENODATA: this machine doesn't
// tell, or the feature is no fact about a machine; -ENOMEM, -EMFILE, -ENFILE. After
// a failure *out is empty.

// HOSTNAME to CMDLINE, CPU_TOPOLOGY, NUMA_TOPOLOGY, PMU_MAPPINGS, CACHE,
// MEM_TOPOLOGY, CPU_PMU_CAPS, PMU_CAPS, HYBRID_TOPOLOGY, CPU_DOMAIN_INFO, E_MACHINE,
// CLN_SIZE. CMDLINE is that of the calling process.
int HostFeature(const perfc_host* host, uint32_t feature, format::Builder* out);

// EVENT_DESC: the attrs of a plan with their ids, and names by perfc_attr_label.
int EventDesc(const perfc_host* host, const perfc_plan* plan,
              format::Builder* out);

// CLOCKID: the resolution of a clock of attr.clockid.
int ClockId(int32_t clock, format::Builder* out);
// CLOCK_DATA: the time of a clock, and the time of day at the same moment.
int ClockData(int32_t clock, format::Builder* out);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_HOST_FEATURE_H_
