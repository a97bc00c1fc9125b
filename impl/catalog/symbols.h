// Events that have a name on every machine: the kernel's generic events.
#ifndef PERFC_IMPL_CATALOG_SYMBOLS_H_
#define PERFC_IMPL_CATALOG_SYMBOLS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/catalog/fixed_text.h"

namespace perfc::catalog {

struct Symbol {
  absl::string_view name;
  uint32_t type;
  uint64_t config;
  bool is_tool;  // the tool measures it, the kernel doesn't
};

// All of them; where several have the same attr, the usual name comes first.
absl::Span<const Symbol> Symbols();
// nullptr if there is none.
const Symbol* FindSymbol(absl::string_view name);
const Symbol* FindSymbol(uint32_t type, uint64_t config);

// Caches by type, operation and result: "L1-dcache-load-misses".
struct CacheName {
  bool is_cache = false;  // It begins like one.
  bool valid = false;
  uint32_t bad_at = 0;  // Where it stops being one.
  uint64_t config = 0;
};
CacheName ParseCacheName(absl::string_view name);

using CacheText = FixedText<48>;

// The usual name of a cache's config. False if no cache has that operation.
bool NameCache(uint64_t config, CacheText* name);

// Configs by number, of which NameCache knows most.
inline constexpr uint32_t kCacheConfigs = 7 * 3 * 2;
uint64_t CacheConfig(uint32_t number);

}  // namespace perfc::catalog

#endif  // PERFC_IMPL_CATALOG_SYMBOLS_H_
