#include "examples/perfc/time_order.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace tool {
namespace {

// A record begins with its header: u32 type, u16 misc, u16 size.
perfc::Record ViewOf(const uint64_t* words) {
  perfc::Record record;
  record.data = reinterpret_cast<const uint8_t*>(words);
  std::memcpy(&record.type, record.data, 4);
  std::memcpy(&record.misc, record.data + 4, 2);
  std::memcpy(&record.size, record.data + 6, 2);
  return record;
}

}  // namespace

void TimeOrder::Add(uint64_t time, const perfc::Record& record,
                    uint32_t source) {
  const size_t offset = words_.size();
  words_.resize(offset + (record.size + 7) / 8);
  std::memcpy(&words_[offset], record.data, record.size);
  items_.push_back({time, sequence_++, offset, source});
  newest_ = std::max(newest_, time);
}

void TimeOrder::EndRound() {
  HandOn(newest_before_);
  newest_before_ = newest_;
}

void TimeOrder::Finish() { HandOn(std::numeric_limits<uint64_t>::max()); }

void TimeOrder::HandOn(uint64_t newest) {
  std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
    return a.time != b.time ? a.time < b.time : a.sequence < b.sequence;
  });
  size_t count = 0;
  for (; count < items_.size() && items_[count].time <= newest; ++count) {
    Consume(items_[count]);
  }
  KeepOnly(count);
}

void TimeOrder::Consume(const Item& item) {
  if (item.time < handed_on_) ++late_;
  handed_on_ = std::max(handed_on_, item.time);
  consumer_(ViewOf(&words_[item.offset]), item.source);
}

void TimeOrder::KeepOnly(size_t first) {
  std::vector<uint64_t> words;
  items_.erase(items_.begin(), items_.begin() + static_cast<ptrdiff_t>(first));
  for (Item& item : items_) {
    const perfc::Record record = ViewOf(&words_[item.offset]);
    const size_t length = (record.size + 7u) / 8;
    const auto begin = words_.begin() + static_cast<ptrdiff_t>(item.offset);
    item.offset = words.size();
    words.insert(words.end(), begin, begin + static_cast<ptrdiff_t>(length));
  }
  words_ = std::move(words);
}

}  // namespace tool
