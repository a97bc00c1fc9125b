// The header of a file: its first bytes, and its attrs.
#ifndef PERFC_IMPL_PROFILE_FILE_HEADER_H_
#define PERFC_IMPL_PROFILE_FILE_HEADER_H_

#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/profile/file/events.h"
#include "impl/profile/file/input.h"
#include "impl/profile/format/format.h"
#include "perfc/error.h"

namespace perfc::profile::file {

struct Header {
  bool foreign;
  bool pipe;
  uint32_t version;  // 1 or 2
  // In this machine's byte order; only `size` in a pipe.
  format::FileHeader file;
};

// 0; -EBADMSG: it isn't the header of such a file; read(2)'s.
int ReadHeader(Input* input, Header* header, perfc_error* error);

// Adds the attrs and their ids to `events`. Not for pipes.
int ReadAttrs(Input* input, const Header& header, Events* events,
              perfc_error* error);

// A feature's place in the file.
struct FeaturePlace {
  uint32_t feature;
  format::Section section;
};

// Lists the features that are wholly in the file. *end becomes the byte behind the
// last one, whether the file has it or not.
//
// A recording that didn't end has a data section of size 0, and records where the
// features' places would be; so has one without any record, but for the records.
// *finished tells them apart.
int ReadFeaturePlaces(Input* input, const Header& header,
                      base::Buffer<FeaturePlace>* places, uint64_t* end,
                      bool* finished, perfc_error* error);

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_HEADER_H_
