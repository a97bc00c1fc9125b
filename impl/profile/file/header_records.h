// The header of a file as records, as they are in a pipe.
#ifndef PERFC_IMPL_PROFILE_FILE_HEADER_RECORDS_H_
#define PERFC_IMPL_PROFILE_FILE_HEADER_RECORDS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/profile/file/facts.h"
#include "impl/profile/file/input.h"
#include "impl/profile/file/tail.h"
#include "perfc/error.h"
#include "perfc/record.h"

namespace perfc::profile::file {

class HeaderRecords {
 public:
  HeaderRecords(Facts* facts, Input* input, bool foreign)
      : facts_(facts), input_(input), foreign_(foreign) {}

  // The next record, and the bytes that are its tail: *size bytes at *offset of
  // *input. 1; 0: there are no more; -ENOMEM, read(2)'s. What a feature of the other
  // byte order breaks, its table says; here it is left out.
  int Next(perfc_stream_record* out, Input** input, uint64_t* offset,
           uint64_t* size, perfc_error* error);

 private:
  int Feature(const FeaturePlace& place, perfc_error* error);
  int Foreign(const FeaturePlace& place, perfc_error* error);
  int Content(Input* input, uint64_t offset, uint64_t size, uint32_t feature,
              perfc_error* error);
  int TracingData(const FeaturePlace& place, perfc_error* error);
  int BuildId(const FeaturePlace& place, perfc_error* error);
  uint8_t* Begin(uint32_t type, size_t size);
  void SetTail(Input* input, uint64_t offset, uint64_t size);

  Facts* const facts_;
  Input* const input_;
  const bool foreign_;
  size_t next_ = 0;    // of the features
  uint64_t done_ = 0;  // bytes of BUILD_ID
  uint64_t position_ = 0;
  base::Buffer<uint8_t> record_;
  base::Buffer<uint8_t> converted_;
  Input memory_;
  Input* tail_input_ = nullptr;
  uint64_t tail_offset_ = 0;
  uint64_t tail_size_ = 0;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_HEADER_RECORDS_H_
