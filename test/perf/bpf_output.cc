// What a BPF program writes into a ring: PERF_COUNT_SW_BPF_OUTPUT.

#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "gtest/gtest.h"
#include "test/live/events.h"
#include "test/live/machine.h"
#include "test/live/needs.h"
#include "test/live/work.h"
#include "test/perf/capture.h"

namespace capture {
namespace {

using live::Event;

int Bpf(int command, bpf_attr* attr) {
  const int result = syscall(SYS_bpf, command, attr, sizeof *attr);
  EXPECT_GE(result, 0) << strerror(errno);
  return result;
}

uint64_t Address(const void* pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

// An array in which the program finds the event at the number of its CPU.
int ArrayOf(perfc_event* event, uint32_t cpu) {
  bpf_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.map_type = BPF_MAP_TYPE_PERF_EVENT_ARRAY;
  attr.key_size = attr.value_size = 4;
  attr.max_entries = cpu + 1;
  const int array = Bpf(BPF_MAP_CREATE, &attr);
  const int fd = perfc_event_fd(event);
  memset(&attr, 0, sizeof attr);
  attr.map_fd = array;
  attr.key = Address(&cpu);
  attr.value = Address(&fd);
  Bpf(BPF_MAP_UPDATE_ELEM, &attr);
  return array;
}

// A tracepoint's program: bpf_perf_event_output of `size` bytes of 0x2a.
int Writer(int array, int size) {
  const bpf_insn code[] = {
      {BPF_ST | BPF_DW | BPF_MEM, BPF_REG_10, 0, -8, 0x2a2a2a2a},
      {BPF_ST | BPF_DW | BPF_MEM, BPF_REG_10, 0, -16, 0x2a2a2a2a},
      {BPF_ST | BPF_DW | BPF_MEM, BPF_REG_10, 0, -24, 0x2a2a2a2a},
      {BPF_LD | BPF_IMM | BPF_DW, BPF_REG_2, BPF_PSEUDO_MAP_FD, 0, array},
      {0, 0, 0, 0, 0},
      {BPF_ALU | BPF_MOV | BPF_K, BPF_REG_3, 0, 0, -1},  // BPF_F_CURRENT_CPU
      {BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_4, BPF_REG_10, 0, 0},
      {BPF_ALU64 | BPF_ADD | BPF_K, BPF_REG_4, 0, 0, -24},
      {BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_5, 0, 0, size},
      {BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_perf_event_output},
      {BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0},
      {BPF_JMP | BPF_EXIT, 0, 0, 0, 0},
  };
  bpf_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.prog_type = BPF_PROG_TYPE_TRACEPOINT;
  attr.insn_cnt = sizeof code / sizeof *code;
  attr.insns = Address(code);
  attr.license = Address("GPL");
  return Bpf(BPF_PROG_LOAD, &attr);
}

TEST(Samples, BpfOutputOfAnySize) {
  NEEDS(live::Bpf(), live::Tracefs());
  const int cpu = live::AllowedCpus()[0];
  live::Pinned pinned(cpu);
  perfc_attr attr = live::Software(PERFC_COUNT_SW_BPF_OUTPUT);
  attr.flags = 0;
  Event output = live::OpenMapped(
      live::Sampling(attr, PERFC_SAMPLE_IP | PERFC_SAMPLE_RAW |
                               PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                               PERFC_SAMPLE_CPU),
      8);
  const int array = ArrayOf(output, cpu);
  for (const int size : {1, 4, 8, 11, 12, 13, 24}) {
    const int program = Writer(array, size);
    Event trigger = live::Open(live::Tracepoint("syscalls:sys_enter_getppid"));
    EXPECT_EQ(0, perfc_ioctl(trigger, PERFC_IOC_SET_BPF, program, nullptr));
    EXPECT_EQ(0, perfc_ioctl(trigger, PERFC_IOC_ENABLE, 0, nullptr));
    live::Getppid(1);
    EXPECT_EQ(0, perfc_ioctl(trigger, PERFC_IOC_DISABLE, 0, nullptr));
    close(program);
  }
  close(array);
  Save({output}, {PERFC_RECORD_SAMPLE});
}

}  // namespace
}  // namespace capture
