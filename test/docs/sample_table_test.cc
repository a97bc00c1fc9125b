// Makes the table of sample fields in docs/decoding.md out of the table that
// the library is made of, and compares; with --update, writes it.

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "impl/batch/columns.h"
#include "impl/uapi/sample_fields.h"

namespace {

using perfc::uapi::Form;
using perfc::uapi::If;
using perfc::uapi::Part;
using perfc::uapi::SampleField;

constexpr char kFile[] = "docs/decoding.md";
constexpr char kBegin[] = "<!-- sample fields: begin -->\n";
constexpr char kEnd[] = "<!-- sample fields: end -->\n";

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(tolower(c));
  return text;
}

// The bytes that a part takes, by what stands before it.
std::string SizeOf(const Part& part, const SampleField& field) {
  const Form counted = field.parts[1].form;
  const std::string count = counted == Form::kBytes ? "size" : "nr";
  const bool registers = field.parts[0].form == Form::kUserAbi ||
                         field.parts[0].form == Form::kIntrAbi;
  switch (part.form) {
    case Form::kNone:
      return "";
    case Form::kU64:
      return part.when == If::kNotEmpty
                 ? "8 (" + std::string(part.column_name) + ")"
                 : "8";
    case Form::kU32:
    case Form::kBits32:
      return "4";
    case Form::kBits16:
      return "2";
    case Form::kNr:
      return "8 (" + count + ")";
    case Form::kSize32:
      return "4 (size)";
    case Form::kUserAbi:
    case Form::kIntrAbi:
      return "8 (abi)";
    case Form::kWords:
      return registers ? "8 for each bit of `sample_" + Lower(field.name) +
                             "` unless abi is `NONE`"
                       : "8 nr";
    case Form::kBranches:
      return "24 nr";
    case Form::kBytes:
      return "size";
    case Form::kSingleValue:
      return "8 (value)";
    case Form::kGroupValues:
      return "nr times (8 (value) + 8 with `ID` + 8 with `LOST`)";
    case Form::kSingleTail:
      return "(8 with `ID` + 8 with `LOST`)";
  }
  return "";
}

std::string ConditionOf(If when) {
  switch (when) {
    case If::kAlways:
      return "";
    case If::kHwIdx:
      return " with `HW_INDEX`";
    case If::kCounters:
      return " with `COUNTERS`";
    case If::kNotEmpty:
      return " unless size is 0";
    case If::kGroup:
      return " with `GROUP`";
    case If::kSingle:
      return " without `GROUP`";
    case If::kTimeEnabled:
      return " with `TOTAL_TIME_ENABLED`";
    case If::kTimeRunning:
      return " with `TOTAL_TIME_RUNNING`";
  }
  return "";
}

// The bytes that a field takes, by the attr and by what stands in the record.
std::string SizeOf(const SampleField& field) {
  std::string size;
  for (const Part& part : field.parts) {
    if (part.form == Form::kNone) break;
    if (!size.empty()) size += " + ";
    size += SizeOf(part, field) + ConditionOf(part.when);
  }
  return size;
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
             SizeOf(field) + " | " + (field.in_sample_id ? "yes" : "") + " | " +
             ColumnsOf(i) + " |\n";
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
