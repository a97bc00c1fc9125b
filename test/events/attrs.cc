// Reads event strings, one a line, and prints what the library makes of each: a
// line of JSON with its specs, or with the error. Of a line "=HEX" it prints the
// attr as the tool does.
//
// usage: attrs [SYSFS]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "examples/perfc/attr_text.h"
#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/names.h"

namespace {

std::string Hex(const void* bytes, size_t size) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < size; ++i) {
    const uint8_t byte = static_cast<const uint8_t*>(bytes)[i];
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string Quoted(const char* text) {
  std::string quoted = "\"";
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\') quoted += '\\';
    quoted += *text;
  }
  return quoted + "\"";
}

void PrintSpec(const perfc_specs* specs, uint32_t index) {
  perfc_spec spec = {};
  perfc_specs_get(specs, index, &spec, sizeof spec);
  printf("%s{\"attr\": \"%s\", \"leader\": %u, \"flags\": %u, \"terms\": %u, ",
         index ? ", " : "", Hex(spec.attr, spec.attr_size).c_str(), spec.leader,
         spec.flags, spec.terms);
  printf(
      "\"name\": %s, \"pmu\": %s, \"unit\": %s, \"scale\": %.17g, \"cpus\": [",
      Quoted(spec.name).c_str(), Quoted(spec.pmu).c_str(),
      Quoted(spec.unit).c_str(), spec.scale);
  for (uint32_t i = 0; i < spec.cpu_count; ++i) {
    printf("%s%u", i ? ", " : "", spec.cpu_list[i]);
  }
  printf("]}");
}

void Print(const perfc_host* host, const std::string& events) {
  perfc_specs* specs = nullptr;
  perfc_error error = {};
  if (perfc_specs_create(host, &specs, nullptr) != 0) return;
  const int count = perfc_specs_parse(specs, events.c_str(), 0, &error);
  if (count < 0) {
    char text[1024];
    perfc_error_text(&error, text, sizeof text);
    printf("{\"code\": %d, \"offset\": %llu, \"error\": %s}\n", count,
           static_cast<unsigned long long>(error.number[0]),
           Quoted(text).c_str());
  } else {
    printf("{\"specs\": [");
    for (int i = 0; i < count; ++i) PrintSpec(specs, static_cast<uint32_t>(i));
    printf("]}\n");
  }
  perfc_specs_destroy(specs);
}

void PrintAttr(const std::string& hex) {
  std::vector<uint8_t> attr;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    attr.push_back(
        static_cast<uint8_t>(strtoul(hex.substr(i, 2).c_str(), nullptr, 16)));
  }
  std::string text = tool::AttrText(attr.data(), attr.size());
  std::replace(text.begin(), text.end(), '\n', '@');
  printf("%s\n", Quoted(text.c_str()).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  perfc_host_options options = {};
  options.size = sizeof options;
  options.sysfs = argc > 1 ? argv[1] : nullptr;
  options.tracefs = argc > 1 ? "/sys/kernel/tracing" : nullptr;
  perfc_host* host = nullptr;
  if (perfc_host_create(&options, &host, nullptr) != 0) return 1;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.substr(0, 1) == "=") {
      PrintAttr(line.substr(1));
    } else {
      Print(host, line);
    }
  }
  perfc_host_destroy(host);
  return 0;
}
