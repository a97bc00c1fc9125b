// Records of a set-up, written down with what libperfc says of them.

#ifndef TEST_PERF_CAPTURE_H_
#define TEST_PERF_CAPTURE_H_

#include <cstdint>
#include <initializer_list>

#include "perfc/perfc.h"

namespace capture {

// Drains the first event's ring, into which the others were directed in this
// order, and writes SUITE.TEST.jsonl of the running test into the directory
// that the environment names in PERFC_CAPTURE_DIR: one line with the attrs and
// their ids, then a line for each record with its bytes and its canonical form
// (test/vectors). A record type of `wanted` that didn't come fails the test.
void Save(std::initializer_list<perfc_event*> events,
          std::initializer_list<uint32_t> wanted);

}  // namespace capture

#endif  // TEST_PERF_CAPTURE_H_
