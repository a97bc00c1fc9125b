#include "impl/explain/probe.h"

#include <cstring>

#include "absl/strings/string_view.h"

namespace perfc::explain {
namespace {

// The string at config1. The kernel has just read this string.
absl::string_view NameOf(const perfc_attr& attr) {
  constexpr size_t kLongest = 200;
  const auto* text = reinterpret_cast<const char*>(attr.config1);
  return text ? absl::string_view(text, strnlen(text, kLongest)) : "";
}

constexpr char kNoPath[] =
    "a uprobe needs the path of a file, and config1 has none";

}  // namespace

Words NoKprobeFunction(const perfc_attr& attr) {
  if (NameOf(attr).empty()) {
    return Words("the kernel has no function at address %#x (config2)",
                 attr.config2);
  }
  return Words(
      "the kernel has no function %s that a kprobe can be set on; "
      "/proc/kallsyms lists its functions",
      NameOf(attr));
}

Words NoUprobeFile(const perfc_attr& attr) {
  if (NameOf(attr).empty()) return Words(kNoPath);
  return Words("there is no file %s for the uprobe (config1)", NameOf(attr));
}

Words BadUprobe(const perfc_attr& attr) {
  if (NameOf(attr).empty()) return Words(kNoPath);
  return Words(
      "a uprobe can't be set at offset %#x (config2) of %s: the offset is "
      "beyond the end of the file, or not at an instruction, or the file isn't "
      "a regular one",
      attr.config2, NameOf(attr));
}

Words UnknownPmu(const perfc_attr& attr) {
  return Words(
      "sysfs can't be read, so which PMU has the type %d, and why it refuses, "
      "can't be told; of a uprobe or kprobe there may be no such file or "
      "function (config1) or place in it (config2), of others no such event "
      "(config %#x)",
      attr.type, attr.config);
}

}  // namespace perfc::explain
