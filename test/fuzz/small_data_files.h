// Small perf.data files.
#ifndef PERFC_TEST_FUZZ_SMALL_DATA_FILES_H_
#define PERFC_TEST_FUZZ_SMALL_DATA_FILES_H_

#include <string>
#include <vector>

namespace fuzz {

// Two for each feature and for each of perf's own record types: a seekable file, and one
// in pipe mode. Records in zstd are among them.
std::vector<std::string> SmallDataFiles();

}  // namespace fuzz

#endif  // PERFC_TEST_FUZZ_SMALL_DATA_FILES_H_
