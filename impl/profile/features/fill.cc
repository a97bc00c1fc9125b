#include <cerrno>

#include "absl/strings/str_format.h"
#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "impl/profile/features/features.h"
#include "impl/profile/features/filling.h"
#include "impl/profile/format/format.h"

namespace perfc::profile::features {
namespace {

constexpr char kCreate[] = "perfc_file_create_table";

// In the order of their numbers, from 0, which is none.
constexpr absl::string_view kNames[kFeatures] = {
    "",
    "TRACING_DATA",
    "BUILD_ID",
    "HOSTNAME",
    "OSRELEASE",
    "VERSION",
    "ARCH",
    "NRCPUS",
    "CPUDESC",
    "CPUID",
    "TOTAL_MEM",
    "CMDLINE",
    "EVENT_DESC",
    "CPU_TOPOLOGY",
    "NUMA_TOPOLOGY",
    "BRANCH_STACK",
    "PMU_MAPPINGS",
    "GROUP_DESC",
    "AUXTRACE",
    "STAT",
    "CACHE",
    "SAMPLE_TIME",
    "MEM_TOPOLOGY",
    "CLOCKID",
    "DIR_FORMAT",
    "BPF_PROG_INFO",
    "BPF_BTF",
    "COMPRESSED",
    "CPU_PMU_CAPS",
    "CLOCK_DATA",
    "HYBRID_TOPOLOGY",
    "PMU_CAPS",
    "CPU_DOMAIN_INFO",
    "E_MACHINE",
    "CLN_SIZE",
};
static_assert(!kNames[kFeatures - 1].empty());

constexpr struct {
  uint32_t kind;
  int (*fill)(Filling&);
} kFills[] = {
    {PERFC_ROWS_FACTS, FillFacts},
    {PERFC_ROWS_EVENTS, FillEvents},
    {PERFC_ROWS_BUILD_IDS, FillBuildIds},
    {PERFC_ROWS_CPUS, FillCpus},
    {PERFC_ROWS_NODES, FillNodes},
    {PERFC_ROWS_PMUS, FillPmus},
    {PERFC_ROWS_CACHES, FillCaches},
    {PERFC_ROWS_GROUPS, FillGroups},
    {PERFC_ROWS_BPF, FillBpf},
    {PERFC_ROWS_CLOCKS, FillClocks},
    {PERFC_ROWS_FEATURES, FillFeatures},
    {PERFC_ROWS_TRACEPOINTS, FillTracepoints},
    {PERFC_ROWS_DOMAINS, FillDomains},
};

int NoData(perfc_error* error) {
  return base::Fail(error, -ENODATA, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                    kCreate, {},
                    "the file has none of the features that the table is made "
                    "of");
}

bool AddFeature(Filling& filling, uint32_t feature, const RawFeature& raw) {
  perfc_feature_row row = {};
  row.feature = feature;
  row.position = raw.position;
  row.size = raw.size;
  const char* bytes = reinterpret_cast<const char*>(raw.bytes.data());
  return filling.table.AddText(Name(feature), &row.name) &&
         filling.table.AddText({bytes, raw.bytes.size()}, &row.data) &&
         filling.table.Add(row);
}

}  // namespace

absl::string_view Name(uint32_t feature) {
  return feature < kFeatures ? kNames[feature] : absl::string_view();
}

int Filling::Failed(uint32_t feature, const char* why,
                    uint64_t position) const {
  if (why != nullptr) {
    const base::ShortText<160> detail("%s: %s", Name(feature), why);
    return base::Fail(error, -EBADMSG, PERFC_CALL_NONE, PERFC_RULE_FILE_CONTENT,
                      kCreate, {position}, detail);
  }
  if (table.failure() != -ERANGE) return base::NoMemory(error, kCreate, 0);
  return base::Fail(error, -ERANGE, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                    kCreate, {}, "the texts are longer than 4 GiB");
}

int64_t CpusOfStore(Filling& filling) {
  absl::Span<const uint8_t> bytes;
  uint64_t position;
  const int got =
      filling.store.Get(PERFC_FEATURE_NRCPUS, &bytes, &position, filling.error);
  if (got == -ENODATA || got == -EBADMSG) return 0;
  return got < 0 ? got : CpusOf(bytes);
}

uint64_t Scaled(uint64_t number, uint16_t unit) {
  uint64_t scaled;
  return __builtin_mul_overflow(number, unit, &scaled) ? UINT64_MAX : scaled;
}

int FillFeatures(Filling& filling) {
  for (uint32_t feature = 0; feature < format::kMaxFeatures; ++feature) {
    RawFeature raw;
    const int got = filling.store.GetRaw(feature, &raw, filling.error);
    if (got == -ENODATA) continue;
    if (got < 0) return got;
    if (!AddFeature(filling, feature, raw)) return filling.NoRoom();
  }
  return filling.table.count() > 0 ? 0 : -ENODATA;
}

int FillTable(Store& store, table::Table* table, perfc_error* error) {
  Filling filling = {store, *table, error};
  for (const auto& one : kFills) {
    if (one.kind != table->kind()) continue;
    const int result = one.fill(filling);
    return result == -ENODATA ? NoData(error) : result;
  }
  return base::BadArgument(error, kCreate, "no table of files has this kind");
}

}  // namespace perfc::profile::features
