#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/profile/features/event_layouts.h"
#include "impl/profile/features/features.h"
#include "impl/profile/features/layouts.h"
#include "impl/profile/features/numbers.h"
#include "impl/profile/features/object_layouts.h"

namespace perfc::profile::features {
namespace {

using Foreign = Reader<base::Foreign>;

bool ConvertEvents(uint32_t feature, Foreign& in) {
  switch (feature) {
    case PERFC_FEATURE_EVENT_DESC:
      return ReadEventDescs(in, Ignore());
    case PERFC_FEATURE_GROUP_DESC:
      return ReadGroupDescs(in, Ignore());
    case PERFC_FEATURE_PMU_MAPPINGS:
      return ReadPmuMappings(in, Ignore());
    case PERFC_FEATURE_HYBRID_TOPOLOGY:
      return ReadHybridTopology(in, Ignore());
    case PERFC_FEATURE_CPU_PMU_CAPS:
      return ReadCaps(in, Ignore());
    case PERFC_FEATURE_PMU_CAPS:
      return ReadPmuCaps(in, Ignore());
    case PERFC_FEATURE_BUILD_ID:
      return ReadBuildIds(in, Ignore());
    case PERFC_FEATURE_BPF_PROG_INFO:
      return ReadBpfPrograms(in, Ignore());
    case PERFC_FEATURE_BPF_BTF:
      return ReadBpfBtfs(in, Ignore());
    default:
      return true;
  }
}

bool Convert(uint32_t feature, Foreign& in, uint32_t cpus) {
  absl::string_view text;
  switch (feature) {
    case PERFC_FEATURE_HOSTNAME:
    case PERFC_FEATURE_OSRELEASE:
    case PERFC_FEATURE_VERSION:
    case PERFC_FEATURE_ARCH:
    case PERFC_FEATURE_CPUDESC:
    case PERFC_FEATURE_CPUID:
      return in.Text(&text);
    case PERFC_FEATURE_CMDLINE:
      return ReadStrings(in, Ignore());
    case PERFC_FEATURE_CPU_TOPOLOGY:
      return ReadCpuTopology(in, cpus, Ignore());
    case PERFC_FEATURE_NUMA_TOPOLOGY:
      return ReadNumaTopology(in, Ignore());
    case PERFC_FEATURE_AUXTRACE:
      return ReadAuxtrace(in, Ignore());
    case PERFC_FEATURE_CACHE:
      return ReadCaches(in, Ignore());
    case PERFC_FEATURE_MEM_TOPOLOGY:
      return ReadMemTopology(in, Ignore());
    case PERFC_FEATURE_CPU_DOMAIN_INFO:
      return ReadDomains(in, Ignore());
    default:
      return ReadNumbers(in, NumbersOf(feature), Ignore()) &&
             ConvertEvents(feature, in);
  }
}

}  // namespace

int ToNative(uint32_t feature, uint8_t* bytes, size_t size, uint32_t cpus,
             size_t* at, const char** why) {
  Foreign in(bytes, size);
  if (Convert(feature, in, cpus)) return 0;
  if (in.why() == nullptr) return -ENOMEM;
  *at = in.at();
  *why = in.why();
  return -EBADMSG;
}

uint32_t CpusOf(absl::Span<const uint8_t> nrcpus) {
  if (nrcpus.size() < sizeof(uint32_t)) return 0;
  return base::Load<uint32_t>(nrcpus.data());
}

}  // namespace perfc::profile::features
