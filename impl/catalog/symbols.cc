#include "impl/catalog/symbols.h"

#include <cstddef>
#include <iterator>

#include "perfc/uapi.h"

namespace perfc::catalog {
namespace {

#define PERFC_HARDWARE(NAME, EVENT) \
  { NAME, PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_##EVENT, false }
#define PERFC_SOFTWARE(NAME, EVENT) \
  { NAME, PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_##EVENT, false }
#define PERFC_TOOL(NAME) \
  { NAME, PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_DUMMY, true }

constexpr Symbol kSymbols[] = {
    PERFC_HARDWARE("cycles", CPU_CYCLES),
    PERFC_HARDWARE("cpu-cycles", CPU_CYCLES),
    PERFC_HARDWARE("instructions", INSTRUCTIONS),
    PERFC_HARDWARE("cache-references", CACHE_REFERENCES),
    PERFC_HARDWARE("cache-misses", CACHE_MISSES),
    PERFC_HARDWARE("branches", BRANCH_INSTRUCTIONS),
    PERFC_HARDWARE("branch-instructions", BRANCH_INSTRUCTIONS),
    PERFC_HARDWARE("branch-misses", BRANCH_MISSES),
    PERFC_HARDWARE("bus-cycles", BUS_CYCLES),
    PERFC_HARDWARE("stalled-cycles-frontend", STALLED_CYCLES_FRONTEND),
    PERFC_HARDWARE("idle-cycles-frontend", STALLED_CYCLES_FRONTEND),
    PERFC_HARDWARE("stalled-cycles-backend", STALLED_CYCLES_BACKEND),
    PERFC_HARDWARE("idle-cycles-backend", STALLED_CYCLES_BACKEND),
    PERFC_HARDWARE("ref-cycles", REF_CPU_CYCLES),
    PERFC_SOFTWARE("cpu-clock", CPU_CLOCK),
    PERFC_SOFTWARE("task-clock", TASK_CLOCK),
    PERFC_SOFTWARE("page-faults", PAGE_FAULTS),
    PERFC_SOFTWARE("faults", PAGE_FAULTS),
    PERFC_SOFTWARE("context-switches", CONTEXT_SWITCHES),
    PERFC_SOFTWARE("cs", CONTEXT_SWITCHES),
    PERFC_SOFTWARE("cpu-migrations", CPU_MIGRATIONS),
    PERFC_SOFTWARE("migrations", CPU_MIGRATIONS),
    PERFC_SOFTWARE("minor-faults", PAGE_FAULTS_MIN),
    PERFC_SOFTWARE("major-faults", PAGE_FAULTS_MAJ),
    PERFC_SOFTWARE("alignment-faults", ALIGNMENT_FAULTS),
    PERFC_SOFTWARE("emulation-faults", EMULATION_FAULTS),
    PERFC_SOFTWARE("dummy", DUMMY),
    PERFC_SOFTWARE("bpf-output", BPF_OUTPUT),
    PERFC_SOFTWARE("cgroup-switches", CGROUP_SWITCHES),
    PERFC_TOOL("duration_time"),
    PERFC_TOOL("user_time"),
    PERFC_TOOL("system_time"),
};

#undef PERFC_HARDWARE
#undef PERFC_SOFTWARE
#undef PERFC_TOOL

// A word of a cache's name, the usual one of a value first. A longer word stands
// before those which it begins with.
struct Word {
  absl::string_view text;
  uint32_t value;
};

constexpr Word kCacheWords[] = {
    {"L1-dcache", PERFC_COUNT_HW_CACHE_L1D},
    {"L1-data", PERFC_COUNT_HW_CACHE_L1D},
    {"l1-d", PERFC_COUNT_HW_CACHE_L1D},
    {"l1d", PERFC_COUNT_HW_CACHE_L1D},
    {"L1-icache", PERFC_COUNT_HW_CACHE_L1I},
    {"L1-instruction", PERFC_COUNT_HW_CACHE_L1I},
    {"l1-i", PERFC_COUNT_HW_CACHE_L1I},
    {"l1i", PERFC_COUNT_HW_CACHE_L1I},
    {"LLC", PERFC_COUNT_HW_CACHE_LL},
    {"L2", PERFC_COUNT_HW_CACHE_LL},
    {"dTLB", PERFC_COUNT_HW_CACHE_DTLB},
    {"d-tlb", PERFC_COUNT_HW_CACHE_DTLB},
    {"Data-TLB", PERFC_COUNT_HW_CACHE_DTLB},
    {"iTLB", PERFC_COUNT_HW_CACHE_ITLB},
    {"i-tlb", PERFC_COUNT_HW_CACHE_ITLB},
    {"Instruction-TLB", PERFC_COUNT_HW_CACHE_ITLB},
    {"branch", PERFC_COUNT_HW_CACHE_BPU},
    {"bpu", PERFC_COUNT_HW_CACHE_BPU},
    {"btb", PERFC_COUNT_HW_CACHE_BPU},
    {"bpc", PERFC_COUNT_HW_CACHE_BPU},
    {"node", PERFC_COUNT_HW_CACHE_NODE},
};

constexpr Word kOpWords[] = {
    {"loads", PERFC_COUNT_HW_CACHE_OP_READ},
    {"load", PERFC_COUNT_HW_CACHE_OP_READ},
    {"read", PERFC_COUNT_HW_CACHE_OP_READ},
    {"stores", PERFC_COUNT_HW_CACHE_OP_WRITE},
    {"store", PERFC_COUNT_HW_CACHE_OP_WRITE},
    {"write", PERFC_COUNT_HW_CACHE_OP_WRITE},
    {"prefetches", PERFC_COUNT_HW_CACHE_OP_PREFETCH},
    {"prefetch", PERFC_COUNT_HW_CACHE_OP_PREFETCH},
    {"speculative-read", PERFC_COUNT_HW_CACHE_OP_PREFETCH},
    {"speculative-load", PERFC_COUNT_HW_CACHE_OP_PREFETCH},
};

constexpr Word kResultWords[] = {
    {"refs", PERFC_COUNT_HW_CACHE_RESULT_ACCESS},
    {"Reference", PERFC_COUNT_HW_CACHE_RESULT_ACCESS},
    {"ops", PERFC_COUNT_HW_CACHE_RESULT_ACCESS},
    {"access", PERFC_COUNT_HW_CACHE_RESULT_ACCESS},
    {"misses", PERFC_COUNT_HW_CACHE_RESULT_MISS},
    {"miss", PERFC_COUNT_HW_CACHE_RESULT_MISS},
};

constexpr uint32_t kCaches = 7;
constexpr uint32_t kCacheOps = 3;
constexpr uint32_t kCacheResults = 2;
static_assert(kCacheConfigs == kCaches * kCacheOps * kCacheResults);

// Which operations a cache has, as bits. The instruction side isn't written to,
// and prediction units are only looked up.
constexpr uint8_t kOpsOf[kCaches] = {7, 5, 7, 7, 1, 1, 7};

// Takes one of the words off the front, where '-' or the end follows it.
template <size_t N>
bool TakeWord(const Word (&words)[N], absl::string_view* rest,
              uint32_t* value) {
  for (const Word& word : words) {
    const size_t length = word.text.size();
    if (rest->substr(0, length) != word.text) continue;
    if (rest->size() > length && (*rest)[length] != '-') continue;
    rest->remove_prefix(length);
    *value = word.value;
    return true;
  }
  return false;
}

}  // namespace

absl::Span<const Symbol> Symbols() { return kSymbols; }

const Symbol* FindSymbol(absl::string_view name) {
  for (const Symbol& symbol : kSymbols) {
    if (symbol.name == name) return &symbol;
  }
  return nullptr;
}

const Symbol* FindSymbol(uint32_t type, uint64_t config) {
  for (const Symbol& symbol : kSymbols) {
    if (symbol.type == type && symbol.config == config) return &symbol;
  }
  return nullptr;
}

CacheName ParseCacheName(absl::string_view name) {
  CacheName parsed;
  absl::string_view rest = name;
  uint32_t cache;
  if (!TakeWord(kCacheWords, &rest, &cache)) return parsed;
  parsed.is_cache = true;
  uint32_t op = PERFC_COUNT_HW_CACHE_OP_READ;
  uint32_t result = PERFC_COUNT_HW_CACHE_RESULT_ACCESS;
  bool has_op = false;
  bool has_result = false;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    parsed.bad_at = static_cast<uint32_t>(name.size() - rest.size());
    const bool is_op = !has_op && TakeWord(kOpWords, &rest, &op);
    const bool is_result =
        !is_op && !has_result && TakeWord(kResultWords, &rest, &result);
    if (!is_op && !is_result) return parsed;
    if (is_op && (kOpsOf[cache] >> op & 1) == 0) return parsed;
    has_op = has_op || is_op;
    has_result = has_result || is_result;
  }
  parsed.valid = true;
  parsed.config = cache | op << PERFC_COUNT_HW_CACHE_OP_SHIFT |
                  result << PERFC_COUNT_HW_CACHE_RESULT_SHIFT;
  return parsed;
}

bool NameCache(uint64_t config, CacheText* name) {
  constexpr absl::string_view kUsual[kCaches] = {
      "L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node"};
  constexpr absl::string_view kOps[kCacheOps] = {"load", "store", "prefetch"};
  constexpr absl::string_view kAccesses[kCacheOps] = {"loads", "stores",
                                                      "prefetches"};
  const uint64_t cache = config & 0xff;
  const uint64_t op = config >> PERFC_COUNT_HW_CACHE_OP_SHIFT & 0xff;
  const uint64_t result = config >> PERFC_COUNT_HW_CACHE_RESULT_SHIFT;
  if (cache >= kCaches || op >= kCacheOps || result >= kCacheResults) {
    return false;
  }
  if ((kOpsOf[cache] >> op & 1) == 0) return false;
  const bool misses = result == PERFC_COUNT_HW_CACHE_RESULT_MISS;
  *name = CacheText(kUsual[cache]);
  *name << "-" << (misses ? kOps[op] : kAccesses[op]);
  if (misses) *name << "-misses";
  return true;
}

uint64_t CacheConfig(uint32_t number) {
  const uint64_t result = number % kCacheResults;
  const uint64_t op = number / kCacheResults % kCacheOps;
  const uint64_t cache = number / kCacheResults / kCacheOps;
  return cache | op << PERFC_COUNT_HW_CACHE_OP_SHIFT |
         result << PERFC_COUNT_HW_CACHE_RESULT_SHIFT;
}

}  // namespace perfc::catalog
