// Symbols by address.
#ifndef PERFC_EXAMPLES_PERFC_SYMBOL_TABLE_H_
#define PERFC_EXAMPLES_PERFC_SYMBOL_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

struct Symbol {
  uint64_t address;
  uint64_t size;  // 0: up to the next symbol
  int rank;       // of several at one address the lowest counts
  std::string name;
};

class SymbolTable {
 public:
  SymbolTable() = default;
  explicit SymbolTable(std::vector<Symbol> symbols);

  // The symbol that covers the address, or NULL.
  const Symbol* Find(uint64_t address) const;

  bool empty() const { return symbols_.empty(); }

 private:
  std::vector<Symbol> symbols_;  // by address
};

// /proc/kallsyms: empty if the kernel hides the addresses. Names of modules'
// symbols end with a tab and "[module]".
SymbolTable ParseKallsyms(const std::string& kallsyms);

// C++ names as in the source; others as they are.
std::string Demangle(const std::string& name);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SYMBOL_TABLE_H_
