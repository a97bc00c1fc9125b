// What must be right on every combination: each function goes through one
// dimension of the wire format to its end.
#ifndef PERFC_TEST_COMBINATIONS_FAMILIES_H_
#define PERFC_TEST_COMBINATIONS_FAMILIES_H_

#include <cstdint>
#include <functional>

#include "test/combinations/draw.h"

namespace combinations {

using Visit = std::function<void(const Case&)>;

// Each field alone and each pair, several times: counts, masks and formats are
// drawn anew.
void FieldsAndPairs(Random* random, const Visit& visit);
// All 32 formats; groups of 0 to 16.
void ReadFormats(Random* random, const Visit& visit);
// HW_INDEX and COUNTERS; up to 64 entries; every bit-field of an entry.
void BranchOptions(Random* random, const Visit& visit);
// No register, each one alone, all, a few; ABI NONE, 32 and 64; user, interrupt
// or both.
void Registers(Random* random, const Visit& visit);
void Weights(Random* random, const Visit& visit);
// 0 to 127 entries and as many as a record can hold, with every marker.
void Callchains(Random* random, const Visit& visit);
// Up to what a record can hold.
void RawSizes(Random* random, const Visit& visit);
void Stacks(Random* random, const Visit& visit);
void AuxSizes(Random* random, const Visit& visit);
// Every other record type with every trailer.
void Trailers(Random* random, const Visit& visit);
// Plans of several attrs, matched by IDENTIFIER or by ID, records in turns and
// in runs, some of nobody's.
void SeveralAttrs(Random* random, const Visit& visit);
// Sample bits, read formats, register ABIs and record types of tomorrow.
void Unknowns(Random* random, const Visit& visit);

// Bytes behind the last field.
void LeftOver(Random* random, const Visit& visit);
// Stacks of no bytes, of tasks with user registers and without.
void EmptyStacks(Random* random, const Visit& visit);

// One to four attrs, one to three shapes of samples, in runs or mixed, records
// of other types between them. Adds how many of these were drawn.
Case RandomCase(Random* random, uint64_t* drawn);

}  // namespace combinations

#endif  // PERFC_TEST_COMBINATIONS_FAMILIES_H_
