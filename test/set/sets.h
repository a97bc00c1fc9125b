// What the tests of sets share: a scripted machine with CPUs, specs, and a set.
#ifndef PERFC_TEST_SET_SETS_H_
#define PERFC_TEST_SET_SETS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/names.h"
#include "perfc/set.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace scripted {

struct SetCloser {
  void operator()(perfc_set *set) const { perfc_set_close(set); }
};
using SetHandle = std::unique_ptr<perfc_set, SetCloser>;

struct ReportCloser {
  void operator()(perfc_report *report) const { perfc_report_destroy(report); }
};
using ReportHandle = std::unique_ptr<perfc_report, ReportCloser>;

inline perfc_attr CountAttr(uint32_t type, uint64_t config) {
  perfc_attr attr = {};
  attr.type = type;
  attr.size = PERFC_ATTR_SIZE_VER8;
  attr.config = config;
  return attr;
}

inline perfc_target CpusTarget(const char *cpus = nullptr) {
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = PERFC_TARGET_CPUS;
  target.cpus = cpus;
  return target;
}

inline perfc_target TaskTarget(uint32_t kind, int32_t pid) {
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = kind;
  target.pid = pid;
  return target;
}

class Sets : public Machine {
 protected:
  void SetUp() override {
    system_.SetFile("/sys/devices/system/cpu/online", "0,2,5\n");
    system_.SetFile("/sys/devices/system/cpu/possible", "0-7\n");
    system_.SetFile("/proc/sys/kernel/perf_event_mlock_kb", "516\n");
    system_.SetFile("/proc/sys/kernel/perf_event_max_sample_rate", "4000\n");
    system_.SetFile("/proc/sys/kernel/perf_event_paranoid", "0\n");
    system_.SetFile("/proc/self/status", "CapEff:\t0000000000000000\n");
    EXPECT_EQ(perfc_specs_create(&host_, &specs_, &error_), 0);
    perfc_report *report = nullptr;
    EXPECT_EQ(perfc_report_create(&report, &error_), 0);
    report_.reset(report);
    options_.size = sizeof options_;
    options_.report = report;
  }

  void TearDown() override {
    set_.reset();
    perfc_specs_destroy(specs_);
    Machine::TearDown();
  }

  // Appends a spec.
  uint32_t Add(const perfc_attr &attr, const char *name,
               uint32_t leader = PERFC_SPEC_NO_LEADER, uint32_t flags = 0,
               const std::vector<uint32_t> &cpus = {}) {
    const int index =
        perfc_specs_add(specs_, &attr, sizeof attr, name, leader, &error_);
    EXPECT_GE(index, 0) << TextOf(error_);
    auto &spec = specs_->list[static_cast<uint32_t>(index)];
    spec.flags = flags;
    if (!cpus.empty()) {
      auto *kept = static_cast<uint32_t *>(specs_->list.arena().Alloc(
          cpus.size() * sizeof(uint32_t), alignof(uint32_t)));
      std::copy(cpus.begin(), cpus.end(), kept);
      spec.cpu_list = kept;
      spec.cpu_count = static_cast<uint32_t>(cpus.size());
    }
    return static_cast<uint32_t>(index);
  }

  int Open(const perfc_target &target) {
    perfc_set *set = nullptr;
    const int result =
        perfc_set_open(&host_, specs_, &target, &options_, &set, &error_);
    set_.reset(set);
    return result;
  }

  perfc_member MemberOf(uint32_t index) const {
    perfc_member member = {};
    EXPECT_EQ(perfc_set_member(set_.get(), index, &member, sizeof member), 0);
    return member;
  }

  FakeEvent &FakeOf(uint32_t index) {
    return system_.event(perfc_event_fd(MemberOf(index).event));
  }

  perfc_attr AttrOf(uint32_t index) {
    perfc_attr attr = {};
    perfc_event_attr(MemberOf(index).event, &attr, sizeof attr);
    return attr;
  }

  // "cycles@0 cycles@2": what is open, by spec and CPU, or with threads by
  // spec and thread.
  std::string Opened(bool threads = false) const {
    std::string text;
    for (int i = 0; i < perfc_set_member_count(set_.get()); ++i) {
      const perfc_member member = MemberOf(static_cast<uint32_t>(i));
      if (member.event == nullptr) continue;
      perfc_spec spec = {};
      perfc_specs_get(perfc_set_specs(set_.get()), member.spec, &spec,
                      sizeof spec);
      text += (text.empty() ? "" : " ") + std::string(spec.name) + "@" +
              std::to_string(threads ? member.pid : member.cpu);
    }
    return text;
  }

  std::vector<struct perfc_report_entry> Entries(
      const perfc_report *report = nullptr) const {
    if (report == nullptr) report = report_.get();
    std::vector<struct perfc_report_entry> entries(
        static_cast<size_t>(perfc_report_count(report)));
    for (uint32_t i = 0; i < entries.size(); ++i) {
      EXPECT_EQ(perfc_report_get(report, i, &entries[i], sizeof entries[i]), 0);
    }
    return entries;
  }

  std::string ReportText() const {
    char text[8192];
    const int length =
        perfc_report_text(report_.get(), PERFC_REPORT_ALL, text, sizeof text);
    EXPECT_GE(length, 0);
    return text;
  }

  const perfc_attr kCycles =
      CountAttr(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES);
  const perfc_attr kClock =
      CountAttr(PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_CPU_CLOCK);
  const perfc_attr kFaults =
      CountAttr(PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_PAGE_FAULTS);

  perfc_specs *specs_ = nullptr;
  ReportHandle report_;
  perfc_set_options options_ = {};
  SetHandle set_;
};

}  // namespace scripted

#endif  // PERFC_TEST_SET_SETS_H_
