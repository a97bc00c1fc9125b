// Puts the records of several rings into the order of their time.
#ifndef PERFC_EXAMPLES_PERFC_TIME_ORDER_H_
#define PERFC_EXAMPLES_PERFC_TIME_ORDER_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "perfc.hpp"

namespace tool {

// Records come in rounds; in each, every ring is read at least up to where it
// ended when the round began. So whatever is as old as the newest record of the
// round before has been read by the end of this one, and can be handed on. What
// waits is therefore never more than two rounds, and a round is never more than
// the rings hold.
class TimeOrder {
 public:
  // The record is only good during the call. source is what Add was given.
  using Consumer = std::function<void(const perfc::Record&, uint32_t source)>;

  explicit TimeOrder(Consumer consumer) : consumer_(std::move(consumer)) {}

  // Copies the record.
  void Add(uint64_t time, const perfc::Record& record, uint32_t source);

  // Hands on what cannot be preceded by anything still to come.
  void EndRound();

  // Hands on all the rest.
  void Finish();

  // Records that were older than one handed on before.
  uint64_t late() const { return late_; }

  size_t waiting() const { return items_.size(); }

 private:
  struct Item {
    uint64_t time;
    uint64_t sequence;  // keeps the order of a ring where times are equal
    size_t offset;      // of the record, in words_
    uint32_t source;
  };

  void HandOn(uint64_t newest);
  void Consume(const Item& item);
  void KeepOnly(size_t first);

  Consumer consumer_;
  std::vector<Item> items_;
  std::vector<uint64_t> words_;  // records, 8-byte aligned as in a ring
  uint64_t sequence_ = 0;
  uint64_t newest_ = 0;
  uint64_t newest_before_ = 0;  // at the end of the last round
  uint64_t handed_on_ = 0;
  uint64_t late_ = 0;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_TIME_ORDER_H_
