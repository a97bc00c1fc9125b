// Places in programs, and the names of the functions they are in.
#ifndef PERFC_EXAMPLES_PERFC_SYMBOLIZER_H_
#define PERFC_EXAMPLES_PERFC_SYMBOLIZER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "examples/perfc/elf_symbols.h"
#include "examples/perfc/names.h"
#include "examples/perfc/symbol_table.h"

namespace tool {

// A place in an object: an offset in a file, or an address if there is no file.
struct Frame {
  uint32_t object;
  uint64_t address;
  bool operator<(const Frame& other) const {
    return std::tie(object, address) < std::tie(other.object, other.address);
  }
};

struct Symbolized {
  std::string object;  // a path, "[kernel]", "[vdso]", "[module]", ...
  std::string name;    // the function, or the address in hexadecimal
  bool known;          // whether it is a function
};

// Reads the symbols of an object when it is first asked for one.
class Symbolizer {
 public:
  // Frame::object of a file by its path.
  uint32_t Object(std::string_view path) { return objects_.Number(path); }
  uint32_t kernel() { return Object("[kernel]"); }
  uint32_t unknown() { return Object("[unknown]"); }

  Symbolized Find(const Frame& frame);

 private:
  Symbolized FindInKernel(uint64_t address);
  const Symbol* FindInFile(const Frame& frame);

  Names objects_;
  std::unordered_map<uint32_t, std::optional<ElfSymbols>> files_;
  std::optional<SymbolTable> kernel_;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SYMBOLIZER_H_
