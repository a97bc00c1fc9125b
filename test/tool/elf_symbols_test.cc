#include "examples/perfc/elf_symbols.h"

#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <fstream>

#include "examples/perfc/proc.h"

extern "C" __attribute__((noinline)) int perfc_test_function() { return 17; }

namespace tool {
namespace {

// The file and the offset in it of an address of this process.
struct Place {
  std::string file;
  uint64_t offset;
};

Place PlaceOf(uint64_t address) {
  for (const MapsLine& line : ParseMaps(ReadFile("/proc/self/maps"))) {
    if (line.start <= address && address < line.end) {
      return {line.filename, address - line.start + line.pgoff};
    }
  }
  return {};
}

std::string NameAt(const Place& place) {
  const std::optional<ElfSymbols> symbols = LoadElfSymbols(place.file);
  const Symbol* symbol = symbols ? symbols->Find(place.offset) : nullptr;
  return symbol ? symbol->name : "";
}

TEST(ElfSymbolsTest, FindsAFunctionOfThisPositionIndependentProgram) {
  const auto address = reinterpret_cast<uint64_t>(&perfc_test_function);
  EXPECT_EQ(NameAt(PlaceOf(address)), "perfc_test_function");
}

TEST(ElfSymbolsTest, FindsAnExportedFunctionOfASharedLibrary) {
  const auto address = reinterpret_cast<uint64_t>(&getauxval);
  const std::string name = NameAt(PlaceOf(address));
  EXPECT_NE(name.find("getauxval"), std::string::npos) << name;
}

TEST(ElfSymbolsTest, FindsNothingBehindTheFile) {
  const auto address = reinterpret_cast<uint64_t>(&perfc_test_function);
  EXPECT_EQ(NameAt({PlaceOf(address).file, uint64_t{1} << 40}), "");
}

TEST(ElfSymbolsTest, AFileThatIsNoProgramHasNone) {
  EXPECT_FALSE(LoadElfSymbols("/proc/self/maps"));
  EXPECT_FALSE(LoadElfSymbols("/nonexistent"));
  EXPECT_FALSE(LoadElfSymbols("/"));
}

TEST(ElfSymbolsTest, ATruncatedProgramDoesNoHarm) {
  const std::string program = ReadFile("/proc/self/exe");
  const std::string path = testing::TempDir() + "/truncated";
  for (size_t size : {4u, 60u, 64u, 1000u, 5000u}) {
    std::ofstream(path, std::ios::binary)
        .write(program.data(), static_cast<long>(size));
    const std::optional<ElfSymbols> symbols = LoadElfSymbols(path);
    EXPECT_FALSE(symbols) << size;
  }
  unlink(path.c_str());
}

TEST(ElfSymbolsTest, TheVdsoHasSymbols) {
  if (!getauxval(AT_SYSINFO_EHDR)) GTEST_SKIP() << "no vdso";
  const std::optional<ElfSymbols> vdso = LoadVdsoSymbols();
  ASSERT_TRUE(vdso);
  bool found = false;
  for (uint64_t offset = 0; offset < 0x4000; ++offset) {
    const Symbol* symbol = vdso->Find(offset);
    found |= symbol && symbol->name.find("gettime") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace tool
