// perf.data files by bytes, of attrs, records and features that may be anything.
#ifndef PERFC_TEST_FUZZ_DATA_FILE_H_
#define PERFC_TEST_FUZZ_DATA_FILE_H_

#include <cstdint>
#include <map>
#include <string>

#include "test/vectors/container.h"

namespace fuzz {

// Content by the feature's number.
using Features = std::map<uint8_t, std::string>;

// A seekable file whose header is right, in the byte order of `from`.
std::string MakeDataFile(const vectors::Stored& from, const Features& features);

// The same in pipe mode: the attrs and features are records.
std::string MakePipeFile(const vectors::Stored& from, const Features& features);

}  // namespace fuzz

#endif  // PERFC_TEST_FUZZ_DATA_FILE_H_
