#include "examples/perfc/symbol_table.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <tuple>

namespace tool {
namespace {

// How many symbols before an address may lie inside the one that covers it.
constexpr int kMaxNested = 16;

std::tuple<uint64_t, int, size_t, const std::string&> Order(const Symbol& s) {
  return {s.address, s.rank, s.name.size(), s.name};
}

}  // namespace

SymbolTable::SymbolTable(std::vector<Symbol> symbols)
    : symbols_(std::move(symbols)) {
  std::sort(
      symbols_.begin(), symbols_.end(),
      [](const Symbol& a, const Symbol& b) { return Order(a) < Order(b); });
  const auto end = std::unique(
      symbols_.begin(), symbols_.end(),
      [](const Symbol& a, const Symbol& b) { return a.address == b.address; });
  symbols_.erase(end, symbols_.end());
}

const Symbol* SymbolTable::Find(uint64_t address) const {
  auto at = std::upper_bound(
      symbols_.begin(), symbols_.end(), address,
      [](uint64_t a, const Symbol& symbol) { return a < symbol.address; });
  for (int i = 0; i < kMaxNested && at != symbols_.begin(); ++i) {
    --at;
    // One without a size ends where the next begins: only the nearest counts.
    if (at->size == 0 && i == 0) return &*at;
    if (address - at->address < at->size) return &*at;
  }
  return nullptr;
}

SymbolTable ParseKallsyms(const std::string& kallsyms) {
  std::vector<Symbol> symbols;
  std::istringstream lines(kallsyms);
  std::string line;
  while (std::getline(lines, line)) {
    // "ffffffff81000000 T _text" and for modules a tab and "[module]".
    char* after;
    const uint64_t address = std::strtoull(line.c_str(), &after, 16);
    if (address == 0 || after[0] != ' ' || !after[1] || after[2] != ' ')
      continue;
    if (!std::strchr("tTwW", after[1])) continue;
    symbols.push_back({address, 0, after[1] == 'T' ? 0 : 1, after + 3});
  }
  return SymbolTable(std::move(symbols));
}

std::string Demangle(const std::string& name) {
  if (name.compare(0, 2, "_Z") != 0) return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> source(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return source && status == 0 ? std::string(source.get()) : name;
}

}  // namespace tool
