// One case through every way of decoding it.
#ifndef PERFC_TEST_COMBINATIONS_CHECK_H_
#define PERFC_TEST_COMBINATIONS_CHECK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "test/combinations/draw.h"
#include "test/decode/support.h"
#include "test/vectors/container.h"
#include "test/vectors/decode.h"
#include "test/vectors/sink.h"

namespace combinations {

class Checker {
 public:
  explicit Checker(uint64_t seed) : random_(seed) {}
  ~Checker() { Flush(); }

  // The case in both byte orders by typed decoding; by columns, copied and as
  // views, with rows as the library chooses and with few; and, some cases
  // later, through a file. False after a failed expectation.
  bool Check(const Case& checked);

  // The case's bytes cut short at every byte, or at many of a large record, and
  // with bytes changed: typed decoding and columns refuse them, or agree.
  bool CheckDamaged(const Case& checked);

  // Decodes what the file holds so far.
  bool Flush();

  uint64_t records() const { return records_; }

 private:
  using Forms = std::vector<std::string>;

  bool ExpectTyped(const Case& checked, encoder::Order order,
                   const Forms& expected, const vectors::Aligned& bytes,
                   const vectors::Aligned& little);
  bool ExpectColumns(const Case& checked, const Forms& expected,
                     const vectors::Aligned& bytes);
  bool ExpectNative(const Case& checked, const std::vector<std::string>& native,
                    const vectors::Aligned& little);
  bool ExpectFile(const std::vector<vectors::Stored>& cases);
  bool ExpectAgreement(const perfc_plan* plan, const uint8_t* data,
                       size_t size);
  void Explain(const Case& checked, const vectors::Aligned& bytes);
  bool CutEach(const Case& checked);
  bool ChangeBytes(const Case& checked);

  Random random_;
  vectors::FlatSink sink_;
  // Reused over all cases, as a program does.
  vectors::Batch batches_[4] = {
      vectors::MakeBatch(0), vectors::MakeBatch(PERFC_BATCH_VIEWS),
      vectors::MakeBatch(PERFC_BATCH_VIEW_BYTES), vectors::MakeBatch(0, 2)};
  vectors::ContainerWriter file_;
  Forms of_file_;
  uint64_t in_file_ = 0;
  uint64_t records_ = 0;
  decode_test::GuardedMemory guarded_;
  decode_test::Scratch scratch_;
};

}  // namespace combinations

#endif  // PERFC_TEST_COMBINATIONS_CHECK_H_
