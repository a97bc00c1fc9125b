// Plans and batches for tests, and bytes decoded both ways into canonical form.
#ifndef PERFC_TEST_VECTORS_DECODE_H_
#define PERFC_TEST_VECTORS_DECODE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "perfc/batch.h"
#include "perfc/decode.h"
#include "test/vectors/container.h"
#include "test/vectors/input.h"

namespace vectors {

struct PlanDestroyer {
  void operator()(perfc_plan* plan) const { perfc_plan_destroy(plan); }
};
using Plan = std::unique_ptr<perfc_plan, PlanDestroyer>;

struct BatchDestroyer {
  void operator()(perfc_batch* batch) const { perfc_batch_destroy(batch); }
};
using Batch = std::unique_ptr<perfc_batch, BatchDestroyer>;

// NULL if the library refuses.
Plan MakePlan(const Stored& from);
Plan MakePlan(const Case& from, encoder::Order order);
// The ids of each attr.
using IdLists = std::vector<std::vector<uint64_t>>;

// The same attrs as a plan for records in this machine's order.
Plan MakeNative(const perfc_plan* plan, const IdLists& ids,
                uint32_t default_attr = PERFC_PLAN_NO_DEFAULT);
IdLists IdsOf(const Case& from);
IdLists IdsOf(const Stored& from);

Batch MakeBatch(uint32_t flags, uint32_t rows = 0, uint64_t columns = 0);

// Bytes that begin at a multiple of 8.
class Aligned {
 public:
  explicit Aligned(size_t size = 0) { Resize(size); }

  void Resize(size_t size) {
    words_.resize((size + 7) / 8);
    size_ = size;
  }
  uint8_t* data() { return reinterpret_cast<uint8_t*>(words_.data()); }
  const uint8_t* data() const {
    return reinterpret_cast<const uint8_t*>(words_.data());
  }
  size_t size() const { return size_; }

 private:
  std::vector<uint64_t> words_;
  size_t size_ = 0;
};

// The records of a case one after another.
Aligned EncodeAll(const Case& from, encoder::Order order);

// What decoding told of a run of records.
struct Told {
  std::vector<std::string> records;
  size_t consumed = 0;  // bytes before a header that can't be right
  std::string problem;  // what contradicts the interface; empty if nothing
};

// Record by record, through perfc_plan_view_record and the typed functions. native,
// if it isn't NULL, receives each record in this machine's byte order, or
// nothing where there was none.
Told TellTyped(const perfc_plan* plan, encoder::Order order,
               const uint8_t* data, size_t size, Sink* sink,
               std::vector<std::string>* native);

// By fills of the batch, until all is taken or refused: from the bytes, and from
// an array of the records.
Told TellColumns(perfc_batch* batch, const perfc_plan* plan,
                 const uint8_t* data, size_t size, Sink* sink);
Told TellRecords(perfc_batch* batch, const perfc_plan* plan,
                 const uint8_t* data, size_t size, Sink* sink);

}  // namespace vectors

#endif  // PERFC_TEST_VECTORS_DECODE_H_
