// Build ids and BPF programs.
#include <cerrno>
#include <cstring>

#include "impl/profile/features/filling.h"
#include "impl/profile/features/object_layouts.h"

namespace perfc::profile::features {
namespace {

bool AddBuildId(table::Table& table, const BuildIdEntry& entry) {
  perfc_build_id_row row = {};
  row.pid = static_cast<int32_t>(entry.pid);
  row.cpumode = entry.misc & PERFC_RECORD_MISC_CPUMODE_MASK;
  row.build_id_size = entry.size;
  static_assert(sizeof row.build_id == sizeof entry.bytes);
  memcpy(row.build_id, entry.bytes, sizeof row.build_id);
  return table.AddText(entry.path, &row.path) && table.Add(row);
}

absl::string_view AsText(absl::Span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The address of the program's first function; 0: it isn't there.
uint64_t AddressOf(const BpfProgram& program) {
  if (!(program.arrays >> kBpfKsymsArray & 1)) return 0;
  if (BpfField<uint32_t>(program.info, kBpfKsymCount) == 0) return 0;
  const auto place = BpfField<uint64_t>(program.info, kBpfKsyms);
  if (program.data.size() < sizeof(uint64_t)) return 0;
  if (place > program.data.size() - sizeof(uint64_t)) return 0;
  return base::Load<uint64_t>(program.data.data() + place);
}

absl::string_view NameOf(const BpfProgram& program) {
  if (program.info.size() < kBpfName + kBpfNameSize) return {};
  const auto* name =
      reinterpret_cast<const char*>(program.info.data() + kBpfName);
  return {name, strnlen(name, kBpfNameSize)};
}

bool AddProgram(table::Table& table, const BpfProgram& program) {
  perfc_bpf_row row = {};
  row.id = BpfField<uint32_t>(program.info, kBpfId);
  row.kind = PERFC_BPF_PROGRAM;
  row.program_type = BpfField<uint32_t>(program.info, kBpfType);
  row.btf_id = BpfField<uint32_t>(program.info, kBpfBtfId);
  row.address = AddressOf(program);
  row.size = BpfField<uint32_t>(program.info, kBpfJitedSize);
  static_assert(sizeof row.tag == kBpfTagSize);
  if (program.info.size() >= kBpfTag + kBpfTagSize) {
    memcpy(row.tag, program.info.data() + kBpfTag, kBpfTagSize);
  }
  return table.AddText(NameOf(program), &row.name) &&
         table.AddText(AsText(program.info), &row.data) && table.Add(row);
}

bool AddBtf(table::Table& table, const BpfBtf& btf) {
  perfc_bpf_row row = {};
  row.id = btf.id;
  row.kind = PERFC_BPF_BTF;
  return table.AddText(AsText(btf.bytes), &row.data) && table.Add(row);
}

}  // namespace

int FillBuildIds(Filling& filling) {
  return filling.ReadFeature(PERFC_FEATURE_BUILD_ID, [&](Native& in) {
    return ReadBuildIds(in, [&](const BuildIdEntry& entry) {
      return AddBuildId(filling.table, entry);
    });
  });
}

int FillBpf(Filling& filling) {
  const int programs =
      filling.ReadFeature(PERFC_FEATURE_BPF_PROG_INFO, [&](Native& in) {
        return ReadBpfPrograms(in, [&](const BpfProgram& program) {
          return AddProgram(filling.table, program);
        });
      });
  if (programs < 0 && programs != -ENODATA) return programs;
  const int btfs = filling.ReadFeature(PERFC_FEATURE_BPF_BTF, [&](Native& in) {
    return ReadBpfBtfs(
        in, [&](const BpfBtf& btf) { return AddBtf(filling.table, btf); });
  });
  return btfs == -ENODATA ? programs : btfs;
}

}  // namespace perfc::profile::features
