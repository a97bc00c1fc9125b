#include "bpf.h"

#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "gtest/gtest.h"

namespace live {
namespace {

uint64_t Address(const void* pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

}  // namespace

BpfProgram::BpfProgram(uint32_t type, int result) {
  const bpf_insn code[] = {
      {BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, result},
      {BPF_JMP | BPF_EXIT, 0, 0, 0, 0},
  };
  bpf_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.prog_type = type;
  attr.insn_cnt = 2;
  attr.insns = Address(code);
  attr.license = Address("GPL");
  memcpy(attr.prog_name, kName, sizeof kName);
  fd_ = syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof attr);
  EXPECT_GE(fd_, 0) << strerror(errno);
  Describe();
}

void BpfProgram::Describe() {
  bpf_prog_info info = {};
  info.nr_jited_ksyms = 1;
  info.jited_ksyms = Address(&address_);
  info.nr_jited_func_lens = 1;
  info.jited_func_lens = Address(&length_);
  bpf_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.info.bpf_fd = fd_;
  attr.info.info_len = sizeof info;
  attr.info.info = Address(&info);
  EXPECT_EQ(0, syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof attr))
      << strerror(errno);
  id_ = info.id;
  tag_.assign(reinterpret_cast<const char*>(info.tag), sizeof info.tag);
}

BpfProgram::~BpfProgram() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace live
