// Records of every kind, drawn at random.
#ifndef PERFC_TEST_COMBINATIONS_DRAW_H_
#define PERFC_TEST_COMBINATIONS_DRAW_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "test/encoder/random.h"
#include "test/vectors/input.h"

namespace combinations {

using encoder::Random;
using vectors::Case;
using vectors::Record;

std::vector<uint64_t> DrawWords(size_t count, Random* random);
encoder::Bytes DrawBytes(size_t size, Random* random);

// A register mask: none, one bit, all, or a few.
uint64_t DrawMask(Random* random);
size_t CountBits(uint64_t mask);

// A sample of the same shape with other values: whoever decodes many in one
// stride must find each value anew.
encoder::Sample Reroll(const encoder::Sample& sample, Random* random);

// A record of each type but SAMPLE.
inline constexpr uint32_t kSidebandTypes = 21;
Record DrawSideband(uint32_t which, const encoder::Attr& attr, Random* random);

// Attr bits which don't change the layout of any record.
uint64_t DrawOtherFlags(Random* random);

// Appends `count` records of one shape.
void AddRun(const encoder::Sample& sample, uint32_t attr, size_t count,
            Random* random, Case* to);

}  // namespace combinations

#endif  // PERFC_TEST_COMBINATIONS_DRAW_H_
