#include <cerrno>

#include "absl/strings/string_view.h"
#include "impl/base/text_writer.h"
#include "impl/profile/features/filling.h"
#include "impl/profile/features/layouts.h"
#include "impl/profile/features/numbers.h"

namespace perfc::profile::features {
namespace {

using absl::string_view;

// Adds the facts of one feature.
class Facts {
 public:
  Facts(Filling& filling, uint32_t feature)
      : table_(filling.table), feature_(feature) {}

  bool Text(string_view name, string_view value, uint32_t index = 0) {
    return Add(name, value, 0, index);
  }
  bool Number(string_view name, uint64_t number, uint32_t index = 0) {
    return Add(name, base::ShortText<24>("%u", number), number, index);
  }
  bool Add(string_view name, string_view value, uint64_t number,
           uint32_t index) {
    perfc_fact_row row = {};
    row.number = number;
    row.feature = feature_;
    row.index = index;
    return table_.AddText(name, &row.name) &&
           table_.AddText(value, &row.value) && table_.Add(row);
  }

 private:
  table::Table& table_;
  uint32_t feature_;
};

// The features that are one string. A fact has the feature's name.
constexpr struct {
  uint32_t feature;
  const char* fact;
} kStrings[] = {
    {PERFC_FEATURE_HOSTNAME, "hostname"},
    {PERFC_FEATURE_OSRELEASE, "osrelease"},
    {PERFC_FEATURE_VERSION, "version"},
    {PERFC_FEATURE_ARCH, "arch"},
    {PERFC_FEATURE_CPUDESC, "cpudesc"},
    {PERFC_FEATURE_CPUID, "cpuid"},
    {PERFC_FEATURE_CMDLINE, "cmdline"},
};

// The features without content: that they are there is the fact.
constexpr struct {
  uint32_t feature;
  const char* fact;
} kFlags[] = {
    {PERFC_FEATURE_BRANCH_STACK, "branch_stack"},
    {PERFC_FEATURE_STAT, "stat"},
};

int FillStrings(Filling& filling, uint32_t feature, string_view fact) {
  Facts facts(filling, feature);
  uint32_t index = 0;
  return filling.ReadFeature(feature, [&](Native& in) {
    string_view text;
    if (feature != PERFC_FEATURE_CMDLINE) {
      return in.Text(&text) && facts.Text(fact, text);
    }
    return ReadStrings(in, [&](string_view argument) {
      return facts.Text(fact, argument, index++);
    });
  });
}

int FillNumbers(Filling& filling, uint32_t feature) {
  Facts facts(filling, feature);
  return filling.ReadFeature(feature, [&](Native& in) {
    return ReadNumbers(
        in, NumbersOf(feature), [&](const NumberField& field, uint64_t number) {
          return facts.Number(field.fact, Scaled(number, field.unit));
        });
  });
}

int FillFlag(Filling& filling, uint32_t feature, string_view fact) {
  Facts facts(filling, feature);
  return filling.ReadFeature(feature,
                             [&](Native&) { return facts.Number(fact, 1); });
}

// The lists of CPU_TOPOLOGY; its CPUs are rows of PERFC_ROWS_CPUS.
struct AddSiblings {
  Facts& facts;
  uint32_t (&counts)[3];

  bool operator()(const SiblingList& list) const {
    constexpr const char* kFacts[] = {"sibling_sockets", "sibling_threads",
                                      "sibling_dies"};
    const auto of = static_cast<size_t>(list.of);
    return facts.Text(kFacts[of], list.cpus, counts[of]++);
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return true;
  }
};

int FillSiblings(Filling& filling) {
  const int64_t cpus = CpusOfStore(filling);
  if (cpus < 0) return static_cast<int>(cpus);
  Facts facts(filling, PERFC_FEATURE_CPU_TOPOLOGY);
  uint32_t counts[3] = {};
  return filling.ReadFeature(PERFC_FEATURE_CPU_TOPOLOGY, [&](Native& in) {
    return ReadCpuTopology(in, static_cast<uint32_t>(cpus),
                           AddSiblings{facts, counts});
  });
}

int FillAuxtrace(Filling& filling) {
  Facts facts(filling, PERFC_FEATURE_AUXTRACE);
  uint32_t index = 0;
  return filling.ReadFeature(PERFC_FEATURE_AUXTRACE, [&](Native& in) {
    return ReadAuxtrace(
               in,
               [&](const AuxtraceEntry& entry) {
                 return facts.Number("auxtrace_offset", entry.offset, index) &&
                        facts.Number("auxtrace_size", entry.size, index++);
               }) &&
           facts.Number("auxtrace", index);
  });
}

struct AddDomainVersion {
  Facts& facts;

  bool operator()(const DomainVersion& version) const {
    return facts.Number("schedstat_version", version.schedstat) &&
           facts.Number("max_sched_domains", version.most_domains);
  }
  bool operator()(const Domain&) const { return true; }
};

int FillDomainVersion(Filling& filling) {
  Facts facts(filling, PERFC_FEATURE_CPU_DOMAIN_INFO);
  return filling.ReadFeature(PERFC_FEATURE_CPU_DOMAIN_INFO, [&](Native& in) {
    return ReadDomains(in, AddDomainVersion{facts});
  });
}

int FillFeature(Filling& filling, uint32_t feature) {
  for (const auto& one : kStrings) {
    if (one.feature == feature) return FillStrings(filling, feature, one.fact);
  }
  for (const auto& one : kFlags) {
    if (one.feature == feature) return FillFlag(filling, feature, one.fact);
  }
  if (!NumbersOf(feature).empty()) return FillNumbers(filling, feature);
  switch (feature) {
    case PERFC_FEATURE_CPU_TOPOLOGY:
      return FillSiblings(filling);
    case PERFC_FEATURE_AUXTRACE:
      return FillAuxtrace(filling);
    case PERFC_FEATURE_CPU_DOMAIN_INFO:
      return FillDomainVersion(filling);
    default:
      return -ENODATA;
  }
}

}  // namespace

// One malformed feature doesn't hide the others: a fact says which rule it breaks,
// and where.
int FillFacts(Filling& filling) {
  perfc_error* const error = filling.error;
  int result = 0;
  for (uint32_t feature = 1; feature < kFeatures && result == 0; ++feature) {
    perfc_error own = {};
    filling.error = &own;
    result = AllowMissing(FillFeature(filling, feature));
    filling.error = error;
    if (result == -EBADMSG) {
      Facts facts(filling, feature);
      const bool added = facts.Add("malformed", own.detail, own.number[0], 0);
      result = added ? 0 : filling.NoRoom();
    } else if (result < 0 && error != nullptr) {
      *error = own;
    }
  }
  if (result < 0) return result;
  return filling.table.count() > 0 ? 0 : -ENODATA;
}

}  // namespace perfc::profile::features
