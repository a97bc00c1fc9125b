// A seekable file: the header, the reserve with the table of attrs and ids, the
// data, the features.
//
// The file can be read at any time, also if the writer is killed. Data comes first and
// the header's data.size follows. A new table of attrs is written into the half of the
// reserve that isn't in use, and one pwrite(2) of the header switches to it.
#ifndef PERFC_IMPL_PROFILE_WRITER_LAYOUT_H_
#define PERFC_IMPL_PROFILE_WRITER_LAYOUT_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/profile/format/builder.h"
#include "impl/profile/format/format.h"
#include "impl/profile/writer/attr_table.h"
#include "impl/profile/writer/attrs.h"

namespace perfc::profile::writer {

// The content of a feature.
struct FeatureBytes {
  uint32_t feature;
  absl::Span<const uint8_t> bytes;
};

class Layout {
 public:
  // The reserve has at least so many bytes, most of which stay a hole.
  static constexpr uint64_t kReserve = 64 << 10;
  static constexpr uint64_t kNoLimit = UINT64_MAX;

  Layout(const Attrs* attrs, uint32_t strip)
      : attrs_(attrs), table_(attrs, strip) {}

  // Writes the header of an empty file.
  int Begin(int fd);
  // Chooses the data's place: behind a reserve in which the table may grow.
  int PlaceData();
  uint64_t data_offset() const { return header_.data.offset; }

  // Writes the attrs if they are other ones than those in the file. A table that
  // doesn't fit into the reserve waits for Finish.
  int UpdateAttrs();
  // Data ends at `end` now, and is whole up to the limit.
  int UpdateData(uint64_t end);
  // A record that begins there isn't whole yet.
  void LimitData(uint64_t limit) { limit_ = limit; }

  // Writes the features behind the data, and the header. `features` are in
  // ascending order. *end becomes the file's size. After a failure the file is as
  // before.
  int Finish(absl::Span<const FeatureBytes> features, uint64_t* end);

  const AttrTable& table() const { return table_; }
  // Bytes of header, attrs and features.
  uint64_t overhead() const { return overhead_; }

 private:
  uint64_t HalfSize() const;
  int WriteHeader();
  int WriteTable(uint64_t position, format::Builder* table);
  int WriteFeatures(absl::Span<const FeatureBytes> features, uint64_t* end);

  const Attrs* attrs_;
  AttrTable table_;
  int fd_ = -1;
  format::FileHeader header_ = {};
  bool table_waits_ = false;
  uint64_t version_ = 0;  // of the attrs in the file, or of those that wait
  uint32_t half_ = 1;     // of the reserve, that is in use
  uint64_t limit_ = kNoLimit;
  uint64_t overhead_ = 0;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_LAYOUT_H_
