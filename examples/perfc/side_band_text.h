// Records other than samples as the perf tool prints them.
#ifndef PERFC_EXAMPLES_PERFC_SIDE_BAND_TEXT_H_
#define PERFC_EXAMPLES_PERFC_SIDE_BAND_TEXT_H_

#include <cstdint>
#include <string>

#include "examples/perfc/options.h"
#include "perfc/perfc.h"

namespace tool {

// Whether options show records of this type.
bool IsShown(const Shown& shown, uint32_t type);

struct SideBandText {
  // "PERF_RECORD_COMM: ls:12/12", fit for a terminal, maybe of several lines; empty:
  // malformed.
  std::string text;
  uint32_t tid = 0;  // of the thread that the record is about
};
// For types that can be shown.
SideBandText TextOfSideBand(const perfc_stream_record& record);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SIDE_BAND_TEXT_H_
