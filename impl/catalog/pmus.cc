#include "impl/catalog/pmus.h"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "impl/base/fail.h"
#include "impl/catalog/cpu_list.h"

namespace perfc::catalog {
namespace {

using absl::string_view;

constexpr string_view kDevices = "bus/event_source/devices";

// Files beside an event's, which tell more of it.
bool IsDetail(string_view name) {
  return absl::EndsWith(name, ".unit") || absl::EndsWith(name, ".scale") ||
         absl::EndsWith(name, ".snapshot") || absl::EndsWith(name, ".per-pkg");
}

int NotUnderstood(const Input& input, string_view path, string_view what) {
  Message message;
  message << path << " isn't " << what;
  return base::Fail(input.error, -EINVAL, PERFC_CALL_NONE,
                    PERFC_RULE_EVENT_FILE, input.operation, {}, message.view());
}

}  // namespace

string_view Stripped(const base::Buffer<char>& content) {
  return absl::StripAsciiWhitespace(base::View(content));
}

Path PathOf(const Pmu& pmu, string_view file) {
  Path path;
  path << kDevices << "/" << pmu.name << "/" << file;
  return path;
}

const Format* Pmu::FindFormat(string_view format) const {
  for (const Format& known : formats) {
    if (known.name == format) return &known;
  }
  return nullptr;
}

const Alias* Pmu::FindAlias(string_view alias) const {
  for (const Alias& known : aliases) {
    if (absl::EqualsIgnoreCase(known.name, alias)) return &known;
  }
  return nullptr;
}

bool Pmus::IsMeant(string_view name, const Pmu& pmu) {
  if (name == pmu.name) return true;
  string_view rest = pmu.name;
  if (!absl::StartsWith(name, "uncore_")) absl::ConsumePrefix(&rest, "uncore_");
  if (!absl::ConsumePrefix(&rest, name)) return false;
  if (rest.empty()) return true;
  return absl::ConsumePrefix(&rest, "_") && !rest.empty() &&
         std::all_of(rest.begin(), rest.end(), [](char c) {
           return absl::ascii_isdigit(static_cast<unsigned char>(c));
         });
}

int Pmus::Keep(const Input& input, string_view text, string_view* kept) {
  const char* copy = arena_.Copy(text);
  if (copy == nullptr) return NoMemory(input);
  *kept = {copy, text.size()};
  return 0;
}

int Pmus::ReadOptional(const Input& input, const Pmu& pmu, string_view file,
                       base::Buffer<char>* content) {
  const Path path = PathOf(pmu, file);
  const int failed = host_.ReadSys(path.view(), content);
  if (failed == 0) return 0;
  if (failed != -ENOENT) return FileFailed(input, failed, path.view());
  if (!content->Resize(0)) return NoMemory(input);
  return 0;
}

int Pmus::LoadOne(const Input& input, string_view name) {
  Pmu pmu = {};
  pmu.name = name;
  base::Buffer<char> content;
  if (int failed = ReadOptional(input, pmu, "type", &content)) return failed;
  if (!absl::SimpleAtoi(Stripped(content), &pmu.type)) return 0;
  if (int failed = ReadOptional(input, pmu, "cpus", &content)) return failed;
  pmu.is_core = name == "cpu" || content.size() > 0;
  if (int failed = Keep(input, name, &pmu.name)) return failed;
  if (!pmus_.Append(pmu)) return NoMemory(input);
  cores_ += pmu.is_core;
  return 0;
}

void Pmus::Sort() {
  std::sort(pmus_.begin(), pmus_.end(),
            [](const Pmu& a, const Pmu& b) { return a.type < b.type; });
}

int Pmus::Load(const Input& input) {
  if (loaded_) return 0;
  host::NameList names;
  const int failed = host_.ListSys(kDevices, &names);
  // A kernel without perf events, or no sysfs.
  missing_ = failed == -ENOENT;
  if (failed != 0 && failed != -ENOENT) {
    return FileFailed(input, failed, kDevices);
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (int bad = LoadOne(input, names[i])) {
      static_cast<void>(pmus_.Resize(0));
      cores_ = 0;
      return bad;
    }
  }
  Sort();
  loaded_ = true;
  return 0;
}

Pmu* Pmus::Find(string_view name) {
  for (Pmu& pmu : pmus_) {
    if (pmu.name == name) return &pmu;
  }
  return nullptr;
}

Pmu* Pmus::Find(uint32_t type) {
  for (Pmu& pmu : pmus_) {
    if (pmu.type == type) return &pmu;
  }
  return nullptr;
}

int Pmus::ReadFormats(const Input& input, Pmu* pmu) {
  host::NameList names;
  const Path folder = PathOf(*pmu, "format");
  const int failed = host_.ListSys(folder.view(), &names);
  if (failed == -ENOENT) return 0;
  if (failed != 0) return FileFailed(input, failed, folder.view());
  auto* formats = arena_.Zeroed<Format>(names.size());
  if (formats == nullptr) return NoMemory(input);
  size_t count = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    Path file("format/");
    file << names[i];
    base::Buffer<char> content;
    if (int bad = ReadOptional(input, *pmu, file.view(), &content)) return bad;
    Format& format = formats[count];
    if (!ParseFormat(Stripped(content), &format)) continue;
    if (int bad = Keep(input, names[i], &format.name)) return bad;
    ++count;
  }
  pmu->formats = {formats, count};
  return 0;
}

int Pmus::ReadAlias(const Input& input, const Pmu& pmu, Alias* alias) {
  constexpr string_view kFiles[] = {"", ".unit", ".scale", ".snapshot",
                                    ".per-pkg"};
  string_view content[std::size(kFiles)];
  for (size_t i = 0; i < std::size(kFiles); ++i) {
    base::Buffer<char> read;
    Path file("events/");
    file << alias->name << kFiles[i];
    if (int bad = ReadOptional(input, pmu, file.view(), &read)) return bad;
    if (int bad = Keep(input, Stripped(read), &content[i])) return bad;
  }
  alias->terms = content[0];
  alias->unit = content[1];
  alias->scale = 1;
  if (!content[2].empty() && !absl::SimpleAtod(content[2], &alias->scale)) {
    Path file("events/");
    file << alias->name << ".scale";
    return NotUnderstood(input, PathOf(pmu, file.view()).view(), "a number");
  }
  alias->snapshot = content[3] == "1";
  alias->per_pkg = content[4] == "1";
  return 0;
}

int Pmus::ReadAliases(const Input& input, Pmu* pmu) {
  host::NameList names;
  const Path folder = PathOf(*pmu, "events");
  const int failed = host_.ListSys(folder.view(), &names);
  if (failed == -ENOENT) return 0;
  if (failed != 0) return FileFailed(input, failed, folder.view());
  auto* aliases = arena_.Zeroed<Alias>(names.size());
  if (aliases == nullptr) return NoMemory(input);
  size_t count = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    if (IsDetail(names[i])) continue;
    Alias& alias = aliases[count++];
    if (int bad = Keep(input, names[i], &alias.name)) return bad;
    if (int bad = ReadAlias(input, *pmu, &alias)) return bad;
  }
  pmu->aliases = {aliases, count};
  return 0;
}

int Pmus::ReadCpus(const Input& input, Pmu* pmu) {
  base::Buffer<char> content;
  const string_view file = pmu->is_core ? "cpus" : "cpumask";
  if (int bad = ReadOptional(input, *pmu, file, &content)) return bad;
  const string_view text = Stripped(content);
  if (text.empty()) return 0;
  uint32_t* cpus = nullptr;
  const int count = ParseCpuList(text, &arena_, &cpus);
  if (count == -ENOMEM) return NoMemory(input);
  if (count < 0) {
    return NotUnderstood(input, PathOf(*pmu, file).view(), "a list of CPUs");
  }
  pmu->cpus = {cpus, static_cast<size_t>(count)};
  pmu->system_wide = !pmu->is_core && !host::CountsTasksWithCpumask(pmu->name);
  return 0;
}

int Pmus::Detail(const Input& input, Pmu* pmu) {
  if (pmu->detailed) return 0;
  const base::Arena::Mark before = arena_.mark();
  Pmu detailed = *pmu;
  int failed = ReadFormats(input, &detailed);
  if (failed == 0) failed = ReadAliases(input, &detailed);
  if (failed == 0) failed = ReadCpus(input, &detailed);
  if (failed != 0) {
    arena_.Rewind(before);
    return failed;
  }
  *pmu = detailed;
  pmu->detailed = true;
  return 0;
}

// One whose files make no sense has no events, and stops no others.
int Pmus::DetailAll(const Input& input) {
  const Input silent = {input.text, input.operation, nullptr};
  for (Pmu& pmu : pmus_) {
    const int failed = Detail(silent, &pmu);
    if (failed != 0 && failed != -EINVAL) {
      return FileFailed(input, failed, PathOf(pmu, "").view());
    }
  }
  return 0;
}

}  // namespace perfc::catalog
