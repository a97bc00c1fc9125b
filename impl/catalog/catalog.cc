#include "impl/catalog/catalog.h"

#include <cerrno>

#include "impl/catalog/symbols.h"
#include "impl/explain/tracefs.h"
#include "perfc/uapi.h"

namespace perfc::catalog {
namespace {

using absl::string_view;

// "0-7,32-35": the runs of bits.
void AddRuns(uint64_t mask, FixedText<4096>* text) {
  const char* comma = "";
  for (int bit = 0; bit < 64; ++bit) {
    if ((mask >> bit & 1) == 0) continue;
    const int first = bit;
    while (bit < 63 && (mask >> (bit + 1) & 1) != 0) ++bit;
    *text << comma << static_cast<uint64_t>(first);
    if (bit > first) *text << "-" << static_cast<uint64_t>(bit);
    comma = ",";
  }
}

void AddCpus(const Pmu& pmu, FixedText<4096>* text) {
  if (pmu.cpus.empty()) return;
  *text << (pmu.system_wide ? "; counts no tasks, on CPUs " : "; CPUs ");
  const char* comma = "";
  for (size_t i = 0; i < pmu.cpus.size(); ++i) {
    const size_t first = i;
    while (i + 1 < pmu.cpus.size() && pmu.cpus[i + 1] == pmu.cpus[i] + 1) ++i;
    *text << comma << uint64_t{pmu.cpus[first]};
    if (i > first) *text << "-" << uint64_t{pmu.cpus[i]};
    comma = ",";
  }
}

string_view MeaningOf(const Symbol& symbol) {
  if (symbol.is_tool) return "measured by the tool, not by the kernel";
  const Symbol* usual = FindSymbol(symbol.type, symbol.config);
  return usual == &symbol ? "" : usual->name;
}

}  // namespace

int Catalog::Add(uint32_t kind, string_view name, string_view pmu,
                 string_view description, string_view unit, double scale) {
  perfc_catalog_entry entry = {};
  entry.kind = kind;
  entry.scale = scale;
  entry.name = arena_.Copy(name);
  entry.pmu = arena_.Copy(pmu);
  entry.unit = arena_.Copy(unit);
  entry.description = arena_.Copy(description);
  const bool kept = entry.name && entry.pmu && entry.unit && entry.description;
  return kept && entries_.Append(entry) ? 0 : NoMemory(input_);
}

int Catalog::AddSymbols(uint32_t kinds) {
  for (const Symbol& symbol : Symbols()) {
    const uint32_t kind = symbol.is_tool ? PERFC_CATALOG_TOOL
                          : symbol.type == PERFC_TYPE_HARDWARE
                              ? PERFC_CATALOG_HARDWARE
                              : PERFC_CATALOG_SOFTWARE;
    if ((kinds & kind) == 0) continue;
    if (int failed = Add(kind, symbol.name, "", MeaningOf(symbol))) {
      return failed;
    }
  }
  return 0;
}

int Catalog::AddCaches() {
  for (uint32_t i = 0; i < kCacheConfigs; ++i) {
    CacheText name;
    if (!NameCache(CacheConfig(i), &name)) continue;
    if (int failed = Add(PERFC_CATALOG_CACHE, name.view(), "", ""))
      return failed;
  }
  return 0;
}

// Adds the PMU's capabilities, besides its fields.
int Catalog::AddCaps(const Pmu& pmu, FixedText<4096>* text) {
  base::Buffer<char> content;
  if (int failed =
          pmus_.ReadOptional(input_, pmu, "nr_addr_filters", &content)) {
    return failed;
  }
  const string_view filters = Stripped(content);
  if (!filters.empty() && filters != "0") {
    *text << "; address filters: " << filters;
  }
  host::NameList names;
  const Path folder = PathOf(pmu, "caps");
  const int failed = pmus_.host().ListSys(folder.view(), &names);
  if (failed == -ENOENT) return 0;
  if (failed != 0) return FileFailed(input_, failed, folder.view());
  for (size_t i = 0; i < names.size(); ++i) {
    Path file("caps/");
    file << names[i];
    if (int bad = pmus_.ReadOptional(input_, pmu, file.view(), &content)) {
      return bad;
    }
    *text << (i == 0 ? "; caps " : " ") << names[i] << "=" << Stripped(content);
  }
  return 0;
}

int Catalog::AddPmu(const Pmu& pmu) {
  FixedText<4096> text;
  text << "type " << uint64_t{pmu.type};
  AddCpus(pmu, &text);
  const char* before = "; ";
  for (const Format& format : pmu.formats) {
    text << before << format.name << "=" << kConfigNames[format.config] << ":";
    AddRuns(format.mask, &text);
    before = " ";
  }
  if (int failed = AddCaps(pmu, &text)) return failed;
  return Add(PERFC_CATALOG_PMU, pmu.name, pmu.name, text.view());
}

int Catalog::AddPmus(uint32_t kinds) {
  if (int failed = pmus_.Load(input_)) return failed;
  if (pmus_.missing()) {
    return FileFailed(input_, -ENOENT,
                      "sysfs isn't mounted, or hidden, so that its "
                      "bus/event_source/devices");
  }
  if (int failed = pmus_.DetailAll(input_)) return failed;
  for (const Pmu& pmu : pmus_.all()) {
    if ((kinds & PERFC_CATALOG_PMU) != 0) {
      if (int failed = AddPmu(pmu)) return failed;
    }
    if ((kinds & PERFC_CATALOG_PMU_EVENT) == 0) continue;
    for (const Alias& alias : pmu.aliases) {
      Path name(pmu.name);
      name << "/" << alias.name << "/";
      if (int failed = Add(PERFC_CATALOG_PMU_EVENT, name.view(), pmu.name,
                           alias.terms, alias.unit, alias.scale)) {
        return failed;
      }
    }
  }
  return 0;
}

int Catalog::AddSystem(string_view system) {
  Path folder("events/");
  folder << system;
  host::NameList names;
  const int failed = pmus_.host().ListTrace(folder.view(), &names);
  // A file beside the directories.
  if (failed == -ENOTDIR || failed == -ENOENT) return 0;
  if (failed != 0) {
    return explain::TracepointFailed(pmus_.host(), failed, folder.view(),
                                     input_.operation, input_.error);
  }
  for (size_t i = 0; i < names.size(); ++i) {
    // Files of the system itself, which are no events.
    if (names[i] == "enable" || names[i] == "filter") continue;
    Path name(system);
    name << ":" << names[i];
    if (int bad =
            Add(PERFC_CATALOG_TRACEPOINT, name.view(), "tracepoint", "")) {
      return bad;
    }
  }
  return 0;
}

int Catalog::AddTracepoints() {
  host::NameList systems;
  const int failed = pmus_.host().ListTrace("events", &systems);
  if (failed == -ENOENT) return 0;
  if (failed != 0) {
    return explain::TracepointFailed(pmus_.host(), failed, "*:*",
                                     input_.operation, input_.error);
  }
  for (size_t i = 0; i < systems.size(); ++i) {
    if (int bad = AddSystem(systems[i])) return bad;
  }
  return 0;
}

int Catalog::Fill(uint32_t kinds, perfc_error* error) {
  input_.error = error;
  int failed = AddSymbols(kinds);
  if (failed == 0 && (kinds & PERFC_CATALOG_CACHE) != 0) failed = AddCaches();
  if (failed == 0 &&
      (kinds & (PERFC_CATALOG_PMU | PERFC_CATALOG_PMU_EVENT)) != 0) {
    failed = AddPmus(kinds);
  }
  if (failed == 0 && (kinds & PERFC_CATALOG_TRACEPOINT) != 0) {
    failed = AddTracepoints();
  }
  return failed;
}

}  // namespace perfc::catalog
