#include "examples/perfc/sampling.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <vector>

namespace tool {
namespace {

struct perfc_report_entry Degraded(uint32_t step) {
  struct perfc_report_entry entry = {};
  entry.kind = PERFC_REPORT_DEGRADED;
  entry.step = step;
  entry.before = 9000;
  entry.after = 4000;
  entry.error.code = -EACCES;
  return entry;
}

// A list of specs, each with the attr behind it.
struct Specs {
  void Add(uint32_t type, uint64_t config, const char* name = "",
           uint32_t flags = 0, int leader = -1, uint32_t terms = 0,
           perfc_attr attr = {}) {
    attr.size = sizeof attr;
    attr.type = type;
    attr.config = config;
    attrs.push_back(attr);
    perfc_spec spec = {};
    spec.leader = leader < 0 ? static_cast<uint32_t>(attrs.size() - 1)
                             : static_cast<uint32_t>(leader);
    spec.flags = flags;
    spec.terms = terms;
    spec.name = name;
    specs.push_back(spec);
  }
  std::vector<perfc_attr> Complete(const Sampling& sampling = {}) {
    for (size_t i = 0; i < specs.size(); ++i) {
      specs[i].attr = &attrs[i];
      specs[i].attr_size = sizeof attrs[i];
    }
    return SamplingAttrs(specs, sampling);
  }
  std::vector<perfc_attr> attrs;
  std::vector<perfc_spec> specs;
};

// test/events compares them with the perf tool's.
TEST(SamplingTest, TheFirstEventBringsTheSideBand) {
  Specs specs;
  specs.Add(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES);
  specs.Add(PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_PAGE_FAULTS);
  const std::vector<perfc_attr> attrs = specs.Complete();
  EXPECT_EQ(attrs[0].sample_period, 4000u);
  EXPECT_NE(attrs[0].flags & PERFC_ATTR_FREQ, 0u);
  EXPECT_NE(attrs[0].flags & PERFC_ATTR_INHERIT, 0u);
  EXPECT_NE(attrs[0].flags & PERFC_ATTR_MMAP2, 0u);
  EXPECT_EQ(attrs[1].flags & PERFC_ATTR_MMAP2, 0u);
  EXPECT_EQ(attrs[0].flags & PERFC_ATTR_ENABLE_ON_EXEC, 0u);
}

TEST(SamplingTest, OrTheTrackerDoes) {
  Specs specs;
  specs.Add(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES);
  specs.Add(PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_DUMMY, "dummy");
  Sampling sampling;
  sampling.cpus = true;
  sampling.tracker = true;
  sampling.call_graph = CallGraph::kFramePointers;
  const std::vector<perfc_attr> attrs = specs.Complete(sampling);
  EXPECT_EQ(attrs[0].flags & PERFC_ATTR_MMAP2, 0u);
  EXPECT_NE(attrs[0].sample_type & PERFC_SAMPLE_CALLCHAIN, 0u);
  EXPECT_NE(attrs[1].flags & PERFC_ATTR_MMAP2, 0u);
  EXPECT_EQ(attrs[1].sample_type,
            uint64_t{PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                     PERFC_SAMPLE_CPU | PERFC_SAMPLE_IDENTIFIER});
}

TEST(SamplingTest, WhatIsRecordedBesideComesWithTheEventThatTracks) {
  Specs specs;
  specs.Add(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES);
  specs.Add(PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_PAGE_FAULTS);
  Sampling sampling;
  sampling.build_ids = true;
  sampling.record.namespaces = true;
  sampling.record.cgroups = true;
  sampling.record.switches = true;
  sampling.record.data = true;
  sampling.record.phys_data = true;
  sampling.record.clock = 1;
  const std::vector<perfc_attr> attrs = specs.Complete(sampling);
  constexpr uint64_t kTracked = PERFC_ATTR_BUILD_ID | PERFC_ATTR_NAMESPACES |
                                PERFC_ATTR_CGROUP | PERFC_ATTR_CONTEXT_SWITCH |
                                PERFC_ATTR_MMAP_DATA;
  EXPECT_EQ(attrs[0].flags & kTracked, kTracked);
  EXPECT_EQ(attrs[1].flags & kTracked, 0u);
  for (const perfc_attr& attr : attrs) {
    constexpr uint64_t kSampled = PERFC_SAMPLE_ADDR | PERFC_SAMPLE_DATA_SRC |
                                  PERFC_SAMPLE_PHYS_ADDR | PERFC_SAMPLE_CGROUP;
    EXPECT_EQ(attr.sample_type & kSampled, kSampled);
    EXPECT_NE(attr.flags & PERFC_ATTR_USE_CLOCKID, 0u);
    EXPECT_EQ(attr.clockid, 1);
  }
}

TEST(SamplingTest, AThreadAloneIsNotInherited) {
  Specs specs;
  specs.Add(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES);
  Sampling sampling;
  sampling.inherits = false;
  EXPECT_EQ(specs.Complete(sampling)[0].flags & PERFC_ATTR_INHERIT, 0u);
}

TEST(SamplingTest, ProbesAreMessages) {
  Specs specs;
  specs.Add(8, 0, "kprobe:vfs_read");
  specs.Add(9, 0, "uretprobe:/bin/sh:0x10");
  for (const perfc_attr& attr : specs.Complete()) {
    EXPECT_EQ(attr.sample_period, 1u);
    EXPECT_EQ(attr.flags & PERFC_ATTR_FREQ, 0u);
    EXPECT_NE(attr.sample_type & PERFC_SAMPLE_RAW, 0u);
  }
}

TEST(SamplingTest, AnOlderKernelCountsNoLostOnes) {
  Specs specs;
  specs.Add(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES);
  Sampling sampling;
  sampling.counts_lost = false;
  EXPECT_EQ(specs.Complete(sampling)[0].read_format, uint64_t{PERFC_FORMAT_ID});
}

TEST(SamplingTest, EachStepDownHasItsWordsAndTheReason) {
  const std::string user = NoteOf(Degraded(PERFC_FALLBACK_EXCLUDE_KERNEL));
  EXPECT_NE(user.find("sampling user space only"), std::string::npos);
  EXPECT_NE(user.find("EACCES"), std::string::npos);
  EXPECT_NE(NoteOf(Degraded(PERFC_FALLBACK_CPU_CLOCK)).find("cpu-clock"),
            std::string::npos);
  EXPECT_EQ(NoteOf(Degraded(PERFC_FALLBACK_FREQ)),
            "9000 Hz is above the kernel's perf_event_max_sample_rate: "
            "sampling at 4000 Hz");
}

TEST(SamplingTest, WhatIsNoStepIsNoNote) {
  struct perfc_report_entry entry = Degraded(PERFC_FALLBACK_FREQ);
  entry.kind = PERFC_REPORT_OFFLINE;
  EXPECT_EQ(NoteOf(entry), "");
}

}  // namespace
}  // namespace tool
