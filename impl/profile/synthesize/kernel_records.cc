#include "impl/profile/synthesize/kernel_records.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/text_writer.h"
#include "impl/profile/synthesize/mmap_record.h"
#include "perfc/record.h"

namespace perfc::profile::synthesize {
namespace {

// modules.dep has some hundred KiB.
constexpr size_t kMaxModulesDep = 16 << 20;

// A file's name may have '-' where the module's name has '_'.
bool IsFileOf(absl::string_view module, absl::string_view file) {
  const size_t slash = file.rfind('/');
  if (slash != file.npos) file.remove_prefix(slash + 1);
  const absl::string_view suffix =
      file.substr(std::min(module.size(), file.size()));
  return suffix.substr(0, 3) == ".ko" &&
         std::equal(module.begin(), module.end(), file.begin(),
                    [](char a, char b) { return a == (b == '-' ? '_' : b); });
}

// "nf_tables 245760 4 nft_ct,nft_chain_nat, Live 0xffffffffc0a00000". Modules that are
// just loaded or unloaded aren't "Live". Address 0: it is hidden.
bool ParseModule(absl::string_view line, Module* module) {
  const absl::string_view name = TakeUntil(&line, ' ');
  if (name.empty() || name.size() >= sizeof module->name) return false;
  if (!TakeNumber(&line, 10, &module->size)) return false;
  const size_t at = line.find(" Live 0x");
  if (at == line.npos) return false;
  line.remove_prefix(at + 8);
  module->name[name.copy(module->name, name.size())] = '\0';
  return TakeNumber(&line, 16, &module->address) && module->address != 0;
}

}  // namespace

int ModuleFiles::LoadFrom(const char* root) {
  const Path path("%s/lib/modules/%s/modules.dep", root, release_);
  const int failed = ReadFile(path.get(), &content_, kMaxModulesDep);
  if (failed) content_.Clear();
  return failed;
}

// The modules lie in the root of the system whose procfs that is.
int ModuleFiles::Load(const Roots& roots) {
  utsname names;
  if (uname(&names) != 0) return 0;
  memcpy(release_, names.release, sizeof release_);
  const Path root("%s/1/root", roots.procfs());
  int failed = LoadFrom(root.get());
  if (failed && !IsShortage(failed)) failed = LoadFrom("");
  return IsShortage(failed) ? failed : 0;
}

void ModuleFiles::AppendPath(absl::string_view module,
                             base::TextWriter* out) const {
  absl::string_view rest = View(content_);
  while (!rest.empty()) {
    absl::string_view line = TakeUntil(&rest, '\n');
    const absl::string_view file = TakeUntil(&line, ':');
    if (!IsFileOf(module, file)) continue;
    if (file[0] != '/') out->Format("/lib/modules/%s/", release_);
    out->Append(file);
    return;
  }
  out->Format("[%s]", module);
}

int KernelRecords::OpenModules() {
  if (int failed = files_.Load(job_.roots)) return failed;
  const Path path("%s/modules", job_.roots.procfs());
  const int failed = lines_.Open(path.get());
  if (IsShortage(failed)) return failed;
  step_ = failed ? Step::kDone : Step::kReadModule;
  return 0;
}

int KernelRecords::ReadModule() {
  absl::string_view line;
  const int got = lines_.Next(&line);
  if (IsShortage(got)) return got;
  if (got != 1) {
    step_ = Step::kDone;
  } else if (ParseModule(line, &module_)) {
    step_ = Step::kModule;
  }
  return 0;
}

int KernelRecords::MakeKernel(Block* block, Made* made) {
  step_ = Step::kOpenModules;
  const uint64_t start = symbols_->start();
  if (start == 0) return 0;
  const base::ShortText<64> name("[kernel.kallsyms]%s", symbols_->start_name());
  const int result = KernelMmap(job_, start, symbols_->end() - start, start,
                                name, block, &made->record);
  if (result < 0) step_ = Step::kKernel;
  return result;
}

int KernelRecords::MakeModule(Block* block, Made* made) {
  char path[PATH_MAX];
  base::TextWriter writer(path, sizeof path);
  files_.AppendPath(module_.name, &writer);
  const int result = KernelMmap(job_, module_.address, module_.size, 0, path,
                                block, &made->record);
  if (result == 1) step_ = Step::kReadModule;
  return result;
}

// Without kallsyms there is no kernel, but there may be modules.
int KernelRecords::LoadSymbols() {
  const int failed = symbols_->Load(job_.roots);
  if (IsShortage(failed)) return failed;
  step_ = failed ? Step::kOpenModules : Step::kKernel;
  return 0;
}

int KernelRecords::Go(Block* block, Made* made) {
  switch (step_) {
    case Step::kSymbols:
      return LoadSymbols();
    case Step::kKernel:
      return MakeKernel(block, made);
    case Step::kOpenModules:
      return OpenModules();
    case Step::kReadModule:
      return ReadModule();
    case Step::kModule:
      return MakeModule(block, made);
    case Step::kDone:
      return 0;
  }
  return 0;
}

int KernelRecords::Next(Block* block, Made* made) {
  *made = {{}, nullptr, 0, PERFC_STREAM_RECORD_SYNTHESIZED};
  while (step_ != Step::kDone) {
    const int result = Go(block, made);
    if (result != 0) return result;
  }
  return 0;
}

}  // namespace perfc::profile::synthesize
