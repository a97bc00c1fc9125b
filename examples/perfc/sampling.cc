#include "examples/perfc/sampling.h"

#include <cerrno>
#include <cinttypes>

#include "examples/perfc/errors.h"
#include "examples/perfc/text.h"

namespace tool {

Sampling CyclesSampling(uint64_t frequency, bool on_exec) {
  Sampling sampling;
  perfc_attr& attr = sampling.attr;
  attr = {};
  attr.size = sizeof attr;
  attr.type = PERFC_TYPE_HARDWARE;
  attr.config = PERFC_COUNT_HW_CPU_CYCLES;
  attr.sample_period = frequency;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP |
                     PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                     PERFC_SAMPLE_CALLCHAIN;
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_INHERIT | PERFC_ATTR_FREQ |
               PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 | PERFC_ATTR_COMM |
               PERFC_ATTR_COMM_EXEC | PERFC_ATTR_TASK |
               PERFC_ATTR_SAMPLE_ID_ALL;
  if (on_exec) attr.flags |= PERFC_ATTR_ENABLE_ON_EXEC;
  return sampling;
}

void LimitFrequency(uint64_t max_sample_rate, Sampling* sampling) {
  uint64_t& frequency = sampling->attr.sample_period;
  if (frequency <= max_sample_rate) return;
  sampling->notes.push_back(
      Format("%" PRIu64 " Hz is above the kernel's perf_event_max_sample_rate: "
             "sampling at %" PRIu64 " Hz",
             frequency, max_sample_rate));
  frequency = max_sample_rate;
}

bool StepDown(const perfc::Error& error, Sampling* sampling) {
  perfc_attr& attr = sampling->attr;
  if (IsForbidden(error.code()) && !sampling->user_only) {
    sampling->user_only = true;
    attr.flags |= PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
    sampling->notes.push_back(
        "no permission to look into the kernel: sampling user space only (" +
        error.text() + ")");
    return true;
  }
  const bool not_here =
      IsNotHere(error.code()) || error.code().value() == EACCES;
  if (not_here && attr.type == PERFC_TYPE_HARDWARE) {
    attr.type = PERFC_TYPE_SOFTWARE;
    attr.config = PERFC_COUNT_SW_CPU_CLOCK;
    sampling->event = "cpu-clock";
    sampling->notes.push_back("no cycles here: sampling cpu-clock instead (" +
                              error.text() + ")");
    return true;
  }
  return false;
}

perfc::Result<void> Probe(int32_t thread, int32_t cpu, Sampling* sampling) {
  for (;;) {
    perfc::Result<perfc::Event> event =
        perfc::Event::open(sampling->attr, thread, cpu);
    if (event) return {};
    if (!StepDown(event.error(), sampling)) return std::move(event).error();
  }
}

}  // namespace tool
