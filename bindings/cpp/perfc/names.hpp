// Specs: a list of events to open, from event strings or one by one.
#ifndef PERFC_NAMES_HPP_
#define PERFC_NAMES_HPP_

#include <cstdint>
#include <string>

#include "perfc/attr.hpp"
#include "perfc/host.hpp"
#include "perfc/names.h"
#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"

namespace perfc {

// Borrowed until its list is destroyed or it is changed.
struct Spec : perfc_spec {
  AttrBytes attr_bytes() const { return {attr, attr_size}; }
  Span<const std::uint32_t> cpu_span() const { return {cpu_list, cpu_count}; }
};

// A range-based for gives each Spec.
class Specs {
 public:
  static Result<Specs> create(const Host* host = nullptr) {
    return internal::make<Specs>([&](perfc_specs** specs, perfc_error* error) {
      return perfc_specs_create(internal::get(host), specs, error);
    });
  }
  // A list of what an event string names, see parse.
  static Result<Specs> of(const char* events, std::uint64_t sample_type = 0,
                          const Host* host = nullptr) {
    Result<Specs> specs = create(host);
    if (!specs) return specs;
    Result<int> parsed = specs->parse(events, sample_type);
    if (!parsed) return std::move(parsed).error();
    return specs;
  }

  // Takes over a list of the C API.
  explicit Specs(perfc_specs* specs) : specs_(specs) {}

  // Returns how many events it appended. sample_type 0: they count; else they
  // sample these PERFC_SAMPLE_* fields.
  Result<int> parse(const char* events, std::uint64_t sample_type = 0) {
    return internal::cold([&](perfc_error* error) {
      return perfc_specs_parse(get(), events, sample_type, error);
    });
  }
  // Returns the event's index.
  Result<int> add(AttrBytes attr, const char* name = nullptr,
                  std::uint32_t leader = PERFC_SPEC_NO_LEADER) {
    return internal::cold([&](perfc_error* error) {
      return perfc_specs_add(get(), attr.data(), attr.size(), name, leader,
                             error);
    });
  }
  Result<void> set_attr(std::uint32_t index, AttrBytes attr) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_specs_set_attr(get(), index, attr.data(), attr.size(),
                                  error);
    });
  }
  Result<void> set_filter(std::uint32_t index, const char* filter) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_specs_set_filter(get(), index, filter, error);
    });
  }

  std::uint32_t size() const {
    const int count = perfc_specs_count(get());
    return count < 0 ? 0 : static_cast<std::uint32_t>(count);
  }
  // index must be below size().
  Spec operator[](std::uint64_t index) const {
    Spec spec = {};
    perfc_specs_get(get(), static_cast<std::uint32_t>(index), &spec,
                    sizeof(perfc_spec));
    return spec;
  }
  internal::IndexIterator<Specs> begin() const { return {this, 0}; }
  internal::IndexIterator<Specs> end() const { return {this, size()}; }

  perfc_specs* get() const { return specs_.get(); }

 private:
  Owned<perfc_specs, perfc_specs_destroy> specs_;
};

// The names that this machine has. A range-based for gives each entry.
class Catalog {
 public:
  // kinds: PERFC_CATALOG_*
  static Result<Catalog> create(std::uint32_t kinds = PERFC_CATALOG_ALL,
                                const Host* host = nullptr) {
    return internal::make<Catalog>([&](perfc_catalog** catalog,
                                       perfc_error* error) {
      return perfc_catalog_create(internal::get(host), kinds, catalog, error);
    });
  }

  // Takes over a catalog of the C API.
  explicit Catalog(perfc_catalog* catalog) : catalog_(catalog) {}

  std::uint32_t size() const {
    const int count = perfc_catalog_count(get());
    return count < 0 ? 0 : static_cast<std::uint32_t>(count);
  }
  // index must be below size(). The texts are borrowed from the catalog.
  perfc_catalog_entry operator[](std::uint64_t index) const {
    perfc_catalog_entry entry = {};
    perfc_catalog_get(get(), static_cast<std::uint32_t>(index), &entry,
                      sizeof entry);
    return entry;
  }
  internal::IndexIterator<Catalog> begin() const { return {this, 0}; }
  internal::IndexIterator<Catalog> end() const { return {this, size()}; }

  perfc_catalog* get() const { return catalog_.get(); }

 private:
  Owned<perfc_catalog, perfc_catalog_destroy> catalog_;
};

// The name of an attr: an event string that makes it. Empty on failure.
inline std::string attr_label(AttrBytes attr, const Host* host = nullptr) {
  return internal::text([&](char* buffer, std::size_t size) {
    return perfc_attr_label(internal::get(host), attr.data(), attr.size(),
                            buffer, size);
  });
}

}  // namespace perfc

#endif  // PERFC_NAMES_HPP_
