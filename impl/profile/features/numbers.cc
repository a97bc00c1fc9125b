#include "impl/profile/features/numbers.h"

#include "perfc/profile/file.h"

namespace perfc::profile::features {
namespace {

// Available CPUs stand first. perf's document says otherwise, and perf before 4.3
// took the one number for the other when it read them.
constexpr NumberField kNrCpus[] = {{4, 1, "nrcpus_available"},
                                   {4, 1, "nrcpus_online"}};
// MemTotal of /proc/meminfo, which is in KiB.
constexpr NumberField kTotalMem[] = {{8, 1024, "total_mem"}};
constexpr NumberField kSampleTime[] = {{8, 1, "sample_time_first"},
                                       {8, 1, "sample_time_last"}};
constexpr NumberField kClockId[] = {{8, 1, "clockid_resolution"}};
constexpr NumberField kDirFormat[] = {{8, 1, "dir_format"}};
constexpr NumberField kCompressed[] = {{4, 1, "compressed_version"},
                                       {4, 1, "compressed_type"},
                                       {4, 1, "compressed_level"},
                                       {4, 1, "compressed_ratio"},
                                       {4, 1, "compressed_mmap_len"}};
constexpr NumberField kClockData[] = {{4, 1, "clock_data_version"},
                                      {4, 1, "clock_data_clockid"},
                                      {8, 1, "clock_data_realtime"},
                                      {8, 1, "clock_data_time"}};
constexpr NumberField kEMachine[] = {{4, 1, "e_machine"}, {4, 1, "e_flags"}};
constexpr NumberField kClnSize[] = {{4, 1, "cln_size"}};

}  // namespace

absl::Span<const NumberField> NumbersOf(uint32_t feature) {
  switch (feature) {
    case PERFC_FEATURE_NRCPUS:
      return kNrCpus;
    case PERFC_FEATURE_TOTAL_MEM:
      return kTotalMem;
    case PERFC_FEATURE_SAMPLE_TIME:
      return kSampleTime;
    case PERFC_FEATURE_CLOCKID:
      return kClockId;
    case PERFC_FEATURE_DIR_FORMAT:
      return kDirFormat;
    case PERFC_FEATURE_COMPRESSED:
      return kCompressed;
    case PERFC_FEATURE_CLOCK_DATA:
      return kClockData;
    case PERFC_FEATURE_E_MACHINE:
      return kEMachine;
    case PERFC_FEATURE_CLN_SIZE:
      return kClnSize;
    default:
      return {};
  }
}

}  // namespace perfc::profile::features
