// The symbols of a program or shared library on disk, by elfutils.
#ifndef PERFC_EXAMPLES_PERFC_ELF_SYMBOLS_H_
#define PERFC_EXAMPLES_PERFC_ELF_SYMBOLS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "examples/perfc/symbol_table.h"

namespace tool {

// Part of the file that is mapped as code or data.
struct Segment {
  uint64_t offset;  // in the file
  uint64_t size;
  uint64_t address;  // the address from which its symbols are counted
};

struct ElfSymbols {
  std::vector<Segment> segments;
  SymbolTable symbols;

  // The symbol at an offset of the file, or NULL.
  const Symbol* Find(uint64_t file_offset) const;
};

// Reads .symtab, otherwise the .symtab of a separate debug file, otherwise
// .dynsym. The result is empty if the file can't be read, is not an ELF file,
// or has no symbols.
std::optional<ElfSymbols> LoadElfSymbols(const std::string& path);

// The same for this process's vdso. The kernel keeps the vdso in the memory of
// each process.
std::optional<ElfSymbols> LoadVdsoSymbols();

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_ELF_SYMBOLS_H_
