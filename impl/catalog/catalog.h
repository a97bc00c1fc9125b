// Everything that has a name on this machine.
#ifndef PERFC_IMPL_CATALOG_CATALOG_H_
#define PERFC_IMPL_CATALOG_CATALOG_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/arena.h"
#include "impl/base/buffer.h"
#include "impl/catalog/fixed_text.h"
#include "impl/catalog/pmus.h"
#include "perfc/error.h"
#include "perfc/names.h"

namespace perfc::catalog {

class Catalog {
 public:
  explicit Catalog(const host::Host& host) : pmus_(host) {}

  // Reads the names of these kinds, PERFC_CATALOG_*.
  int Fill(uint32_t kinds, perfc_error* error);

  size_t count() const { return entries_.size(); }
  const perfc_catalog_entry& operator[](size_t i) const { return entries_[i]; }

 private:
  int Add(uint32_t kind, absl::string_view name, absl::string_view pmu,
          absl::string_view description, absl::string_view unit = "",
          double scale = 1);
  int AddSymbols(uint32_t kinds);
  int AddCaches();
  int AddPmus(uint32_t kinds);
  int AddPmu(const Pmu& pmu);
  int AddCaps(const Pmu& pmu, FixedText<4096>* text);
  int AddTracepoints();
  int AddSystem(absl::string_view system);

  Input input_ = {"", "perfc_catalog_create", nullptr};
  Pmus pmus_;
  base::Arena arena_;
  base::Buffer<perfc_catalog_entry> entries_;
};

}  // namespace perfc::catalog

#endif  // PERFC_IMPL_CATALOG_CATALOG_H_
