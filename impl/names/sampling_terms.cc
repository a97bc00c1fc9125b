#include "impl/names/sampling_terms.h"

#include <cerrno>

#include "absl/strings/strip.h"
#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::names {
namespace {

using absl::string_view;

// The kernel's limit for a stack dump is below 64 KiB, in words
// (perf_copy_attr, kernel/events/core.c).
constexpr uint64_t kMostStack = 65528;
constexpr uint64_t kUsualStack = 8192;

#if defined(__aarch64__)
constexpr uint64_t kUserRegisters = 0x1ffffffff;
#elif defined(__riscv)
constexpr uint64_t kUserRegisters = 0xffffffff;
#else
// Without the segment registers ds, es, fs and gs.
constexpr uint64_t kUserRegisters = 0xff0fff;
#endif

// 6553x bytes in words of 8.
int SetStackSize(const catalog::Input& input, string_view value, uint64_t bytes,
                 Draft* draft) {
  if (bytes == 0 || bytes > kMostStack) {
    return Complain(input, -ERANGE, value,
                    "expected a stack size from 1 to 65528 bytes");
  }
  draft->attr.sample_stack_user = static_cast<uint32_t>((bytes + 7) & ~7ull);
  return 0;
}

int Dwarf(const catalog::Input& input, const Term& term, string_view size,
          Draft* draft) {
  perfc_attr& attr = draft->attr;
  attr.sample_type |=
      PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER;
  attr.sample_regs_user = kUserRegisters;
  attr.flags |= PERFC_ATTR_EXCLUDE_CALLCHAIN_USER;
  uint64_t bytes = kUsualStack;
  if (!size.empty() && !ParseNumber(size, &bytes)) {
    return Complain(input, -EINVAL, term.value,
                    "expected the stack's size behind dwarf,");
  }
  // stack-size=, wherever it stands, says more.
  if ((draft->terms & PERFC_TERM_STACK_SIZE) != 0) return 0;
  return SetStackSize(input, term.value, bytes, draft);
}

struct BranchName {
  string_view name;
  uint64_t bits;
};

constexpr BranchName kBranchNames[] = {
    {"u", PERFC_SAMPLE_BRANCH_USER},
    {"k", PERFC_SAMPLE_BRANCH_KERNEL},
    {"hv", PERFC_SAMPLE_BRANCH_HV},
    {"any", PERFC_SAMPLE_BRANCH_ANY},
    {"any_call", PERFC_SAMPLE_BRANCH_ANY_CALL},
    {"any_ret", PERFC_SAMPLE_BRANCH_ANY_RETURN},
    {"ind_call", PERFC_SAMPLE_BRANCH_IND_CALL},
    {"abort_tx", PERFC_SAMPLE_BRANCH_ABORT_TX},
    {"in_tx", PERFC_SAMPLE_BRANCH_IN_TX},
    {"no_tx", PERFC_SAMPLE_BRANCH_NO_TX},
    {"cond", PERFC_SAMPLE_BRANCH_COND},
    {"ind_jmp", PERFC_SAMPLE_BRANCH_IND_JUMP},
    {"call", PERFC_SAMPLE_BRANCH_CALL},
    {"save_type", PERFC_SAMPLE_BRANCH_TYPE_SAVE},
    {"stack", PERFC_SAMPLE_BRANCH_CALL_STACK},
    {"priv", PERFC_SAMPLE_BRANCH_PRIV_SAVE},
};
constexpr uint64_t kBranchLevels = PERFC_SAMPLE_BRANCH_USER |
                                   PERFC_SAMPLE_BRANCH_KERNEL |
                                   PERFC_SAMPLE_BRANCH_HV;

uint64_t BranchBits(string_view name) {
  for (const BranchName& known : kBranchNames) {
    if (known.name == name) return known.bits;
  }
  return 0;
}

}  // namespace

int CallGraph(const catalog::Input& input, const Term& term, Draft* draft) {
  draft->terms |= PERFC_TERM_CALL_GRAPH;
  string_view how = term.value;
  if (how == "no") return 0;
  if (how == "fp") {
    draft->attr.sample_type |= PERFC_SAMPLE_CALLCHAIN;
    return 0;
  }
  if (how == "lbr") {
    draft->attr.sample_type |=
        PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_BRANCH_STACK;
    draft->attr.branch_sample_type =
        PERFC_SAMPLE_BRANCH_USER | PERFC_SAMPLE_BRANCH_CALL_STACK |
        PERFC_SAMPLE_BRANCH_NO_FLAGS | PERFC_SAMPLE_BRANCH_NO_CYCLES |
        PERFC_SAMPLE_BRANCH_HW_INDEX;
    return 0;
  }
  if (how == "dwarf") return Dwarf(input, term, "", draft);
  if (absl::ConsumePrefix(&how, "dwarf,")) {
    return Dwarf(input, term, how, draft);
  }
  return Complain(input, -EINVAL, term.value,
                  "expected fp, dwarf, 'dwarf,SIZE', lbr or no");
}

int StackSize(const catalog::Input& input, const Term& term, Draft* draft) {
  draft->terms |= PERFC_TERM_STACK_SIZE;
  return SetStackSize(input, term.value, term.number, draft);
}

int MaxStack(const catalog::Input&, const Term& term, Draft* draft) {
  draft->attr.sample_max_stack = static_cast<uint16_t>(term.number);
  draft->attr.sample_type |= PERFC_SAMPLE_CALLCHAIN;
  draft->terms |= PERFC_TERM_MAX_STACK;
  return 0;
}

int BranchType(const catalog::Input& input, const Term& term, Draft* draft) {
  draft->terms |= PERFC_TERM_BRANCH_TYPE;
  if (term.value == "no") return 0;
  uint64_t all = 0;
  string_view rest = term.value;
  for (;;) {
    const size_t comma = rest.find(',');
    const uint64_t bits = BranchBits(rest.substr(0, comma));
    if (bits == 0) {
      return Complain(input, -EINVAL, rest.substr(0, comma),
                      "no kind of branch; there are any, any_call, any_ret, "
                      "ind_call, ind_jmp, call, cond, stack, abort_tx, in_tx, "
                      "no_tx, save_type, priv, u, k, hv, no");
    }
    all |= bits;
    if (comma == string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  // A level alone means all branches there.
  if ((all & ~kBranchLevels) == 0) all |= PERFC_SAMPLE_BRANCH_ANY;
  draft->attr.branch_sample_type = all;
  draft->attr.sample_type |= PERFC_SAMPLE_BRANCH_STACK;
  return 0;
}

}  // namespace perfc::names
