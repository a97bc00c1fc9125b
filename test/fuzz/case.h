// An input as attrs with their ids, and records; and the way back, for seeds.
//
//   u8   bit 0: big-endian; bits 1 and 2: attrs less 1; bit 3: id 0 is the
//        first one's
//        for each attr:
//   u16    its bytes, modulo 4112
//   u8     ids, modulo 4
//          the attr; the ids, a u64 each
//        the records
#ifndef PERFC_TEST_FUZZ_CASE_H_
#define PERFC_TEST_FUZZ_CASE_H_

#include <cstdint>
#include <deque>
#include <string>

#include "test/fuzz/fuzz.h"
#include "test/vectors/container.h"
#include "test/vectors/decode.h"

namespace fuzz {

class Case {
 public:
  explicit Case(Input* input);

  encoder::Order order() const;
  // Without records.
  const vectors::Stored& stored() const { return stored_; }
  // NULL where the library refuses the attrs.
  vectors::Plan MakePlan() const { return vectors::MakePlan(stored_); }
  uint32_t default_attr() const { return stored_.default_attr; }
  vectors::IdLists ids() const { return vectors::IdsOf(stored_); }
  // The rest of the input, which takes all that is left.
  static Alone TakeRecords(Input* input) {
    return Alone(input->Take(input->left()));
  }

 private:
  vectors::Stored stored_;
  std::deque<Alone> attrs_;
};

std::string InputOf(const vectors::Stored& stored);

}  // namespace fuzz

#endif  // PERFC_TEST_FUZZ_CASE_H_
