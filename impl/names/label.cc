#include "impl/names/label.h"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "impl/catalog/symbols.h"
#include "impl/host/host.h"
#include "impl/names/alias_attr.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

using absl::string_view;

constexpr char kOperation[] = "perfc_attr_label";

class Labeller {
 public:
  Labeller(const perfc_attr& attr, catalog::Pmus* pmus, Label* label)
      : attr_(attr), pmus_(*pmus), label_(*label) {}

  int Write() {
    // A machine whose sysfs can't be read still has the kernel's own names.
    if (pmus_.Load(kSilent) == -ENOMEM) return -ENOMEM;
    bool slashed = false;
    const int failed = WriteEvent(&slashed);
    if (failed == 0) WriteModifiers(slashed);
    return failed;
  }

 private:
  static constexpr catalog::Input kSilent = {"", kOperation, nullptr};

  int WriteEvent(bool* slashed) {
    switch (attr_.type) {
      case PERFC_TYPE_HARDWARE:
      case PERFC_TYPE_HW_CACHE:
        return WriteGeneric(slashed);
      case PERFC_TYPE_SOFTWARE:
        if (!WriteSymbol(attr_.config)) WriteNumbers();
        return 0;
      case PERFC_TYPE_TRACEPOINT:
        return WriteTracepoint();
      case PERFC_TYPE_BREAKPOINT:
        WriteBreakpoint();
        return 0;
      default:
        return WritePmu(slashed);
    }
  }

  void WriteNumbers() {
    label_ << uint64_t{attr_.type} << ":";
    label_.Hex(attr_.config);
  }

  bool WriteSymbol(uint64_t config) {
    const catalog::Symbol* symbol = catalog::FindSymbol(attr_.type, config);
    if (symbol == nullptr) return false;
    label_ << symbol->name;
    return true;
  }

  int WriteGeneric(bool* slashed) {
    const auto type =
        static_cast<uint32_t>(attr_.config >> PERFC_PMU_TYPE_SHIFT);
    const uint64_t config = attr_.config & PERFC_HW_EVENT_MASK;
    const catalog::Pmu* pmu = type ? pmus_.Find(type) : nullptr;
    const bool hardware = attr_.type == PERFC_TYPE_HARDWARE;
    catalog::CacheText cache;
    const bool known = hardware
                           ? catalog::FindSymbol(attr_.type, config) != nullptr
                           : catalog::NameCache(config, &cache);
    if (!known || (type != 0 && pmu == nullptr)) {
      WriteNumbers();
      return 0;
    }
    if (pmu != nullptr) label_ << pmu->name << "/";
    if (hardware) {
      WriteSymbol(config);
    } else {
      label_ << cache.view();
    }
    if (pmu != nullptr) label_ << "/";
    *slashed = pmu != nullptr;
    return 0;
  }

  void WriteBreakpoint() {
    label_ << "mem:";
    label_.Hex(attr_.config1) << "/" << attr_.config2 << ":";
    if (attr_.bp_type & PERFC_HW_BREAKPOINT_R) label_ << "r";
    if (attr_.bp_type & PERFC_HW_BREAKPOINT_W) label_ << "w";
    if (attr_.bp_type & PERFC_HW_BREAKPOINT_X) label_ << "x";
  }

  // tracefs has no way from an id to its name but to read all of them.
  int WriteTracepoint() {
    const host::Host& host = pmus_.host();
    host::NameList systems;
    int failed = host.ListTrace("events", &systems);
    for (size_t i = 0; failed == 0 && i < systems.size(); ++i) {
      catalog::Path folder("events/");
      folder << systems[i];
      host::NameList events;
      if (host.ListTrace(folder.view(), &events) == -ENOMEM) return -ENOMEM;
      for (size_t j = 0; j < events.size(); ++j) {
        bool same;
        if (HasId(folder, events[j], &same) == -ENOMEM) return -ENOMEM;
        if (!same) continue;
        label_ << systems[i] << ":" << events[j];
        return 0;
      }
    }
    if (failed != -ENOMEM) WriteNumbers();
    return failed == -ENOMEM ? failed : 0;
  }

  int HasId(const catalog::Path& folder, string_view event, bool* same) const {
    catalog::Path file(folder.view());
    file << "/" << event << "/id";
    base::Buffer<char> content;
    uint64_t id;
    const int failed = pmus_.host().ReadTrace(file.view(), &content);
    *same = failed == 0 && absl::SimpleAtoi(catalog::Stripped(content), &id) &&
            id == attr_.config;
    return failed;
  }

  int WritePmu(bool* slashed) {
    catalog::Pmu* pmu = pmus_.Find(attr_.type);
    if (pmu != nullptr && pmus_.Detail(kSilent, pmu) == -ENOMEM) return -ENOMEM;
    const bool configs =
        attr_.config1 | attr_.config2 | attr_.config3 | attr_.config4;
    if (pmu == nullptr || !pmu->detailed) {
      if (attr_.type == PERFC_TYPE_RAW && !configs) {
        label_ << "r" << absl::string_view(HexDigits(attr_.config));
      } else {
        WriteNumbers();
      }
      return 0;
    }
    *slashed = true;
    label_ << pmu->name << "/";
    const catalog::Alias* alias;
    if (int failed = FindEqualAlias(*pmu, attr_, &alias)) return failed;
    if (alias != nullptr) {
      label_ << alias->name;
    } else {
      WriteFields(*pmu);
    }
    label_ << "/";
    return 0;
  }

  // Fields that aren't zero unless told, see Resolver::SetDefaults.
  static bool HasDefault(const catalog::Pmu& pmu,
                         const catalog::Format& format) {
    constexpr string_view kDefaults[] = {"tsc",        "pt",  "branch",
                                         "mtc_period", "mtc", "psb_period"};
    return pmu.name == "intel_pt" &&
           std::find(std::begin(kDefaults), std::end(kDefaults), format.name) !=
               std::end(kDefaults);
  }

  const char* HexDigits(uint64_t number) {
    snprintf(digits_, sizeof digits_, "%" PRIx64, number);
    return digits_;
  }

  // Writes every field that isn't zero. Bits that no field covers are written
  // as a whole config, which comes first because it sets all bits.
  void WriteFields(const catalog::Pmu& pmu) {
    uint64_t left[catalog::kConfigs];
    for (size_t i = 0; i < catalog::kConfigs; ++i)
      left[i] = catalog::ConfigOf(attr_, i);
    const char* comma = "";
    uint64_t covered[catalog::kConfigs] = {};
    for (const catalog::Format& format : pmu.formats) {
      covered[format.config] |= format.mask;
    }
    bool whole[catalog::kConfigs];
    for (size_t i = 0; i < catalog::kConfigs; ++i) {
      whole[i] = (left[i] & ~covered[i]) != 0;
      if (!whole[i]) continue;
      label_ << comma << catalog::kConfigNames[i] << "=";
      label_.Hex(left[i]);
      comma = ",";
    }
    for (const catalog::Format& format : pmu.formats) {
      const uint64_t value = catalog::TakeBits(format, left[format.config]);
      const bool told = value != 0 || HasDefault(pmu, format);
      if (whole[format.config] || !told) continue;
      label_ << comma << format.name << "=";
      label_.Hex(value);
      left[format.config] &= ~format.mask;
      comma = ",";
    }
  }

  void WriteModifiers(bool slashed) {
    constexpr struct {
      uint64_t exclude;
      const char* letter;
    } kLevels[] = {{PERFC_ATTR_EXCLUDE_USER, "u"},
                   {PERFC_ATTR_EXCLUDE_KERNEL, "k"},
                   {PERFC_ATTR_EXCLUDE_HV, "h"}};
    catalog::FixedText<16> letters;
    uint64_t all = 0;
    for (const auto& level : kLevels) all |= level.exclude;
    for (const auto& level : kLevels) {
      const bool some = (attr_.flags & all) != 0;
      if (some && !(attr_.flags & level.exclude)) letters << level.letter;
    }
    const bool host = attr_.flags & PERFC_ATTR_EXCLUDE_HOST;
    if (host && !(attr_.flags & PERFC_ATTR_EXCLUDE_GUEST)) letters << "G";
    if (attr_.flags & PERFC_ATTR_EXCLUDE_IDLE) letters << "I";
    uint64_t precise = (attr_.flags & PERFC_ATTR_PRECISE_IP_MASK) >>
                       PERFC_ATTR_PRECISE_IP_SHIFT;
    for (; precise > 0; --precise) letters << "p";
    if (attr_.flags & PERFC_ATTR_PINNED) letters << "D";
    if (attr_.flags & PERFC_ATTR_EXCLUSIVE) letters << "e";
    if (letters.empty()) return;
    if (!slashed) label_ << ":";
    label_ << letters.view();
  }

  const perfc_attr& attr_;
  catalog::Pmus& pmus_;
  Label& label_;
  char digits_[24];
};

}  // namespace

int LabelOf(const perfc_attr& attr, catalog::Pmus* pmus, Label* label) {
  return Labeller(attr, pmus, label).Write();
}

}  // namespace perfc::names
