#include "impl/profile/synthesize/bpf_records.h"

#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/base/text_writer.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::profile::synthesize {
namespace {

// A program has 256 functions at most (BPF_MAX_SUBPROGS).
constexpr uint32_t kMaxFunctions = 4096;
// A trampoline's image has this size (perf_event_ksymbol in
// kernel/bpf/trampoline.c).
constexpr uint32_t kTrampolineSize = 4096;

int Bpf(int command, bpf_attr* attr) {
  const int saved = errno;
  long result = syscall(SYS_bpf, command, attr, sizeof *attr);
  if (result < 0) result = -errno;
  errno = saved;
  return static_cast<int>(result);
}

// The first program behind an id. 0; -ENOENT: there is none; bpf(2)'s.
int NextId(uint32_t id, uint32_t* next) {
  bpf_attr attr = {};
  attr.start_id = id;
  const int failed = Bpf(BPF_PROG_GET_NEXT_ID, &attr);
  if (failed == 0) *next = attr.next_id;
  return failed;
}

int GetInfo(int fd, bpf_prog_info* info) {
  bpf_attr attr = {};
  attr.info.bpf_fd = static_cast<uint32_t>(fd);
  attr.info.info_len = sizeof *info;
  attr.info.info = reinterpret_cast<uintptr_t>(info);
  return Bpf(BPF_OBJ_GET_INFO_BY_FD, &attr);
}

template <typename T>
uint64_t AddressOf(base::Buffer<T>* array) {
  return reinterpret_cast<uintptr_t>(array->data());
}

// The first call tells how many functions there are, the second one fills the arrays.
int GetFunctions(int fd, bpf_prog_info* info, BpfProgram* program) {
  *info = {};
  if (int failed = GetInfo(fd, info)) return failed;
  const uint32_t count = info->nr_jited_ksyms;
  if (count > kMaxFunctions) return -ENODATA;
  if (!program->addresses.Resize(count) || !program->lengths.Resize(count) ||
      !program->tags.Resize(count)) {
    return -ENOMEM;
  }
  *info = {};
  info->nr_jited_ksyms = info->nr_jited_func_lens = info->nr_prog_tags = count;
  info->jited_ksyms = AddressOf(&program->addresses);
  info->jited_func_lens = AddressOf(&program->lengths);
  info->prog_tags = AddressOf(&program->tags);
  if (int failed = GetInfo(fd, info)) return failed;
  const uint32_t told =
      std::min({info->nr_jited_ksyms, info->nr_jited_func_lens,
                info->nr_prog_tags, count});
  return program->addresses.Resize(told) ? 0 : -ENOMEM;
}

// Reads a program that may be unloaded meanwhile.
int ReadProgram(uint32_t id, BpfProgram* program) {
  bpf_attr attr = {};
  attr.prog_id = id;
  const int fd = Bpf(BPF_PROG_GET_FD_BY_ID, &attr);
  if (fd < 0) return fd;
  const io::Fd owner = io::Fd::Owned(fd);
  bpf_prog_info info;
  if (int failed = GetFunctions(fd, &info, program)) return failed;
  static_assert(sizeof info.tag == sizeof program->tag);
  static_assert(sizeof info.name == sizeof program->name);
  memcpy(program->tag, info.tag, sizeof info.tag);
  memcpy(program->name, info.name, sizeof info.name);
  return 0;
}

bool IsTrampoline(absl::string_view name) {
  constexpr absl::string_view kPrefixes[] = {"bpf_trampoline_",
                                             "bpf_dispatcher_"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](absl::string_view prefix) {
                       return name.substr(0, prefix.size()) == prefix;
                     });
}

// The name of a function that isn't in kallsyms, as the kernel would make it without
// BTF (bpf_get_prog_name, kernel/bpf/core.c).
void WriteName(const BpfProgram& program, size_t function,
               base::TextWriter* out) {
  out->Append("bpf_prog_");
  const auto* tag = reinterpret_cast<const uint8_t*>(&program.tags[function]);
  for (size_t i = 0; i < sizeof program.tag; ++i) out->Format("%02x", tag[i]);
  const absl::string_view name(program.name,
                               strnlen(program.name, sizeof program.name));
  if (program.addresses.size() > 1) {
    out->Append("_F");
  } else if (!name.empty()) {
    out->Format("_%s", name);
  }
}

}  // namespace

int BpfRecords::NextProgram() {
  uint32_t id;
  const int failed = NextId(program_.id, &id);
  if (IsShortage(failed)) return failed;
  // Where programs may not be listed there are no lengths of functions either, but
  // trampolines have names.
  if (failed) {
    step_ = Step::kTrampoline;
    return 0;
  }
  const int unread = ReadProgram(id, &program_);
  if (IsShortage(unread)) return unread;
  program_.id = id;
  function_ = 0;
  if (unread == 0) step_ = Step::kFunction;
  return 0;
}

perfc_record BpfRecords::Ksymbol(uint64_t address, uint32_t length,
                                 absl::string_view name, Block* block) const {
  block->Begin(PERFC_RECORD_KSYMBOL, 0);
  block->U64(address);
  block->U32(length);
  block->U16(PERFC_RECORD_KSYMBOL_TYPE_BPF);
  block->U16(0);
  block->Text(name);
  return block->Finish(job_.places, 0, 0);
}

int BpfRecords::MakeFunction(Block* block, Made* made) {
  if (function_ == program_.addresses.size()) {
    step_ = Step::kEvent;
    return 0;
  }
  const uint64_t address = program_.addresses[function_];
  char own[128];
  base::TextWriter writer(own, sizeof own);
  absl::string_view name = symbols_.BpfAt(address);
  if (name.empty()) {
    WriteName(program_, function_, &writer);
    name = own;
  }
  made->record = Ksymbol(address, program_.lengths[function_], name, block);
  ++function_;
  return 1;
}

int BpfRecords::MakeEvent(Block* block, Made* made) {
  block->Begin(PERFC_RECORD_BPF_EVENT, 0);
  block->U16(PERFC_BPF_EVENT_PROG_LOAD);
  block->U16(0);
  block->U32(program_.id);
  block->Bytes(program_.tag, sizeof program_.tag);
  made->record = block->Finish(job_.places, 0, 0);
  step_ = Step::kProgram;
  return 1;
}

int BpfRecords::MakeTrampoline(Block* block, Made* made) {
  for (; symbol_ < symbols_.bpf_count(); ++symbol_) {
    const uint64_t address = symbols_.bpf_address(symbol_);
    const absl::string_view name = symbols_.bpf_name(symbol_);
    if (address == 0 || !IsTrampoline(name)) continue;
    made->record = Ksymbol(address, kTrampolineSize, name, block);
    ++symbol_;
    return 1;
  }
  step_ = Step::kDone;
  return 0;
}

int BpfRecords::Go(Block* block, Made* made) {
  switch (step_) {
    case Step::kProgram:
      return NextProgram();
    case Step::kFunction:
      return MakeFunction(block, made);
    case Step::kEvent:
      return MakeEvent(block, made);
    case Step::kTrampoline:
      return MakeTrampoline(block, made);
    case Step::kDone:
      return 0;
  }
  return 0;
}

int BpfRecords::Next(Block* block, Made* made) {
  *made = {{}, nullptr, 0, PERFC_STREAM_RECORD_SYNTHESIZED};
  while (step_ != Step::kDone) {
    const int result = Go(block, made);
    if (result != 0) return result;
  }
  return 0;
}

}  // namespace perfc::profile::synthesize
