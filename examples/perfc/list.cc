#include "examples/perfc/list.h"

#include <fnmatch.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "examples/perfc/handles.h"
#include "examples/perfc/json.h"
#include "examples/perfc/printable.h"
#include "examples/perfc/text.h"
#include "perfc/perfc.h"

namespace tool {
namespace {

constexpr struct {
  uint32_t kind;
  const char* words[3];  // any of them selects it; the first names it in JSON
  const char* title;
} kKinds[] = {
    {PERFC_CATALOG_HARDWARE, {"hardware", "hw", ""}, "Hardware events"},
    {PERFC_CATALOG_SOFTWARE, {"software", "sw", ""}, "Software events"},
    {PERFC_CATALOG_CACHE, {"cache", "hwcache", ""}, "Cache events"},
    {PERFC_CATALOG_TOOL, {"tool", "", ""}, "Measured by the tool"},
    {PERFC_CATALOG_PMU, {"pmu", "", ""}, "PMUs: PMU/FIELD=VALUE,.../"},
    {PERFC_CATALOG_PMU_EVENT, {"event", "pmu", ""}, "Events of PMUs"},
    {PERFC_CATALOG_TRACEPOINT, {"tracepoint", "", ""}, "Tracepoints"},
};

// The kinds that a word selects; 0: it's a pattern.
uint32_t KindsOf(const std::string& word) {
  uint32_t kinds = 0;
  for (const auto& known : kKinds) {
    for (const char* name : known.words) {
      if (!word.empty() && word == name) kinds |= known.kind;
    }
  }
  return kinds;
}

// A pattern without a wildcard matches a part of the name, or the whole
// description.
bool Matches(const perfc_catalog_entry& entry, const std::string& pattern) {
  if (pattern.find_first_of("*?[") != std::string::npos) {
    return fnmatch(pattern.c_str(), entry.name, FNM_CASEFOLD) == 0;
  }
  return strcasestr(entry.name, pattern.c_str()) != nullptr ||
         pattern == entry.description;
}

// This machine hasn't the kind of events, or the user may not read it.
bool IsNotForUs(int failed) {
  return failed == -ENOENT || failed == -EACCES || failed == -EPERM;
}

class Lister {
 public:
  explicit Lister(const Options& options) : options_(options) {
    for (const std::string& word : options.patterns) {
      const uint32_t kinds = KindsOf(word);
      if (kinds == 0) patterns_.push_back(word);
      kinds_ |= kinds;
    }
  }

  int Run() {
    const bool all = options_.patterns.empty();
    for (const auto& kind : kKinds) {
      const bool whole = all || kinds_ & kind.kind;
      if (whole || !patterns_.empty()) AddKind(kind, whole);
    }
    if (found_ == 0 && !failed_) Say("nothing here has such a name");
    Output output = options_.output;
    if (output.path.empty()) output.path = "-";
    if (!WriteText(output, options_.json ? JsonText(json_) : text_)) return 1;
    return found_ == 0 || incomplete_ ? 1 : 0;
  }

 private:
  // A kind that can't be read doesn't hide the others.
  template <typename Kind>
  void AddKind(const Kind& kind, bool whole) {
    perfc_catalog* made = nullptr;
    perfc_error error = {};
    const int failed = perfc_catalog_create(nullptr, kind.kind, &made, &error);
    if (failed) {
      Say(TextOf(error));
      failed_ = true;
      incomplete_ |= kinds_ != 0 || !IsNotForUs(failed);
      return;
    }
    const Handle<perfc_catalog> list(made);
    bool titled = false;
    for (int i = 0; i < perfc_catalog_count(made); ++i) {
      perfc_catalog_entry entry = {};
      perfc_catalog_get(made, static_cast<uint32_t>(i), &entry, sizeof entry);
      if (!whole && !Wanted(entry)) continue;
      if (!titled) text_ += Format("%s%s:\n\n", found_ ? "\n" : "", kind.title);
      titled = true;
      ++found_;
      AddText(entry);
      AddJson(kind.words[0], entry);
    }
  }

  bool Wanted(const perfc_catalog_entry& entry) const {
    return patterns_.empty() || std::any_of(patterns_.begin(), patterns_.end(),
                                            [&](const std::string& pattern) {
                                              return Matches(entry, pattern);
                                            });
  }

  void AddText(const perfc_catalog_entry& entry) {
    std::string words = entry.description;
    if (*entry.unit || entry.scale != 1) {
      words += Format("%s[%s%s%.10g]", words.empty() ? "" : "  ", entry.unit,
                      *entry.unit ? " x " : "x ", entry.scale);
    }
    text_ +=
        Line(words.empty() ? Format("  %s", entry.name)
                           : Format("  %-40s  %s", entry.name, words.c_str()));
  }

  void AddJson(const char* kind, const perfc_catalog_entry& entry) {
    if (!options_.json) return;
    json_.push_back({{"kind", kind},
                     {"name", entry.name},
                     {"pmu", entry.pmu},
                     {"unit", entry.unit},
                     {"scale", entry.scale},
                     {"description", entry.description}});
  }

  const Options& options_;
  uint32_t kinds_ = 0;
  std::vector<std::string> patterns_;
  std::string text_;
  Json json_ = Json::array();
  size_t found_ = 0;
  bool failed_ = false;
  bool incomplete_ = false;  // as the exit status says
};

}  // namespace

int List(const Options& options) { return Lister(options).Run(); }

}  // namespace tool
