// A sample from literal words: what is decoded, that nothing else is touched,
// and that it is malformed wherever it is cut.

#ifndef PERFC_TEST_DECODE_SAMPLE_LITERAL_H_
#define PERFC_TEST_DECODE_SAMPLE_LITERAL_H_

#include <cerrno>
#include <cstdint>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"

namespace decode_test {

// Reads a field and makes it look untouched, so that at the end all must.
template <typename T>
T Take(T &field) {
  const T value = field;
  field = Poisoned<T>();
  return value;
}

// check(record, sample) Takes each field that it expects.
template <typename Check>
void ExpectSampleLiteral(const perfc_attr &attr, std::vector<uint64_t> words,
                         Check check) {
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, PERFC_RECORD_MISC_USER,
                      std::move(words));
  perfc_sample sample;
  Poison(&sample);
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  EXPECT_EQ(Take(sample.attr_index), 0u);
  EXPECT_EQ(Take(sample.present), attr.sample_type);
  check(*record.get(), sample);
  EXPECT_TRUE(Untouched(sample));

  GuardedMemory memory;
  for (uint16_t size = 8; size < record.get()->size; ++size) {
    const perfc_record cut = memory.PutCut(*record.get(), size);
    EXPECT_EQ(perfc_decode_sample(plan.get(), &cut, &sample, sizeof(sample)),
              -EBADMSG)
        << size;
  }
}

}  // namespace decode_test

#endif  // PERFC_TEST_DECODE_SAMPLE_LITERAL_H_
