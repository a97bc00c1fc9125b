#include "examples/perfc/sample_values.h"

#include <cinttypes>
#include <iterator>

#include "examples/perfc/text.h"

namespace tool {
namespace {

// By their numbers in asm/perf_regs.h of each architecture. "": there is none.
constexpr const char* kX86[] = {"AX",  "BX",  "CX",  "DX",    "SI",  "DI",
                                "BP",  "SP",  "IP",  "FLAGS", "CS",  "SS",
                                "DS",  "ES",  "FS",  "GS",    "R8",  "R9",
                                "R10", "R11", "R12", "R13",   "R14", "R15"};
constexpr uint32_t kX86Xmm0 = 32;
constexpr uint32_t kX86XmmEnd = 64;  // two words each
constexpr const char* kArm[] = {"r0", "r1", "r2", "r3", "r4",  "r5",
                                "r6", "r7", "r8", "r9", "r10", "fp",
                                "ip", "sp", "lr", "pc"};
constexpr uint32_t kArm64Lr = 30;
constexpr uint32_t kArm64Sp = 31;
constexpr uint32_t kArm64Pc = 32;
constexpr uint32_t kArm64Vg = 46;

std::string X86Name(uint32_t number) {
  if (number < std::size(kX86)) return kX86[number];
  if (number < kX86Xmm0 || number >= kX86XmmEnd) return "";
  return "XMM" + std::to_string((number - kX86Xmm0) / 2);
}

std::string Arm64Name(uint32_t number) {
  switch (number) {
    case kArm64Lr:
      return "lr";
    case kArm64Sp:
      return "sp";
    case kArm64Pc:
      return "pc";
    case kArm64Vg:
      return "vg";
    default:
      return number < kArm64Lr ? "x" + std::to_string(number) : "";
  }
}

std::string NameOf(uint32_t number, const std::string& arch) {
  std::string name;
  if (arch == "x86_64" ||
      (arch.size() == 4 && arch[0] == 'i' && arch.compare(2, 2, "86") == 0)) {
    name = X86Name(number);
  } else if (arch == "aarch64") {
    name = Arm64Name(number);
  } else if (arch.rfind("arm", 0) == 0 && number < std::size(kArm)) {
    name = kArm[number];
  }
  return name.empty() ? "reg" + std::to_string(number) : name;
}

const char* ModeText(uint16_t misc) {
  switch (misc & PERFC_RECORD_MISC_CPUMODE_MASK) {
    case PERFC_RECORD_MISC_KERNEL:
      return "K";
    case PERFC_RECORD_MISC_USER:
      return "U";
    case PERFC_RECORD_MISC_HYPERVISOR:
      return "H";
    case PERFC_RECORD_MISC_GUEST_KERNEL:
      return "G";
    case PERFC_RECORD_MISC_GUEST_USER:
      return "g";
    default:
      return "";
  }
}

}  // namespace

std::string MiscText(const perfc_record& record) {
  std::string text = ModeText(record.misc);
  switch (record.type) {
    case PERFC_RECORD_MMAP:
    case PERFC_RECORD_MMAP2:
      if (record.misc & PERFC_RECORD_MISC_MMAP_DATA) text += "M";
      break;
    case PERFC_RECORD_COMM:
      if (record.misc & PERFC_RECORD_MISC_COMM_EXEC) text += "E";
      break;
    case PERFC_RECORD_SWITCH:
    case PERFC_RECORD_SWITCH_CPU_WIDE:
      if (record.misc & PERFC_RECORD_MISC_SWITCH_OUT) text += "S";
      if (record.misc & PERFC_RECORD_MISC_SWITCH_OUT_PREEMPT) text += "p";
      break;
    default:
      break;
  }
  return Format("%-6s", text.c_str());
}

std::string BranchesText(const perfc_record& record,
                         const perfc_sample& sample) {
  const auto* entries =
      static_cast<const perfc_branch_entry*>(perfc_record_range(
          &record, &sample.branches, sizeof(perfc_branch_entry)));
  std::string text;
  for (uint32_t i = 0; entries != nullptr && i < sample.branches.count; ++i) {
    perfc_branch branch = {};
    perfc_decode_branch(entries[i].flags, &branch, sizeof branch);
    text += Format(" 0x%" PRIx64 "/0x%" PRIx64 "/%c/%c/%c/%u", entries[i].from,
                   entries[i].to,
                   branch.predicted ? 'P'
                   : branch.mispred ? 'M'
                                    : '-',
                   branch.in_tx ? 'X' : '-', branch.abort ? 'A' : '-',
                   branch.cycles);
  }
  return text;
}

std::string RegistersText(const perfc_record& record, const perfc_range& words,
                          uint64_t abi, uint64_t mask,
                          const std::string& arch) {
  const auto* values = static_cast<const uint64_t*>(
      perfc_record_range(&record, &words, sizeof(uint64_t)));
  if (values == nullptr || words.count == 0) return "";
  std::string text = Format(" ABI:%" PRIu64 " ", abi);
  uint32_t taken = 0;
  for (uint32_t number = 0; number < 64 && taken < words.count; ++number) {
    if (!(mask >> number & 1)) continue;
    text += Format("%5s:0x%" PRIx64 " ", NameOf(number, arch).c_str(),
                   values[taken++]);
  }
  return text;
}

std::string PageSizeText(uint64_t bytes) {
  if (bytes == 0) return "N/A";
  constexpr char kUnits[] = "BKMGTPE";
  size_t unit = 0;
  for (; bytes % 1024 == 0; bytes /= 1024) ++unit;
  return std::to_string(bytes) + kUnits[unit];
}

}  // namespace tool
