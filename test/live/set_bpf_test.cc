// BPF programs at sets of real events.

#include <linux/bpf.h>

#include <cerrno>
#include <string>

#include "bpf.h"
#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "sets.h"
#include "work.h"

namespace live {
namespace {

Specs& GetppidSpecs(Specs* specs) {
  return specs->Add(
      Sampling(Tracepoint("syscalls:sys_enter_getppid"), PERFC_SAMPLE_TIME),
      "getppid");
}

perfc_event* EventOf(perfc_set* set, uint32_t index) {
  perfc_member member = {};
  EXPECT_EQ(0, perfc_set_member(set, index, &member, sizeof member));
  return member.event;
}

uint32_t QueriedId(perfc_set* set, uint32_t member) {
  uint32_t id = 0;
  uint32_t count = 0;
  perfc_error error = {};
  EXPECT_EQ(0,
            perfc_event_query_bpf(EventOf(set, member), &id, 1, &count, &error))
      << Text(error);
  EXPECT_EQ(1u, count);
  return id;
}

uint64_t Records(perfc_set* set) {
  uint64_t records = 0;
  for (int i = 0; i < perfc_set_member_count(set); ++i) {
    perfc_member member = {};
    perfc_set_member(set, static_cast<uint32_t>(i), &member, sizeof member);
    records += Drain(member.event, uint32_t{PERFC_RECORD_SAMPLE}).size();
  }
  return records;
}

// A result of 0 means that no sample is taken. The events of one tracepoint
// share the program.
TEST(SetBpf, ATracepointsProgramIsAttachedForAllCpusByTheIoctl) {
  NEEDS(Bpf(), Tracefs());
  const BpfProgram drop(BPF_PROG_TYPE_TRACEPOINT, 0);
  Specs specs;
  Set set(GetppidSpecs(&specs), OnCpus());
  ASSERT_EQ(0, set.result()) << set.text();
  ASSERT_GT(perfc_set_mmap(set, 4, 0, nullptr), 0);
  perfc_error error = {};
  ASSERT_EQ(1, perfc_set_attach_bpf(set, drop.fd(), 0, &error)) << Text(error);
  ASSERT_EQ(0, perfc_set_enable(set));
  Getppid(20);
  perfc_set_disable(set);
  EXPECT_EQ(0u, Records(set));
  for (uint32_t i = 0; i < set.members().size(); ++i) {
    EXPECT_EQ(drop.id(), QueriedId(set, i));
  }
}

TEST(SetBpf, ALinkCanBeTakenAway) {
  NEEDS(Linux(5, 15), Bpf(), Tracefs());
  const BpfProgram drop(BPF_PROG_TYPE_TRACEPOINT, 0);
  Specs specs;
  Set set(GetppidSpecs(&specs), OnCpus());
  ASSERT_EQ(0, set.result()) << set.text();
  ASSERT_GT(perfc_set_mmap(set, 4, 0, nullptr), 0);
  const std::set<std::string> before = OpenFds();
  perfc_error error = {};
  ASSERT_EQ(1, perfc_set_attach_bpf(set, drop.fd(), PERFC_BPF_LINK, &error))
      << Text(error);
  EXPECT_EQ(before.size() + 1, OpenFds().size());
  EXPECT_EQ(drop.id(), QueriedId(set, 0));
  ASSERT_EQ(0, perfc_set_enable(set));
  Getppid(20);
  EXPECT_EQ(0u, Records(set));
  ASSERT_EQ(0, perfc_set_detach_bpf(set));
  EXPECT_EQ(before, OpenFds());
  Getppid(20);
  perfc_set_disable(set);
  EXPECT_GE(Records(set), 20u);
}

// The kernel doesn't tell which program a perf event has; the link does.
TEST(SetBpf, EveryPerfEventHasItsOwnLinkWhichTellsTheProgram) {
  NEEDS(Linux(5, 15), Bpf());
  const BpfProgram drop(BPF_PROG_TYPE_PERF_EVENT, 0);
  perfc_attr clock =
      Sampling(Software(PERFC_COUNT_SW_CPU_CLOCK), PERFC_SAMPLE_TIME);
  clock.sample_period = 1000000;
  Specs specs;
  Set set(specs.Add(clock, "cpu-clock"), OnCpus());
  ASSERT_EQ(0, set.result()) << set.text();
  ASSERT_GT(perfc_set_mmap(set, 4, 0, nullptr), 0);
  perfc_error error = {};
  const int count = perfc_set_member_count(set);
  ASSERT_EQ(count, perfc_set_attach_bpf(set, drop.fd(), PERFC_BPF_LINK, &error))
      << Text(error);
  for (uint32_t i = 0; i < set.members().size(); ++i) {
    EXPECT_EQ(drop.id(), QueriedId(set, i));
  }
  ASSERT_EQ(0, perfc_set_enable(set));
  Busy(10);
  EXPECT_EQ(0u, Records(set));
  ASSERT_EQ(0, perfc_set_detach_bpf(set));
  uint32_t id;
  uint32_t had;
  EXPECT_EQ(-EINVAL,
            perfc_event_query_bpf(EventOf(set, 0), &id, 1, &had, &error));
  Busy(10);
  perfc_set_disable(set);
  EXPECT_GT(Records(set), 0u);
}

TEST(SetBpf, AProgramOfAnotherTypeIsRefusedAndNothingRemains) {
  NEEDS(Bpf());
  const BpfProgram program(BPF_PROG_TYPE_TRACEPOINT, 0);
  Specs specs;
  Set set(specs.Add(Software(PERFC_COUNT_SW_CPU_CLOCK), "cpu-clock"), OnCpus());
  ASSERT_EQ(0, set.result()) << set.text();
  const std::set<std::string> before = OpenFds();
  perfc_error error = {};
  for (const uint32_t flags : {0, PERFC_BPF_LINK}) {
    EXPECT_EQ(-EINVAL, perfc_set_attach_bpf(set, program.fd(), flags, &error));
    EXPECT_NE(std::string::npos, Text(error).find("can't run")) << Text(error);
  }
  EXPECT_EQ(before, OpenFds());
}

}  // namespace
}  // namespace live
