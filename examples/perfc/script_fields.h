// The fields of a sample that `perfc script` prints.
#ifndef PERFC_EXAMPLES_PERFC_SCRIPT_FIELDS_H_
#define PERFC_EXAMPLES_PERFC_SCRIPT_FIELDS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "perfc/perfc.h"

namespace tool {

// Bits of a set of fields, with the perf tool's names.
enum Field : uint32_t {
  kComm = 1 << 0,
  kTid = 1 << 1,
  kPid = 1 << 2,
  kTime = 1 << 3,
  kCpu = 1 << 4,
  kEvent = 1 << 5,
  kTrace = 1 << 6,
  kIp = 1 << 7,
  kSym = 1 << 8,
  kDso = 1 << 9,
  kAddr = 1 << 10,
  kPeriod = 1 << 11,
  kBrstack = 1 << 12,
  kWeight = 1 << 13,
  kPhysAddr = 1 << 14,
  kDsoff = 1 << 15,
  kMisc = 1 << 16,
  kIregs = 1 << 17,
  kUregs = 1 << 18,
  kInsLat = 1 << 19,
  kRetireLat = 1 << 20,
  kCgroup = 1 << 21,
  kDataPageSize = 1 << 22,
  kCodePageSize = 1 << 23,
};

// What -F says.
class Fields {
 public:
  // False: not a list of fields that are printed; *why says what is wrong.
  bool Parse(const std::string& text, std::string* why);

  // For samples of an attr: those that -F names, or those that the perf tool prints
  // by default for events of its type, without what the samples lack.
  uint32_t For(const perfc_attr& attr) const;

  // The first field that -F names and that the samples of no attr have; empty if
  // there is none.
  std::string Missing(const std::vector<perfc_attr>& attrs) const;

 private:
  uint32_t named_ = 0;    // 0: the defaults
  uint32_t added_ = 0;    // by +FIELD
  uint32_t removed_ = 0;  // by -FIELD
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SCRIPT_FIELDS_H_
