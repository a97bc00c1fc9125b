// The content of the file's features as it comes in, in pieces.
#ifndef PERFC_IMPL_PROFILE_WRITER_FACTS_H_
#define PERFC_IMPL_PROFILE_WRITER_FACTS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/profile/format/builder.h"
#include "perfc/record.h"

namespace perfc::profile::writer {

// A feature.
struct Fact {
  uint32_t feature = 0;
  bool whole = false;
  bool lost = false;  // some of its bytes weren't read, or are too many
  base::Buffer<uint8_t> bytes;

  absl::Span<const uint8_t> span() const {
    return {bytes.data(), bytes.size()};
  }
};

// The first source of a feature gives it; a later one is ignored.
class Facts {
 public:
  // More bytes than that aren't kept.
  static constexpr size_t kMostBytes = 64 << 20;

  Facts() = default;
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;
  ~Facts();

  // Takes a HEADER_FEATURE or HEADER_TRACING_DATA record with its tail. *whole
  // becomes the fact that it completed, or null. 0, -ENOMEM.
  int Take(const perfc_stream_record& record, Fact** whole);

  // Null: nothing gave it, or not all of it. Valid until something is added.
  const Fact* Find(uint32_t feature) const;
  // Whether something gave it, if only in part.
  bool Has(uint32_t feature) const;
  // Adds a feature that nothing gave. False: no memory.
  [[nodiscard]] bool Set(uint32_t feature, const format::Builder& bytes);
  void Remove(uint32_t feature);

  // What came since BeginCall can be taken back.
  void BeginCall();
  void Rollback();

 private:
  Fact* FindAny(uint32_t feature) const;
  int Begin(uint32_t feature);
  int Append(const void* bytes, size_t size);
  int TakePiece(const perfc_stream_record& record);

  base::Buffer<Fact*> facts_;
  size_t bytes_ = 0;
  Fact* open_ = nullptr;    // whose tail goes on
  bool continues_ = false;  // the next record has more of a tail
  // At the call's begin.
  size_t count_before_ = 0;
  Fact* open_before_ = nullptr;
  size_t size_before_ = 0;
  bool continues_before_ = false;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_FACTS_H_
