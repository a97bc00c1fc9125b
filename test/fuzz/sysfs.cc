// The files of sysfs and tracefs that event strings are looked up in: the
// formats, events, types, CPUs, scales and units of PMUs, the ids of
// tracepoints. An event string in the first line, then files as in
// test/names/trees; a path with a slash in front is one from the root.
#include <string>

#include "perfc/host.h"
#include "perfc/names.h"
#include "test/fuzz/event_names.h"
#include "test/fuzz/fuzz.h"
#include "test/fuzz/machine.h"

namespace {

constexpr char kDevices[] = "/sys/bus/event_source/devices/";

// Names that the kernel can give a file.
bool CanBe(const std::string& path) {
  size_t from = 1;
  for (;;) {
    const size_t slash = path.find('/', from);
    const std::string name = path.substr(from, slash - from);
    if (name.empty() || name == "." || name == ".." || name.size() > 255) {
      return false;
    }
    if (slash == std::string::npos) return true;
    from = slash + 1;
  }
}

void SetFiles(fuzz::Input* input, scripted::ScriptedSystem* system) {
  while (input->left() > 0) {
    const std::string line = input->TakeTo('\n');
    const size_t tab = line.find('\t');
    if (tab == std::string::npos || tab == 0) continue;
    std::string path = line.substr(0, tab);
    if (path[0] != '/') path.insert(0, kDevices);
    if (CanBe(path)) system->SetFile(path, line.substr(tab + 1) + "\n");
  }
}

void List(const perfc_host& host) {
  perfc_catalog* list = nullptr;
  perfc_error error;
  const int failed =
      perfc_catalog_create(&host, PERFC_CATALOG_ALL, &list, &error);
  if (failed) {
    fuzz::DemandExplained(failed, error);
    return;
  }
  for (int i = 0; i < perfc_catalog_count(list); ++i) {
    perfc_catalog_entry entry;
    perfc_catalog_get(list, static_cast<uint32_t>(i), &entry, sizeof entry);
    for (const char* words :
         {entry.name, entry.pmu, entry.unit, entry.description}) {
      fuzz::Touch(words, strlen(words));
    }
  }
  perfc_catalog_destroy(list);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const std::string events = input.TakeTo('\n');
  fuzz::Machine machine;
  SetFiles(&input, &machine.system);
  fuzz::EventNames(machine.host).Try(events);
  List(machine.host);
  perfc_error error;
  const int type = perfc_host_pmu_type(&machine.host, "cpu", &error);
  if (type < 0) fuzz::DemandExplained(type, error);
  return 0;
}
