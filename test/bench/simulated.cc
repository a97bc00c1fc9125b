#include "test/bench/simulated.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace bench {
namespace {

constexpr uint64_t kStep = 1000;  // ns from one record to the next
constexpr size_t kTimeAt = 24;    // in each of these records

// What W1 samples.
perfc_attr Attr() {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  attr.config = PERFC_COUNT_SW_CPU_CLOCK;
  attr.sample_period = 1000;
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                     PERFC_SAMPLE_CPU | PERFC_SAMPLE_PERIOD;
  return attr;
}

scripted::Bytes RecordAt(uint64_t index, uint64_t* sum) {
  const uint64_t ip = 0x400000 + index % 4096;
  const uint64_t pid = 1000, tid = 1000 + index % 64, cpu = index % 16;
  const uint64_t time = index * kStep, period = 1;
  *sum += ip + pid + tid + time + cpu + period;
  return scripted::MakeRecordOf(PERFC_RECORD_SAMPLE,
                                {ip, tid << 32 | pid, time, cpu, period});
}

void Delay(uint64_t by, size_t record_size, scripted::Bytes* records) {
  for (size_t at = 0; at < records->size(); at += record_size) {
    uint64_t time;
    memcpy(&time, records->data() + at + kTimeAt, sizeof time);
    time += by;
    memcpy(records->data() + at + kTimeAt, &time, sizeof time);
  }
}

}  // namespace

std::unique_ptr<Simulated> Simulated::Make(uint32_t rings, uint64_t records,
                                           Dealing dealing) {
  std::unique_ptr<Simulated> made(new Simulated(records));
  made->Deal(rings, dealing);
  size_t largest = 0;
  for (const auto& dealt : made->dealt_) {
    largest = std::max(largest, dealt.size());
  }
  size_t data_size = made->system_.PageSize();
  while (data_size <= largest) data_size *= 2;
  perfc_stream* stream = nullptr;
  if (perfc_stream_create(&made->host_, nullptr, &stream, nullptr) != 0) {
    return nullptr;
  }
  made->stream_.reset(stream);
  for (uint32_t i = 0; i < rings; ++i) {
    if (!made->AddRing(data_size)) return nullptr;
    // The records of a ring in a stream are the stream's; one ring is read without.
    if (rings > 1 &&
        perfc_stream_add_event(stream, made->event(i), nullptr) < 0) {
      return nullptr;
    }
  }
  return made;
}

void Simulated::Deal(uint32_t rings, Dealing dealing) {
  std::mt19937_64 random(1);
  dealt_.resize(rings);
  for (uint64_t i = 0; i < records_; ++i) {
    const scripted::Bytes record = RecordAt(i, &sum_);
    const uint64_t to = dealing == Dealing::kAtRandom ? random() : i;
    scripted::Bytes& dealt = dealt_[to % rings];
    dealt.insert(dealt.end(), record.begin(), record.end());
    bytes_ += record.size();
  }
}

bool Simulated::AddRing(size_t data_size) {
  const perfc_attr attr = Attr();
  perfc_event* event = nullptr;
  if (perfc_open(&host_, &attr, sizeof attr, 0, -1, nullptr, 0, &event,
                 nullptr) != 0) {
    return false;
  }
  events_.emplace_back(event);
  const auto pages = static_cast<uint32_t>(data_size / system_.PageSize());
  if (perfc_mmap(event, pages, 0, nullptr) != 0) return false;
  writers_.emplace_back(system_.event(perfc_event_fd(event)).ring, data_size,
                        scripted::WriteMode::kWaitForReader);
  return true;
}

void Simulated::Fill() {
  const uint64_t by = records_ * kStep;
  offset_ += by;
  for (size_t i = 0; i < dealt_.size(); ++i) {
    Delay(by, bytes_ / records_, &dealt_[i]);
    writers_[i].Put(dealt_[i]);
    writers_[i].SetHead(writers_[i].head() + dealt_[i].size());
  }
}

}  // namespace bench
