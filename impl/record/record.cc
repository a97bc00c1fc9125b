#include "impl/record/record.h"

#include <iterator>

#include "impl/record/types.h"

namespace perfc::record {
namespace {

#define PERFC_ONE(NAME, TYPE) +1
static_assert(1 PERFC_RECORD_TYPES(PERFC_ONE) + 1 == PERFC_RECORD_MAX,
              "types.h lacks a type (0 is none, and SAMPLE isn't listed)");
#undef PERFC_ONE

constexpr const char* kToolTypes[] = {
    "HEADER_ATTR",
    "HEADER_EVENT_TYPE",
    "HEADER_TRACING_DATA",
    "HEADER_BUILD_ID",
    "FINISHED_ROUND",
    "ID_INDEX",
    "AUXTRACE_INFO",
    "AUXTRACE",
    "AUXTRACE_ERROR",
    "THREAD_MAP",
    "CPU_MAP",
    "STAT_CONFIG",
    "STAT",
    "STAT_ROUND",
    "EVENT_UPDATE",
    "TIME_CONV",
    "HEADER_FEATURE",
    "COMPRESSED",
    "FINISHED_INIT",
    "COMPRESSED2",
    "BPF_METADATA",
    "SCHEDSTAT_CPU",
    "SCHEDSTAT_DOMAIN",
};
static_assert(PERFC_RECORD_HEADER_ATTR == kFirstToolType);
static_assert(PERFC_RECORD_SCHEDSTAT_DOMAIN ==
              kFirstToolType + std::size(kToolTypes) - 1);

const char* ToolTypeName(uint32_t type) {
  const uint32_t index = type - kFirstToolType;
  return index < std::size(kToolTypes) ? kToolTypes[index] : nullptr;
}

}  // namespace

const char* TypeName(uint32_t type) {
  switch (type) {
    case PERFC_RECORD_SAMPLE:
      return "SAMPLE";
#define PERFC_ONE(NAME, TYPE) \
  case PERFC_RECORD_##TYPE:   \
    return #TYPE;
      PERFC_RECORD_TYPES(PERFC_ONE)
#undef PERFC_ONE
    default:
      return ToolTypeName(type);
  }
}

uint32_t Flags(uint32_t type, uint16_t misc) {
  const auto flag = [misc](uint16_t bit, uint32_t flag) {
    return misc & bit ? flag : 0;
  };
  switch (type) {
    case PERFC_RECORD_SAMPLE:
      return flag(PERFC_RECORD_MISC_EXACT_IP, PERFC_RECORD_FLAG_EXACT_IP);
    case PERFC_RECORD_MMAP:
    case PERFC_RECORD_MMAP2:
      return PERFC_RECORD_FLAG_EXECUTABLE ^
             flag(PERFC_RECORD_MISC_MMAP_DATA, PERFC_RECORD_FLAG_EXECUTABLE);
    case PERFC_RECORD_COMM:
      return flag(PERFC_RECORD_MISC_COMM_EXEC, PERFC_RECORD_FLAG_COMM_EXEC);
    case PERFC_RECORD_SWITCH:
    case PERFC_RECORD_SWITCH_CPU_WIDE:
      return flag(PERFC_RECORD_MISC_SWITCH_OUT, PERFC_RECORD_FLAG_SWITCH_OUT) |
             flag(PERFC_RECORD_MISC_SWITCH_OUT_PREEMPT,
                  PERFC_RECORD_FLAG_SWITCH_PREEMPTED);
    default:
      return 0;
  }
}

}  // namespace perfc::record
