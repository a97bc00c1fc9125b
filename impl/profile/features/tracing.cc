#include "impl/profile/features/tracing.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "impl/profile/features/filling.h"

namespace perfc::profile::features {
namespace {

using absl::string_view;

constexpr char kMagic[] = "\x17\x08\x44tracing";
constexpr size_t kMagicSize = sizeof kMagic - 1;

// saved_cmdlines came with version "0.6". perf reads the version as a
// decimal number.
bool HasCmdlines(string_view version) {
  if (version.size() < 3 || version[1] != '.') return false;
  return version[0] > '0' || version[2] >= '6';
}

// The rest of the first line that begins with `key`.
string_view LineOf(string_view text, string_view key) {
  while (!text.empty()) {
    const string_view line = text.substr(0, text.find('\n'));
    if (absl::StartsWith(line, key)) return line.substr(key.size());
    if (line.size() == text.size()) break;
    text.remove_prefix(line.size() + 1);
  }
  return {};
}

bool AddTracepoint(table::Table& table, const FormatFile& file) {
  perfc_tracepoint_row row = {};
  if (!absl::SimpleAtoi(LineOf(file.text, "ID: "), &row.id)) row.id = 0;
  return table.AddText(file.system, &row.system) &&
         table.AddText(LineOf(file.text, "name: "), &row.name) &&
         table.AddText(file.text, &row.format) && table.Add(row);
}

}  // namespace

bool TracingData::Name(string_view* out) {
  const auto* begin = reinterpret_cast<const char*>(in_.here());
  const size_t size = strnlen(begin, in_.left());
  absl::Span<const uint8_t> bytes;
  if (!in_.Bytes(size + uint64_t{1}, &bytes)) return false;
  *out = {begin, size};
  return true;
}

bool TracingData::Word(string_view word) {
  string_view name;
  return Name(&name) && (name == word || in_.Fail("a file's name is missing"));
}

bool TracingData::ReadHead() {
  absl::Span<const uint8_t> magic;
  if (!in_.Bytes(kMagicSize, &magic)) return false;
  if (memcmp(magic.data(), kMagic, kMagicSize) != 0) {
    return in_.Fail("it doesn't begin with its magic number");
  }
  string_view version, file;
  uint8_t big_endian, long_size;
  uint32_t page_size;
  if (!Name(&version) || !in_.Numbers(&big_endian, &long_size)) return false;
  has_cmdlines_ = HasCmdlines(version);
  swapped_ = big_endian != 0;
  return Number(&page_size) && Word("header_page") && File<uint64_t>(&file) &&
         Word("header_event") && File<uint64_t>(&file);
}

bool TracingData::ReadTail() {
  string_view file;
  return File<uint32_t>(&file) && File<uint32_t>(&file) &&
         (!has_cmdlines_ || File<uint64_t>(&file));
}

int FillTracepoints(Filling& filling) {
  return filling.ReadFeature(PERFC_FEATURE_TRACING_DATA, [&](Native& in) {
    return TracingData(in).Read([&](const FormatFile& file) {
      return AddTracepoint(filling.table, file);
    });
  });
}

}  // namespace perfc::profile::features
