#ifndef PERFC_TEST_DECODE_SAMPLE_CHECK_H_
#define PERFC_TEST_DECODE_SAMPLE_CHECK_H_

#include "perfc/decode.h"
#include "test/decode/support.h"
#include "test/encoder/sample.h"

namespace decode_test {

// Decodes the record and expects what the encoder wrote: each field that the
// attr selects has its value, and no other has been touched. False after a
// failed expectation.
bool ExpectSample(const Plan &plan, const perfc_record &record,
                  const encoder::Attr &attr, const encoder::Sample &sample);

}  // namespace decode_test

#endif  // PERFC_TEST_DECODE_SAMPLE_CHECK_H_
