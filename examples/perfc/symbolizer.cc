#include "examples/perfc/symbolizer.h"

#include <cinttypes>

#include "examples/perfc/proc.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

std::optional<ElfSymbols> Load(const std::string& object) {
  if (object == "[vdso]") return LoadVdsoSymbols();
  // "//anon" and the like are no files.
  if (object[0] != '/' || object[1] == '/') return std::nullopt;
  return LoadElfSymbols(object);
}

}  // namespace

const Symbol* Symbolizer::FindInFile(const Frame& frame) {
  auto file = files_.find(frame.object);
  if (file == files_.end()) {
    file =
        files_.emplace(frame.object, Load(objects_.Name(frame.object))).first;
  }
  return file->second ? file->second->Find(frame.address) : nullptr;
}

Symbolized Symbolizer::FindInKernel(uint64_t address) {
  if (!kernel_) kernel_ = ParseKallsyms(ReadFile("/proc/kallsyms"));
  const Symbol* symbol = kernel_->Find(address);
  if (!symbol) return {"[kernel]", Format("0x%" PRIx64, address), false};
  const size_t tab = symbol->name.find('\t');
  if (tab == std::string::npos) return {"[kernel]", symbol->name, true};
  return {symbol->name.substr(tab + 1), symbol->name.substr(0, tab), true};
}

Symbolized Symbolizer::Find(const Frame& frame) {
  if (frame.object == kernel()) return FindInKernel(frame.address);
  const std::string& object = objects_.Name(frame.object);
  const Symbol* symbol = FindInFile(frame);
  if (symbol) return {object, Demangle(symbol->name), true};
  return {object, Format("0x%" PRIx64, frame.address), false};
}

}  // namespace tool
