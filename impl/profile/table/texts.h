// Texts, each kept once.
#ifndef PERFC_IMPL_PROFILE_TABLE_TEXTS_H_
#define PERFC_IMPL_PROFILE_TABLE_TEXTS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "perfc/profile/table.h"

namespace perfc::profile::table {

// The texts stand one behind the other, each with a NUL. The first one is empty,
// so that a perfc_text of zeros is a text too.
class Texts {
 public:
  // Adds a text, unless it is there. 0; -ENOMEM; -ERANGE: offsets don't reach
  // so far.
  int Add(absl::string_view text, perfc_text* out);

  absl::string_view Get(const perfc_text& text) const {
    return {data() + text.offset, text.size};
  }
  const char* data() const { return bytes_.size() ? bytes_.data() : ""; }
  // With the NULs.
  uint64_t size() const { return bytes_.size() ? bytes_.size() : 1; }

 private:
  // A place of the index, which is empty if the text is, because the empty text
  // needs none.
  struct Slot {
    perfc_text text;
    uint32_t hash;
  };

  uint64_t Hash(absl::string_view text) const;
  Slot* Find(absl::string_view text, uint32_t hash);
  bool GrowIndex();
  int Append(absl::string_view text, perfc_text* out);

  base::Buffer<char> bytes_;
  // Open addressing; its size is a power of two, and at most half is in use.
  base::Buffer<Slot> index_;
  size_t used_ = 0;
};

}  // namespace perfc::profile::table

#endif  // PERFC_IMPL_PROFILE_TABLE_TEXTS_H_
