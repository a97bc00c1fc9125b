#include "impl/record/record.h"

#include <iterator>

namespace perfc::record {
namespace {

constexpr const char* kNames[] = {
    nullptr,
    "MMAP",
    "LOST",
    "COMM",
    "EXIT",
    "THROTTLE",
    "UNTHROTTLE",
    "FORK",
    "READ",
    "SAMPLE",
    "MMAP2",
    "AUX",
    "ITRACE_START",
    "LOST_SAMPLES",
    "SWITCH",
    "SWITCH_CPU_WIDE",
    "NAMESPACES",
    "KSYMBOL",
    "BPF_EVENT",
    "CGROUP",
    "TEXT_POKE",
    "AUX_OUTPUT_HW_ID",
    "CALLCHAIN_DEFERRED",
};
static_assert(std::size(kNames) == PERFC_RECORD_MAX);

}  // namespace

const char* TypeName(uint32_t type) {
  return type < std::size(kNames) ? kNames[type] : nullptr;
}

}  // namespace perfc::record
