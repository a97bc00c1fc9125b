// Attrs and ids as files have them.
#ifndef PERFC_IMPL_PROFILE_WRITER_ATTR_TABLE_H_
#define PERFC_IMPL_PROFILE_WRITER_ATTR_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/profile/format/builder.h"
#include "impl/profile/writer/attrs.h"

namespace perfc::profile::writer {

class AttrTable {
 public:
  AttrTable(const Attrs* attrs, uint32_t strip)
      : attrs_(attrs), strip_(strip) {}

  // Bytes of each attr. perf finds the ids by the size field of the attr, but the
  // number of attrs by the header's size: so all have the same size. It is one of
  // the kernel's, and as small as possible, because perf refuses attrs that are
  // longer than its own.
  uint32_t AttrSize() const;

  // The ids that are written for an event.
  absl::Span<const uint64_t> Ids(uint32_t index) const;

  // The attr with its size field.
  void AppendAttr(uint32_t index, uint32_t size, format::Builder* out) const;

  // The ids of all events, then each attr with the Section of its ids. `position`
  // is the table's place in the file. Returns where the attrs begin in *out.
  size_t Build(uint64_t position, format::Builder* out) const;

 private:
  const Attrs* attrs_;
  uint32_t strip_;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_ATTR_TABLE_H_
