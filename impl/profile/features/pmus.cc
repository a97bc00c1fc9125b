// PMUs, their CPUs and capabilities.
#include <algorithm>
#include <cerrno>

#include "impl/base/buffer.h"
#include "impl/profile/features/event_layouts.h"
#include "impl/profile/features/filling.h"

namespace perfc::profile::features {
namespace {

// CPU_PMU_CAPS doesn't name the PMU: it is the core PMU, which x86 calls so.
constexpr absl::string_view kCorePmu = "cpu";

// Several features tell of a PMU. They are joined by its name, of which equal ones
// have the same place in the table.
class Pmus {
 public:
  explicit Pmus(Filling& filling) : filling_(filling) {}

  // Reads what PMUs there are, and adds their rows. The negative errno of a feature,
  // or 0.
  int AddPmus() {
    if (const int failed = AllowMissing(ReadMappings())) return failed;
    if (const int failed = AllowMissing(ReadHybrids())) return failed;
    if (!Join()) return filling_.NoRoom();
    for (const perfc_pmu_row& pmu : pmus_) {
      if (!filling_.table.Add(pmu)) return filling_.NoRoom();
    }
    std::sort(pmus_.begin(), pmus_.end(), ByName);
    return 0;
  }

  // Adds the rows of capabilities.
  int AddCaps() {
    const int core = AllowMissing(
        filling_.ReadFeature(PERFC_FEATURE_CPU_PMU_CAPS, [&](Native& in) {
          return ReadCaps(in, AddCap{*this}) && AddCapsOf(kCorePmu);
        }));
    if (core < 0) return core;
    return AllowMissing(filling_.ReadFeature(
        PERFC_FEATURE_PMU_CAPS,
        [&](Native& in) { return ReadPmuCaps(in, AddCap{*this}); }));
  }

 private:
  static bool ByName(const perfc_pmu_row& a, const perfc_pmu_row& b) {
    return a.name.offset < b.name.offset;
  }

  struct AddCap {
    Pmus& pmus;

    bool operator()(const PmuCap& cap) const {
      perfc_pmu_row row = {};
      table::Table& table = pmus.filling_.table;
      return table.AddText(cap.name, &row.cap) &&
             table.AddText(cap.value, &row.value) && pmus.caps_.Append(row);
    }
    bool operator()(const CapsOf& of) const { return pmus.AddCapsOf(of.pmu); }
  };

  int ReadMappings() {
    return filling_.ReadFeature(PERFC_FEATURE_PMU_MAPPINGS, [&](Native& in) {
      return ReadPmuMappings(in, [&](const PmuMapping& pmu) {
        perfc_pmu_row row = {};
        row.type = pmu.type;
        return filling_.table.AddText(pmu.name, &row.name) && pmus_.Append(row);
      });
    });
  }

  int ReadHybrids() {
    return filling_.ReadFeature(PERFC_FEATURE_HYBRID_TOPOLOGY, [&](Native& in) {
      return ReadHybridTopology(in, [&](const HybridPmu& pmu) {
        perfc_pmu_row row = {};
        row.type = PERFC_NO_PMU_TYPE;
        return filling_.table.AddText(pmu.name, &row.name) &&
               filling_.table.AddText(pmu.cpus, &row.cpus) &&
               hybrids_.Append(row);
      });
    });
  }

  // Null: none has the name.
  static const perfc_pmu_row* Find(const base::Buffer<perfc_pmu_row>& sorted,
                                   const perfc_text& name) {
    perfc_pmu_row key = {};
    key.name = name;
    const auto* found =
        std::lower_bound(sorted.begin(), sorted.end(), key, ByName);
    const bool there =
        found != sorted.end() && found->name.offset == name.offset;
    return there ? found : nullptr;
  }

  // Gives the PMUs the CPUs of hybrid ones, and adds hybrid PMUs that
  // PMU_MAPPINGS doesn't list.
  bool Join() {
    std::sort(hybrids_.begin(), hybrids_.end(), ByName);
    for (perfc_pmu_row& pmu : pmus_) {
      const perfc_pmu_row* hybrid = Find(hybrids_, pmu.name);
      if (hybrid != nullptr) pmu.cpus = hybrid->cpus;
    }
    base::Buffer<perfc_pmu_row> listed;
    if (!listed.AppendAll(pmus_.data(), pmus_.size())) return false;
    std::sort(listed.begin(), listed.end(), ByName);
    for (const perfc_pmu_row& hybrid : hybrids_) {
      if (Find(listed, hybrid.name) == nullptr && !pmus_.Append(hybrid)) {
        return false;
      }
    }
    return true;
  }

  // Adds the rows that were collected, which are this PMU's.
  bool AddCapsOf(absl::string_view name) {
    perfc_text pmu_name;
    if (!filling_.table.AddText(name, &pmu_name)) return false;
    const perfc_pmu_row* pmu = Find(pmus_, pmu_name);
    for (perfc_pmu_row& row : caps_) {
      row.type = pmu ? pmu->type : PERFC_NO_PMU_TYPE;
      row.name = pmu_name;
      if (pmu != nullptr) row.cpus = pmu->cpus;
      if (!filling_.table.Add(row)) return false;
    }
    caps_.Clear();
    return true;
  }

  Filling& filling_;
  base::Buffer<perfc_pmu_row> pmus_;
  base::Buffer<perfc_pmu_row> hybrids_;
  // Capabilities of the PMU whose name is still to come.
  base::Buffer<perfc_pmu_row> caps_;
};

}  // namespace

int FillPmus(Filling& filling) {
  Pmus pmus(filling);
  if (const int failed = pmus.AddPmus()) return failed;
  if (const int failed = pmus.AddCaps()) return failed;
  return filling.table.count() > 0 ? 0 : -ENODATA;
}

}  // namespace perfc::profile::features
