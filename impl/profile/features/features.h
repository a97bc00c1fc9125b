// The features of a file's header (PERFC_FEATURE_*): their conversion from the
// other byte order, and the tables that are made of them.
#ifndef PERFC_IMPL_PROFILE_FEATURES_FEATURES_H_
#define PERFC_IMPL_PROFILE_FEATURES_FEATURES_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/profile/table/table.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/profile/file.h"

namespace perfc::profile::features {

// One more than the last feature that this version knows.
inline constexpr uint32_t kFeatures = PERFC_FEATURE_CLN_SIZE + 1;

// The feature's name, such as "CPU_TOPOLOGY". Empty: this version doesn't know the
// feature.
absl::string_view Name(uint32_t feature);

// Converts a feature's bytes from the other byte order in place while checking
// them. `cpus` is the number of available CPUs by NRCPUS (0: unknown), which
// CPU_TOPOLOGY needs. 0; -ENOMEM; -EBADMSG: *at becomes the offset in the bytes and
// *why the rule, and the bytes are of no use. Unknown features stay as they are and
// give 0, and so does TRACING_DATA, which has a byte order of its own.
int ToNative(uint32_t feature, uint8_t* bytes, size_t size, uint32_t cpus,
             size_t* at, const char** why);

// The number of available CPUs, from NRCPUS in this machine's byte order; 0: unknown.
uint32_t CpusOf(absl::Span<const uint8_t> nrcpus);

// What EVENT_UPDATE records said about an event. Empty and 0: nothing.
struct EventUpdate {
  absl::string_view name;
  absl::string_view unit;
  double scale = 0;
};

// A feature as it is in the file.
struct RawFeature {
  // Where it begins in the file; 0 in a pipe.
  uint64_t position = 0;
  // Its size in the file, also if its bytes aren't here.
  uint64_t size = 0;
  // In the file's byte order, borrowed until the next call. Empty: TRACING_DATA, or
  // too long.
  absl::Span<const uint8_t> bytes;
};

// What a table is made of. A file and a synthesized source implement it.
class Store {
 public:
  virtual ~Store() = default;

  // The feature's bytes in this machine's order, borrowed until the next call.
  // *position becomes the byte at which the feature begins in the file (0 in a
  // pipe). In a pipe, BUILD_ID is the HEADER_BUILD_ID records one after the other.
  // -ENODATA: the file doesn't have the feature. -EBADMSG, -ENOMEM, read errors.
  virtual int Get(uint32_t feature, absl::Span<const uint8_t>* bytes,
                  uint64_t* position, perfc_error* error) = 0;
  // The feature for a row of PERFC_ROWS_FEATURES. -ENODATA and so on as Get.
  virtual int GetRaw(uint32_t feature, RawFeature* raw, perfc_error* error) = 0;
  virtual const perfc_plan* plan() const = 0;
  // Of the event of attr `index`, up to now. Borrowed until the next call.
  virtual EventUpdate Update(uint32_t index) const = 0;
};

// Fills the table, whose kind says with what. See perfc_file_create_table for the
// results; -ERANGE: the texts need more than 4 GiB.
int FillTable(Store& store, table::Table* table, perfc_error* error);

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_FEATURES_H_
