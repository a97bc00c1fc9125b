// One record type from literal words: with and without a trailer, cut short,
// and refused under another type.

#ifndef PERFC_TEST_DECODE_LITERAL_H_
#define PERFC_TEST_DECODE_LITERAL_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"

namespace decode_test {

// What a test says of a record type.
template <typename T>
struct Literal {
  uint32_t type;
  uint16_t misc;
  std::vector<uint64_t> words;
  // Bytes behind the header without which it is malformed; what may follow is a
  // string, or padding.
  size_t needed;
  int (*decode)(const perfc_plan *, const perfc_record *, T *, size_t);
};

// The attr of a record without trailer, and of one with the words below.
inline perfc_attr AttrWithoutTrailer() {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_TIME);
  attr.flags = PERFC_ATTR_BUILD_ID;
  attr.read_format = PERFC_FORMAT_ID | PERFC_FORMAT_TOTAL_TIME_ENABLED;
  return attr;
}

inline perfc_attr AttrWithTrailer() {
  perfc_attr attr = AttrWithoutTrailer();
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                     PERFC_SAMPLE_ID | PERFC_SAMPLE_STREAM_ID |
                     PERFC_SAMPLE_CPU | PERFC_SAMPLE_IDENTIFIER;
  attr.flags |= PERFC_ATTR_SAMPLE_ID_ALL;
  return attr;
}

inline std::vector<uint64_t> WithTrailer(std::vector<uint64_t> words) {
  const uint64_t trailer[] = {Pair(0x7001, 0x7002), 0x7003, 0x7004, 0x7005,
                              Pair(0x7006, 0),      0x7007};
  words.insert(words.end(), std::begin(trailer), std::end(trailer));
  return words;
}

inline void ExpectTrailer(const Plan &plan, const perfc_record &record) {
  auto id = Poisoned<perfc_sample_id>();
  ASSERT_EQ(perfc_decode_sample_id(plan.get(), &record, &id, sizeof(id)), 0);
  EXPECT_EQ(id.present, PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME | PERFC_SAMPLE_ID |
                            PERFC_SAMPLE_STREAM_ID | PERFC_SAMPLE_CPU |
                            PERFC_SAMPLE_IDENTIFIER);
  EXPECT_EQ(id.attr_index, 0u);
  EXPECT_EQ(id.pid, 0x7001u);
  EXPECT_EQ(id.tid, 0x7002u);
  EXPECT_EQ(id.time, 0x7003u);
  EXPECT_EQ(id.id, 0x7004u);
  EXPECT_EQ(id.stream_id, 0x7005u);
  EXPECT_EQ(id.cpu, 0x7006u);
  EXPECT_EQ(id.identifier, 0x7007u);
}

// Every length below what the record needs is malformed; every longer one is a
// good record (with a shorter string) if its trailer is aligned.
template <typename T>
void ExpectCutsAreClean(const Literal<T> &literal, const Plan &plan,
                        const perfc_record &record, size_t trailer) {
  GuardedMemory memory;
  for (uint16_t size = 8; size < record.size; ++size) {
    SCOPED_TRACE(size);
    const perfc_record cut = memory.PutCut(record, size);
    auto out = Poisoned<T>();
    const int result = literal.decode(plan.get(), &cut, &out, sizeof(out));
    if (size < 8 + literal.needed + trailer) {
      EXPECT_EQ(result, -EBADMSG);
    } else if (size % 8 == 0) {
      EXPECT_EQ(result, 0);
    } else {
      EXPECT_TRUE(result == 0 || result == -EBADMSG) << result;
    }
  }
}

// check(record, decoded) has the expectations, one for each field.
template <typename T, typename Check>
void ExpectLiteral(const Literal<T> &literal, Check check) {
  const Plan bare = MakePlan(AttrWithoutTrailer());
  const Record short_record(literal.type, literal.misc, literal.words);
  auto out = Poisoned<T>();
  ASSERT_EQ(literal.decode(bare.get(), short_record.get(), &out, sizeof(out)),
            0);
  check(*short_record.get(), out);
  auto id = Poisoned<perfc_sample_id>();
  ASSERT_EQ(
      perfc_decode_sample_id(bare.get(), short_record.get(), &id, sizeof(id)),
      0);
  EXPECT_EQ(id.present, 0u);
  EXPECT_TRUE(Untouched(id.time));
  ExpectCutsAreClean(literal, bare, *short_record.get(), 0);

  SCOPED_TRACE("with a trailer");
  const Plan full = MakePlan(AttrWithTrailer());
  const Record record(literal.type, literal.misc, WithTrailer(literal.words));
  out = Poisoned<T>();
  ASSERT_EQ(literal.decode(full.get(), record.get(), &out, sizeof(out)), 0);
  check(*record.get(), out);
  ExpectTrailer(full, *record.get());
  ExpectCutsAreClean(literal, full, *record.get(), 48);

  // No struct is that of this type and of the next but one.
  const Record other(literal.type + 2, literal.misc, literal.words);
  EXPECT_EQ(literal.decode(bare.get(), other.get(), &out, sizeof(out)),
            -EINVAL);
}

}  // namespace decode_test

#endif  // PERFC_TEST_DECODE_LITERAL_H_
