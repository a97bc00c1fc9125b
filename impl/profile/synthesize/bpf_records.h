// BPF programs that are loaded.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_BPF_RECORDS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_BPF_RECORDS_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/profile/synthesize/kallsyms.h"
#include "impl/profile/synthesize/producer.h"

namespace perfc::profile::synthesize {

// A program, as bpf(2) tells it.
struct BpfProgram {
  uint32_t id = 0;
  uint8_t tag[8] = {};
  char name[16] = "";
  // Of each function.
  base::Buffer<uint64_t> addresses;
  base::Buffer<uint32_t> lengths;
  base::Buffer<uint64_t> tags;
};

// A KSYMBOL for each function of a program, then its BPF_EVENT; at last a KSYMBOL for
// each trampoline. Programs are listed for whoever has CAP_BPF or CAP_SYS_ADMIN, and
// have addresses only where kptr_restrict shows them.
class BpfRecords : public Producer {
 public:
  BpfRecords(const Job& job, const Kallsyms& symbols)
      : job_(job), symbols_(symbols) {}

  int Next(Block* block, Made* made) override;

 private:
  enum class Step { kProgram, kFunction, kEvent, kTrampoline, kDone };

  // One step. 1: it made a record. 0, or a shortage: then the step is the same again.
  int Go(Block* block, Made* made);
  int NextProgram();
  int MakeFunction(Block* block, Made* made);
  int MakeEvent(Block* block, Made* made);
  int MakeTrampoline(Block* block, Made* made);
  perfc_record Ksymbol(uint64_t address, uint32_t length,
                       absl::string_view name, Block* block) const;

  const Job& job_;
  const Kallsyms& symbols_;
  Step step_ = Step::kProgram;
  BpfProgram program_;
  size_t function_ = 0;
  size_t symbol_ = 0;
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_BPF_RECORDS_H_
