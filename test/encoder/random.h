// Valid attrs and samples, drawn at random.

#ifndef PERFC_TEST_ENCODER_RANDOM_H_
#define PERFC_TEST_ENCODER_RANDOM_H_

#include <cstdint>
#include <random>

#include "test/encoder/attr.h"
#include "test/encoder/sample.h"

namespace encoder {

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  uint64_t U64() { return engine_(); }
  uint32_t U32() { return static_cast<uint32_t>(engine_() >> 32); }
  uint16_t U16() { return static_cast<uint16_t>(engine_() >> 48); }
  uint8_t U8() { return static_cast<uint8_t>(engine_() >> 56); }
  uint64_t Below(uint64_t limit) { return engine_() % limit; }
  bool OneIn(uint64_t n) { return Below(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

// Any combination of sample fields that the kernel accepts (WEIGHT excludes
// WEIGHT_STRUCT), of read formats, of branch parts and register masks.
Attr RandomAttr(Random *random);

// As RandomAttr, with the sample fields given.
Attr AttrWith(uint64_t sample_type, Random *random);

// Values for every field, whatever the attr selects; below 64 KiB, and none that
// is cut.
Sample RandomSample(const Attr &attr, Random *random);

}  // namespace encoder

#endif  // PERFC_TEST_ENCODER_RANDOM_H_
