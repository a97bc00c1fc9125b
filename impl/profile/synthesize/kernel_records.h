// The kernel and its modules.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_KERNEL_RECORDS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_KERNEL_RECORDS_H_

#include <sys/utsname.h>

#include <cstdint>

#include "impl/base/text_writer.h"
#include "impl/profile/synthesize/kallsyms.h"
#include "impl/profile/synthesize/line_reader.h"
#include "impl/profile/synthesize/producer.h"

namespace perfc::profile::synthesize {

// The files of modules, from modules.dep.
class ModuleFiles {
 public:
  // Without the file there are no paths. 0 or a shortage.
  int Load(const Roots& roots);
  // Appends the path of a module, or "[name]".
  void AppendPath(absl::string_view module, base::TextWriter* out) const;

 private:
  int LoadFrom(const char* root);

  char release_[sizeof(utsname::release)] = "";
  base::Buffer<char> content_;
};

struct Module {
  char name[64];  // the kernel's MODULE_NAME_LEN is 56
  uint64_t size;
  uint64_t address;
};

class KernelRecords : public Producer {
 public:
  // Loads `symbols`, which must outlive it, at the first call.
  KernelRecords(const Job& job, Kallsyms* symbols)
      : job_(job), symbols_(symbols) {}

  int Next(Block* block, Made* made) override;

 private:
  enum class Step {
    kSymbols,
    kKernel,
    kOpenModules,
    kReadModule,
    kModule,
    kDone
  };

  // One step. 1: it made a record. 0, or a shortage: then the step is the same again.
  int Go(Block* block, Made* made);
  int LoadSymbols();
  int MakeKernel(Block* block, Made* made);
  int OpenModules();
  int ReadModule();
  int MakeModule(Block* block, Made* made);

  const Job& job_;
  Kallsyms* const symbols_;
  Step step_ = Step::kSymbols;
  ModuleFiles files_;
  LineReader lines_;
  Module module_;
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_KERNEL_RECORDS_H_
