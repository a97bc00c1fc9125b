// From the text of a format file to fields.
#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "impl/base/fail.h"
#include "impl/tracefs/tracepoint.h"
#include "perfc/tracepoint.h"

namespace perfc::tracefs {
namespace {

using absl::string_view;

// The content of a line "field:TYPE NAME;\toffset:N;\tsize:N;\tsigned:N;".
struct FieldLine {
  string_view declaration;
  uint32_t offset = 0;
  uint32_t size = 0;
  bool has_offset = false;
  bool has_size = false;
  bool is_signed = false;
};

string_view NextPart(string_view* line, char end) {
  const size_t at = line->find(end);
  const string_view part = line->substr(0, at);
  line->remove_prefix(at == string_view::npos ? line->size() : at + 1);
  return absl::StripAsciiWhitespace(part);
}

// A key that isn't known is of a later kernel, and not looked at.
const char* ReadKeys(string_view line, FieldLine* out) {
  while (!line.empty()) {
    string_view part = NextPart(&line, ';');
    uint32_t number = 0;
    if (absl::ConsumePrefix(&part, "field:")) {
      out->declaration = part;
    } else if (absl::ConsumePrefix(&part, "offset:")) {
      if (!absl::SimpleAtoi(part, &out->offset)) return "offset is no number";
      out->has_offset = true;
    } else if (absl::ConsumePrefix(&part, "size:")) {
      if (!absl::SimpleAtoi(part, &out->size)) return "size is no number";
      out->has_size = true;
    } else if (absl::ConsumePrefix(&part, "signed:")) {
      if (!absl::SimpleAtoi(part, &number)) return "signed is no number";
      out->is_signed = number != 0;
    }
  }
  if (!out->has_offset || !out->has_size)
    return "a field has no offset or size";
  if (out->offset > kMaxRaw || out->size > kMaxRaw - out->offset) {
    return "a field ends beyond the 65535 bytes that a record can have";
  }
  return nullptr;
}

// Takes the print format, which is the rest of the text and may have newlines,
// off its end.
string_view PrintFormatOf(string_view* format) {
  constexpr string_view kPrint = "\nprint fmt: ";
  const size_t at = format->find(kPrint);
  if (at == string_view::npos) return {};
  string_view print_format = format->substr(at + kPrint.size());
  absl::ConsumeSuffix(&print_format, "\n");
  *format = format->substr(0, at);
  return print_format;
}

bool IsLong(string_view base) {
  return base == "long" || base == "unsigned long" ||
         absl::StrContains(base, '*');
}

}  // namespace

// One walk over the lines. The first thing that is wrong ends it.
struct Tracepoint::Parser {
  Tracepoint* tracepoint;
  string_view print_format;
  const char* wrong = nullptr;
  bool no_memory = false;
  bool has_name = false;
  bool has_id = false;
  bool has_type = false;
  bool common = true;      // Until the blank line behind the common fields.
  uint32_t long_size = 8;  // Of the machine, as its fields show.

  uint32_t Keep(string_view text) {
    base::Buffer<char>& strings = tracepoint->strings_;
    const auto at = static_cast<uint32_t>(strings.size());
    if (!strings.AppendAll(text.data(), text.size()) || !strings.Append('\0')) {
      no_memory = true;
    }
    return at;
  }

  // base and array, as in C without the name: "char[16]".
  uint32_t KeepType(string_view declaration, const Declaration& parsed) {
    const auto name_at =
        static_cast<size_t>(parsed.name.data() - declaration.data());
    const string_view base =
        absl::StripTrailingAsciiWhitespace(declaration.substr(0, name_at));
    base::Buffer<char>& strings = tracepoint->strings_;
    const auto at = static_cast<uint32_t>(strings.size());
    if (!strings.AppendAll(base.data(), base.size())) no_memory = true;
    Keep(parsed.array);
    return at;
  }

  const char* Missing() const {
    if (!has_name) return "there is no name";
    if (!has_id) return "there is no ID";
    return has_type ? nullptr : "there is no common_type of 2 bytes";
  }

  void Line(string_view line) {
    if (absl::ConsumePrefix(&line, "name: ")) {
      tracepoint->name_ = Keep(line);
      has_name = true;
    } else if (absl::ConsumePrefix(&line, "ID: ")) {
      has_id = absl::SimpleAtoi(line, &tracepoint->id_);
      if (!has_id) wrong = "ID is no number";
    } else if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(line),
                                "field:")) {
      FieldLine read;
      wrong = ReadKeys(line, &read);
      if (wrong == nullptr) AddField(read);
    } else if (line.empty()) {
      common = false;
    }
  }

  void AddField(const FieldLine& read) {
    Declaration declared;
    if (!ParseDeclaration(read.declaration, &declared)) {
      wrong = "a field has no name or no type";
      return;
    }
    Field field = {};
    field.offset = read.offset;
    field.size = read.size;
    field.flags = (read.is_signed ? PERFC_FIELD_FLAG_SIGNED : 0) |
                  (common ? PERFC_FIELD_FLAG_COMMON : 0) |
                  (declared.is_array ? PERFC_FIELD_FLAG_ARRAY : 0);
    if (declared.located) {
      Located(declared, &field);
    } else {
      Inline(declared, &field);
    }
    field.name = Keep(declared.name);
    field.type = KeepType(read.declaration, declared);
    if (declared.name == "common_type" && field.size == 2) {
      has_type = true;
      tracepoint->type_offset_ = field.offset;
    }
    if (!tracepoint->fields_.Append(field)) no_memory = true;
  }

  // The field holds locations of data elsewhere: offset and length.
  void Located(const Declaration& declared, Field* field) {
    if (field->size != uint64_t{4} * declared.locations) {
      wrong = "a __data_loc or __rel_loc field isn't 4 bytes long";
      return;
    }
    field->flags |= PERFC_FIELD_FLAG_LOCATED;
    if (declared.relative) field->flags |= PERFC_FIELD_FLAG_RELATIVE;
    field->element_size = SizeOf(declared.base, long_size);
    field->kind =
        declared.base == "cpumask_t" ||
                PrintsAsBitmask(print_format, declared.name)
            ? PERFC_FIELD_KIND_BITMASK
            : KindOf(declared.base, declared.is_array, field->element_size);
    if (field->element_size == 0) field->element_size = 1;
    if (declared.locations > 1) field->count = declared.locations;
  }

  // An array's elements are as long as its count says; kernels before 6 print a
  // constant's name there, and for probes nothing.
  void Inline(const Declaration& declared, Field* field) {
    const uint32_t size = field->size;
    uint32_t element = size;
    if (declared.is_array) {
      const bool counted = declared.count != 0 && size % declared.count == 0 &&
                           size >= declared.count;
      element =
          counted ? size / declared.count : SizeOf(declared.base, long_size);
      if (element == 0 || size % element != 0) element = 1;
    } else if (size == 4 && IsLong(declared.base)) {
      long_size = 4;
    }
    field->kind = KindOf(declared.base, declared.is_array, element);
    field->element_size = element ? element : 1;
    field->count = size / field->element_size;
  }
};

int Tracepoint::Parse(string_view system, string_view format, bool foreign,
                      const char* operation, perfc_error* error) {
  foreign_ = foreign;
  Parser parser = {this, PrintFormatOf(&format)};
  system_ = parser.Keep(system);
  print_format_ = parser.Keep(parser.print_format);
  uint64_t line = 0;
  for (; !format.empty() && parser.wrong == nullptr; ++line) {
    const size_t end = format.find('\n');
    parser.Line(format.substr(0, end));
    format.remove_prefix(end == string_view::npos ? format.size() : end + 1);
  }
  if (parser.wrong == nullptr) {
    parser.wrong = parser.Missing();
    line = 0;
  }
  if (parser.no_memory) {
    return base::NoMemory(error, operation, strings_.size());
  }
  if (parser.wrong != nullptr) {
    return base::Fail(error, -EINVAL, PERFC_CALL_NONE, PERFC_RULE_FORMAT,
                      operation, {line}, parser.wrong);
  }
  SetStyles(parser.print_format);
  return 0;
}

void Tracepoint::SetStyles(string_view print_format) {
  PrintFormat walk(print_format);
  string_view name;
  Style style;
  while (walk.Next(&name, &style)) {
    const int index = Find(name);
    if (index >= 0) fields_[static_cast<size_t>(index)].style = style;
  }
  for (Field& field : fields_) {
    if (field.kind == PERFC_FIELD_KIND_POINTER)
      field.style = Style::kHexadecimal;
  }
}

int Tracepoint::Find(string_view name) const {
  for (size_t i = 0; i < fields_.size(); ++i) {
    if (name == Text(fields_[i].name)) return static_cast<int>(i);
  }
  return -ENOENT;
}

}  // namespace perfc::tracefs
