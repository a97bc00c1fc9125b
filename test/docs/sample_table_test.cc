// Makes the table of sample fields in docs/decoding.md out of the table that
// the library is made of, and compares; with --update, writes it.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "impl/batch/columns.h"
#include "impl/uapi/sample_fields.h"

namespace {

using perfc::uapi::Kind;
using perfc::uapi::SampleField;

constexpr char kFile[] = "docs/decoding.md";
constexpr char kBegin[] = "<!-- sample fields: begin -->\n";
constexpr char kEnd[] = "<!-- sample fields: end -->\n";

// The bytes that a field takes, by the attr and by what stands in the record.
const char* SizeOf(Kind kind) {
  switch (kind) {
    case Kind::kU64:
      return "8";
    case Kind::kU32Pair:
      return "4 + 4";
    case Kind::kWeights:
      return "4 + 2 + 2";
    case Kind::kRead:
      return "8 each, those in brackets by `read_format`: with `GROUP` nr, "
             "[time_enabled], [time_running], nr times value, [id], [lost]; "
             "else value, [time_enabled], [time_running], [id], [lost]";
    case Kind::kCallchain:
      return "8 (nr) + 8 nr";
    case Kind::kRaw:
      return "4 (size) + size";
    case Kind::kBranches:
      return "8 (nr) + 8 with `HW_INDEX` + 24 nr + 8 nr with `COUNTERS`";
    case Kind::kUserRegs:
      return "8 (abi), and unless it is `NONE` 8 for each bit of "
             "`sample_regs_user`";
    case Kind::kIntrRegs:
      return "8 (abi), and unless it is `NONE` 8 for each bit of "
             "`sample_regs_intr`";
    case Kind::kStack:
      return "8 (size), and unless it is 0 size + 8 (dyn_size)";
    case Kind::kAux:
      return "8 (size) + size";
  }
  return "";
}

// The columns of a field, the first one named like the member.
std::string ColumnsOf(size_t index) {
  std::string columns;
  for (const auto& column : perfc::batch::kSampleColumns) {
    if (column.shape == perfc::batch::Shape::kNone || column.field != index) {
      continue;
    }
    columns += (columns.empty() ? "`" : ", `") + std::string(column.name) + "`";
  }
  return columns;
}

std::string Table() {
  std::string table =
      "| `PERF_SAMPLE_` | bit | bytes | also in `sample_id` | columns |\n"
      "|---|---|---|---|---|\n";
  for (size_t i = 0; i < perfc::uapi::kSampleFieldCount; ++i) {
    const SampleField& field = perfc::uapi::kSampleFields[i];
    table += "| `" + std::string(field.name) + "` | " +
             std::to_string(__builtin_ctzll(field.bit)) + " | " +
             SizeOf(field.kind) + " | " + (field.in_sample_id ? "yes" : "") +
             " | " + ColumnsOf(i) + " |\n";
  }
  return table;
}

std::string Read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// The document with the table as it should be; empty without its two marks.
std::string WithTable(const std::string& document) {
  const size_t begin = document.find(kBegin);
  const size_t end = document.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos) return "";
  return document.substr(0, begin + std::strlen(kBegin)) + "\n" + Table() +
         "\n" + document.substr(end);
}

}  // namespace

int main(int argc, char** argv) {
  const bool update = argc > 1 && std::strcmp(argv[1], "--update") == 0;
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  const std::string path =
      update && workspace ? std::string(workspace) + "/" + kFile : kFile;
  const std::string document = Read(path);
  const std::string wanted = WithTable(document);
  if (!wanted.empty() && wanted == document) return 0;
  if (update && !wanted.empty()) {
    std::ofstream(path, std::ios::binary) << wanted;
    return 0;
  }
  std::fprintf(stderr,
               "%s lacks the table of today: bazel run "
               "//test/docs:sample_table_test -- --update\n",
               path.c_str());
  return 1;
}
