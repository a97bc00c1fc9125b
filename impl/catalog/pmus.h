// The PMUs of a machine, as sysfs describes them.
#ifndef PERFC_IMPL_CATALOG_PMUS_H_
#define PERFC_IMPL_CATALOG_PMUS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/base/arena.h"
#include "impl/base/buffer.h"
#include "impl/catalog/complaint.h"
#include "impl/catalog/fixed_text.h"
#include "impl/catalog/format.h"
#include "impl/catalog/pfm.h"
#include "impl/host/host.h"
#include "perfc/attr.h"

namespace perfc::catalog {

// A file of `events`, with its .unit, .scale, .snapshot and .per-pkg.
struct Alias {
  absl::string_view name;
  absl::string_view terms;
  absl::string_view unit;
  double scale;
  bool snapshot;
  bool per_pkg;
};

struct Pmu {
  absl::string_view name;
  uint32_t type;
  bool is_core;      // counts instructions on CPUs: "cpu", or a PMU with `cpus`
  bool system_wide;  // counts no tasks: it has a `cpumask`
  bool detailed;     // the members below have been read
  absl::Span<const uint32_t> cpus;
  absl::Span<const Format> formats;
  absl::Span<const Alias> aliases;

  const Format* FindFormat(absl::string_view format) const;
  const Alias* FindAlias(absl::string_view alias) const;
};

// A file's content without the newline behind it.
absl::string_view Stripped(const base::Buffer<char>& content);
// Of a file of the PMU's directory, below the root of sysfs.
Path PathOf(const Pmu& pmu, absl::string_view file);

// Reads sysfs at the first call, and remembers the result. After a failure the
// next call reads again.
class Pmus {
 public:
  explicit Pmus(const host::Host& host) : host_(host), pfm_(host.system()) {}

  const host::Host& host() const { return host_; }
  // True if sysfs has no PMUs at all, as Load saw.
  bool missing() const { return missing_; }
  Pfm& pfm() { return pfm_; }

  // All PMUs by their type; afterwards the functions below find them. The
  // addresses stay.
  int Load(const Input& input);
  absl::Span<Pmu> all() { return {pmus_.data(), pmus_.size()}; }
  Pmu* Find(absl::string_view name);
  Pmu* Find(uint32_t type);
  // How many of them are core PMUs.
  size_t cores() const { return cores_; }

  // Formats, aliases and CPUs of one; of all.
  int Detail(const Input& input, Pmu* pmu);
  int DetailAll(const Input& input);

  // True if the PMU is meant by that name: its own, also without the "uncore_"
  // in front and the number of the instance behind.
  static bool IsMeant(absl::string_view name, const Pmu& pmu);

  // A file of the PMU's directory that may be missing: then "".
  int ReadOptional(const Input& input, const Pmu& pmu, absl::string_view file,
                   base::Buffer<char>* content);

 private:
  int LoadOne(const Input& input, absl::string_view name);
  int ReadFormats(const Input& input, Pmu* pmu);
  int ReadAliases(const Input& input, Pmu* pmu);
  int ReadAlias(const Input& input, const Pmu& pmu, Alias* alias);
  int ReadCpus(const Input& input, Pmu* pmu);
  int Keep(const Input& input, absl::string_view text, absl::string_view* kept);
  void Sort();

  const host::Host& host_;
  Pfm pfm_;
  bool loaded_ = false;
  bool missing_ = false;
  size_t cores_ = 0;
  base::Buffer<Pmu> pmus_;
  base::Arena arena_;
};

}  // namespace perfc::catalog

#endif  // PERFC_IMPL_CATALOG_PMUS_H_
