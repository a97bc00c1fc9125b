#include <cerrno>
#include <memory>
#include <new>

#include "absl/strings/string_view.h"
#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "impl/names/label.h"
#include "impl/names/parser.h"
#include "perfc/names.h"

using perfc::base::BadArgument;

namespace {

constexpr char kCreate[] = "perfc_specs_create";
constexpr char kCatalog[] = "perfc_catalog_create";
constexpr char kParse[] = "perfc_specs_parse";

absl::string_view TextOf(const char* text) { return text ? text : ""; }

int NullSpecs(perfc_error* error, const char* operation) {
  return BadArgument(error, operation, "specs is NULL");
}

// Borrows the spec's list.
perfc_spec ViewOf(const perfc::specs::Spec& spec) {
  perfc_spec view = {};
  view.leader = spec.leader;
  view.flags = spec.flags;
  view.attr = spec.attr.bytes().data();
  view.attr_size = static_cast<uint32_t>(spec.attr.bytes().size());
  view.cpu_count = spec.cpu_count;
  view.name = spec.name.data();
  view.pmu = spec.pmu.data();
  view.unit = spec.unit.data();
  view.scale = spec.scale;
  view.cpu_list = spec.cpu_list;
  view.filter = spec.filter.data();
  view.terms = spec.terms;
  view.max_events = spec.max_events;
  return view;
}

}  // namespace

int perfc_specs_create(const perfc_host* host, perfc_specs** specs,
                       perfc_error* error) {
  if (specs == nullptr) return BadArgument(error, kCreate, "specs is NULL");
  auto* made = new (std::nothrow) perfc_specs(perfc::capi::HostOf(host));
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCreate, sizeof *made);
  }
  *specs = made;
  return 0;
}

void perfc_specs_destroy(perfc_specs* specs) { delete specs; }

int perfc_specs_add(perfc_specs* specs, const void* attr, size_t attr_size,
                    const char* name, uint32_t leader, perfc_error* error) {
  if (specs == nullptr) return NullSpecs(error, "perfc_specs_add");
  return specs->list.Add(attr, attr_size, TextOf(name), leader, error);
}

int perfc_specs_parse(perfc_specs* specs, const char* events,
                      uint64_t sample_type, perfc_error* error) {
  if (specs == nullptr) return NullSpecs(error, kParse);
  if (events == nullptr) return BadArgument(error, kParse, "events is NULL");
  return perfc::names::ParseEvents(events, sample_type, kParse, &specs->pmus,
                                   &specs->list, error);
}

int perfc_specs_count(const perfc_specs* specs) {
  return specs ? static_cast<int>(specs->list.count()) : -EINVAL;
}

int perfc_specs_get(const perfc_specs* specs, uint32_t index, perfc_spec* spec,
                    size_t size) {
  if (specs == nullptr || spec == nullptr || index >= specs->list.count()) {
    return -EINVAL;
  }
  const perfc_spec view = ViewOf(specs->list[index]);
  return perfc::base::CopyOut(view, spec, size);
}

int perfc_specs_set_attr(perfc_specs* specs, uint32_t index, const void* attr,
                         size_t attr_size, perfc_error* error) {
  if (specs == nullptr) return NullSpecs(error, "perfc_specs_set_attr");
  return specs->list.SetAttr(index, attr, attr_size, error);
}

int perfc_specs_set_filter(perfc_specs* specs, uint32_t index,
                           const char* filter, perfc_error* error) {
  if (specs == nullptr) return NullSpecs(error, "perfc_specs_set_filter");
  return specs->list.SetFilter(index, TextOf(filter), error);
}

int perfc_attr_label(const perfc_host* host, const void* attr, size_t attr_size,
                     char* buffer, size_t size) {
  if (buffer == nullptr && size > 0) return -EINVAL;
  perfc::uapi::Attr copy;
  if (int failed = copy.Assign(attr, attr_size, false, "", nullptr)) {
    return failed;
  }
  perfc::catalog::Pmus pmus(perfc::capi::HostOf(host));
  perfc::names::Label label;
  if (int failed = perfc::names::LabelOf(copy.known(), &pmus, &label)) {
    return failed;
  }
  if (size > 0) buffer[label.view().copy(buffer, size - 1)] = '\0';
  return static_cast<int>(label.view().size());
}

int perfc_catalog_create(const perfc_host* host, uint32_t kinds,
                         perfc_catalog** catalog, perfc_error* error) {
  if (catalog == nullptr)
    return BadArgument(error, kCatalog, "catalog is NULL");
  if ((kinds & ~uint32_t{PERFC_CATALOG_ALL}) != 0) {
    return BadArgument(error, kCatalog,
                       "kinds has bits beyond PERFC_CATALOG_ALL");
  }
  std::unique_ptr<perfc_catalog> made(
      new (std::nothrow) perfc_catalog(perfc::capi::HostOf(host)));
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCatalog, sizeof(perfc_catalog));
  }
  if (int failed = made->catalog.Fill(kinds, error)) return failed;
  *catalog = made.release();
  return 0;
}

void perfc_catalog_destroy(perfc_catalog* catalog) { delete catalog; }

int perfc_catalog_count(const perfc_catalog* catalog) {
  return catalog ? static_cast<int>(catalog->catalog.count()) : -EINVAL;
}

int perfc_catalog_get(const perfc_catalog* catalog, uint32_t index,
                      perfc_catalog_entry* entry, size_t size) {
  if (catalog == nullptr || entry == nullptr ||
      index >= catalog->catalog.count()) {
    return -EINVAL;
  }
  return perfc::base::CopyOut(catalog->catalog[index], entry, size);
}
