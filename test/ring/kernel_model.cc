#include "test/ring/kernel_model.h"

#include <algorithm>
#include <cstring>

#include "perfc/uapi.h"

namespace model {
namespace {

constexpr uint64_t kMask = kRing - 1;
constexpr uint32_t kMostLost = 2;
constexpr uint8_t kPoison = 0xee;

void Put(uint64_t at, uint64_t word, uint8_t *data) {
  memcpy(data + (at & kMask), &word, sizeof word);
}

// Differs from word to word and from lap to lap.
uint64_t BodyWord(const Record &record, uint64_t at) {
  const bool is_count = record.lost != 0 && at == record.at + 16;
  return is_count ? record.lost : at * 0x9e3779b97f4a7c15;
}

uint64_t HeaderOf(const Record &record) {
  const uint64_t type = record.lost ? PERFC_RECORD_LOST : PERFC_RECORD_SAMPLE;
  return type | record.size << 48;
}

void PutRecord(const Record &record, uint8_t *data) {
  Put(record.at, HeaderOf(record), data);
  for (uint64_t at = record.at + 8; at != record.end(); at += 8) {
    Put(at, BodyWord(record, at), data);
  }
}

}  // namespace

const Record *Kernel::At(uint64_t position) const {
  const auto found = std::find_if(
      published_.begin(), published_.end(),
      [position](const Record &record) { return record.at == position; });
  return found == published_.end() ? nullptr : &*found;
}

// CIRC_SPACE, for the record and the LOST record before it at once.
bool Kernel::Reserve(uint64_t size) {
  const uint64_t lost_size = pending_lost_ ? kUnit : 0;
  if (((tail_ - head_ - 1) & kMask) < size + lost_size) {
    if (pending_lost_ == kMostLost) return false;
    ++pending_lost_;
    return true;
  }
  if (lost_size) reserved_.push_back({head_, lost_size, pending_lost_});
  reserved_.push_back({head_ + lost_size, size, 0});
  pending_lost_ = 0;
  step_ = kReserved;
  return true;
}

bool Kernel::Step(size_t choice, uint8_t *data) {
  switch (step_) {
    case kIdle:
      return Reserve(kUnits[choice] * kUnit);
    case kReserved:
      for (const Record &record : reserved_) PutRecord(record, data);
      step_ = kWritten;
      return true;
    case kWritten:
      head_ = reserved_.back().end();
      published_.insert(published_.end(), reserved_.begin(), reserved_.end());
      reserved_.clear();
      step_ = kIdle;
      return true;
  }
  return false;
}

void Kernel::StoreTail(uint64_t tail, uint8_t *data) {
  for (uint64_t at = tail_; at != tail; ++at) data[at & kMask] = kPoison;
  tail_ = tail;
  published_.erase(std::remove_if(published_.begin(), published_.end(),
                                  [tail](const Record &record) {
                                    return !Before(tail, record.end());
                                  }),
                   published_.end());
}

void Kernel::Fill(uint8_t *data) const {
  memset(data, kPoison, kRing);
  for (const Record &record : published_) PutRecord(record, data);
  if (step_ != kWritten) return;
  for (const Record &record : reserved_) PutRecord(record, data);
}

void Kernel::AppendTo(std::vector<uint64_t> *key) const {
  key->insert(key->end(), {step_, pending_lost_, head_, tail_});
  for (const auto &list : {published_, reserved_}) {
    for (const Record &record : list) {
      key->push_back(record.size << 8 | record.lost);
    }
  }
}

bool IsRecord(const perfc_record &read, const Record &written) {
  uint64_t header;
  memcpy(&header, &read.type, sizeof header);
  uint64_t word;
  memcpy(&word, read.data, sizeof word);
  if (header != HeaderOf(written) || word != header) return false;
  for (uint64_t i = 8; i < written.size; i += 8) {
    memcpy(&word, read.data + i, sizeof word);
    if (word != BodyWord(written, written.at + i)) return false;
  }
  return true;
}

}  // namespace model
