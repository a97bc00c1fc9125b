#include "impl/tracefs/declaration.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "perfc/tracepoint.h"

namespace perfc::tracefs {
namespace {

bool IsWord(char c) { return absl::ascii_isalnum(c) || c == '_'; }

// The count of "[16]"; 0 for "[]" and for a constant's name, as older kernels
// have them: "[TASK_COMM_LEN]".
uint32_t CountOf(absl::string_view brackets) {
  uint32_t count = 0;
  const size_t close = brackets.find(']');
  if (close == absl::string_view::npos) return 0;
  return absl::SimpleAtoi(brackets.substr(1, close - 1), &count) ? count : 0;
}

absl::string_view Trim(absl::string_view text) {
  return absl::StripAsciiWhitespace(text);
}

// "char[] name" and "char name[]" of a location; "char[][2] name" is an array of
// locations, which kprobes and uprobes have.
void ParseLocated(Declaration* out) {
  const size_t open = out->base.find('[');
  absl::string_view brackets = out->array;
  if (open != absl::string_view::npos) {
    brackets = out->base.substr(open);
    out->base = Trim(out->base.substr(0, open));
  }
  out->is_array = !brackets.empty();
  const size_t second = brackets.find('[', 1);
  if (second == absl::string_view::npos) return;
  const uint32_t locations = CountOf(brackets.substr(second));
  if (locations > 0) out->locations = locations;
}

// Without qualifiers, which say nothing of the size.
absl::string_view Unqualified(absl::string_view base) {
  for (bool more = true; more;) {
    more = absl::ConsumePrefix(&base, "const ") ||
           absl::ConsumePrefix(&base, "volatile ");
    base = Trim(base);
  }
  return base;
}

struct Known {
  const char* name;
  uint32_t size;  // 0: a long's
};

constexpr Known kKnown[] = {
    {"char", 1},
    {"signed char", 1},
    {"unsigned char", 1},
    {"bool", 1},
    {"u8", 1},
    {"s8", 1},
    {"__u8", 1},
    {"__s8", 1},
    {"uint8_t", 1},
    {"int8_t", 1},
    {"short", 2},
    {"unsigned short", 2},
    {"u16", 2},
    {"s16", 2},
    {"__u16", 2},
    {"__s16", 2},
    {"__le16", 2},
    {"__be16", 2},
    {"uint16_t", 2},
    {"int16_t", 2},
    {"int", 4},
    {"unsigned", 4},
    {"unsigned int", 4},
    {"u32", 4},
    {"s32", 4},
    {"__u32", 4},
    {"__s32", 4},
    {"__le32", 4},
    {"__be32", 4},
    {"uint32_t", 4},
    {"int32_t", 4},
    {"pid_t", 4},
    {"gfp_t", 4},
    {"dev_t", 4},
    {"u64", 8},
    {"s64", 8},
    {"__u64", 8},
    {"__s64", 8},
    {"__le64", 8},
    {"__be64", 8},
    {"uint64_t", 8},
    {"int64_t", 8},
    {"long long", 8},
    {"unsigned long long", 8},
    {"loff_t", 8},
    {"sector_t", 8},
    {"long", 0},
    {"unsigned long", 0},
    {"size_t", 0},
    {"cpumask_t", 0},
};

}  // namespace

bool ParseDeclaration(absl::string_view text, Declaration* out) {
  *out = {};
  text = Trim(text);
  out->relative = absl::ConsumePrefix(&text, "__rel_loc ");
  out->located = out->relative || absl::ConsumePrefix(&text, "__data_loc ");
  size_t end = text.size();
  if (absl::EndsWith(text, "]")) end = text.find('[');
  if (end == absl::string_view::npos) return false;
  out->array = text.substr(end);
  while (end > 0 && text[end - 1] == ' ') --end;
  size_t begin = end;
  while (begin > 0 && IsWord(text[begin - 1])) --begin;
  out->name = text.substr(begin, end - begin);
  out->base = Trim(text.substr(0, begin));
  if (out->name.empty() || out->base.empty()) return false;
  if (out->located) {
    ParseLocated(out);
  } else {
    out->is_array = !out->array.empty();
    out->count = CountOf(out->array);
  }
  return true;
}

uint32_t KindOf(absl::string_view base, bool is_array, uint32_t size) {
  base = Unqualified(base);
  const bool number = size == 1 || size == 2 || size == 4 || size == 8;
  if (!number) return PERFC_FIELD_KIND_BYTES;
  if (absl::StrContains(base, '*')) return PERFC_FIELD_KIND_POINTER;
  if (absl::StartsWith(base, "struct ") || absl::StartsWith(base, "union ")) {
    return PERFC_FIELD_KIND_BYTES;
  }
  if (absl::StartsWith(base, "enum ")) return PERFC_FIELD_KIND_ENUM;
  if (base == "bool" || base == "_Bool") return PERFC_FIELD_KIND_BOOL;
  if (base == "char" && size == 1) {
    return is_array ? PERFC_FIELD_KIND_STRING : PERFC_FIELD_KIND_CHAR;
  }
  return PERFC_FIELD_KIND_INT;
}

uint32_t SizeOf(absl::string_view base, uint32_t long_size) {
  base = Unqualified(base);
  if (absl::StrContains(base, '*')) return long_size;
  for (const Known& known : kKnown) {
    if (base == known.name) return known.size ? known.size : long_size;
  }
  return 0;
}

}  // namespace perfc::tracefs
