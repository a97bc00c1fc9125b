#include "examples/perfc/elf_symbols.h"

#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <memory>

namespace tool {
namespace {

struct EndDwfl {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};
using DwflPtr = std::unique_ptr<Dwfl, EndDwfl>;

const Dwfl_Callbacks kCallbacks = {
    dwfl_build_id_find_elf,
    dwfl_standard_find_debuginfo,
    dwfl_offline_section_address,
    nullptr,
};

std::vector<Segment> SegmentsOf(Elf* elf) {
  std::vector<Segment> segments;
  size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) return segments;
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (!gelf_getphdr(elf, static_cast<int>(i), &header)) continue;
    if (header.p_type != PT_LOAD) continue;
    segments.push_back({header.p_offset, header.p_filesz, header.p_vaddr});
  }
  return segments;
}

// Assembly without a .type is NOTYPE; there only global names are functions.
bool IsFunction(const GElf_Sym& symbol) {
  const int type = GELF_ST_TYPE(symbol.st_info);
  return type == STT_FUNC || type == STT_GNU_IFUNC ||
         (type == STT_NOTYPE && GELF_ST_BIND(symbol.st_info) == STB_GLOBAL);
}

int RankOf(const GElf_Sym& symbol) {
  switch (GELF_ST_BIND(symbol.st_info)) {
    case STB_GLOBAL:
      return 0;
    case STB_WEAK:
      return 1;
    default:
      return 2;
  }
}

std::vector<Symbol> SymbolsOf(Dwfl_Module* module, GElf_Addr bias) {
  std::vector<Symbol> symbols;
  const int count = dwfl_module_getsymtab(module);
  for (int i = 1; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address;
    const char* name = dwfl_module_getsym_info(module, i, &symbol, &address,
                                               nullptr, nullptr, nullptr);
    if (!name || !*name || symbol.st_shndx == SHN_UNDEF) continue;
    if (!IsFunction(symbol)) continue;
    symbols.push_back({address - bias, symbol.st_size, RankOf(symbol), name});
  }
  return symbols;
}

}  // namespace

const Symbol* ElfSymbols::Find(uint64_t file_offset) const {
  for (const Segment& segment : segments) {
    if (file_offset - segment.offset >= segment.size) continue;
    return symbols.Find(segment.address + (file_offset - segment.offset));
  }
  return nullptr;
}

std::optional<ElfSymbols> LoadElfSymbols(const std::string& path) {
  const DwflPtr dwfl(dwfl_begin(&kCallbacks));
  if (!dwfl) return std::nullopt;
  Dwfl_Module* module =
      dwfl_report_offline(dwfl.get(), path.c_str(), path.c_str(), -1);
  dwfl_report_end(dwfl.get(), nullptr, nullptr);
  GElf_Addr bias = 0;
  Elf* elf = module ? dwfl_module_getelf(module, &bias) : nullptr;
  if (!elf) return std::nullopt;
  ElfSymbols found = {SegmentsOf(elf), SymbolTable(SymbolsOf(module, bias))};
  if (found.symbols.empty()) return std::nullopt;
  return found;
}

std::optional<ElfSymbols> LoadVdsoSymbols() {
  // The section headers are the last of it.
  const uint64_t address = getauxval(AT_SYSINFO_EHDR);
  if (!address) return std::nullopt;
  const auto* elf = reinterpret_cast<const Elf64_Ehdr*>(address);
  const size_t size = elf->e_shoff + elf->e_shnum * sizeof(Elf64_Shdr);
  const int fd = memfd_create("vdso", MFD_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::optional<ElfSymbols> symbols;
  const auto* image = reinterpret_cast<const void*>(address);
  if (write(fd, image, size) == static_cast<ssize_t>(size)) {
    symbols = LoadElfSymbols("/proc/self/fd/" + std::to_string(fd));
  }
  close(fd);
  return symbols;
}

}  // namespace tool
