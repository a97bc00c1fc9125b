#include "test/bench/measure.h"

#include <time.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "test/bench/columns.h"

namespace bench {
namespace {

double Now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

// The ring's bytes into memory of the same size, in two pieces where they wrap.
bench_sum Copy(const bench_ring& ring, std::vector<uint8_t>* to) {
  const uint64_t at = ring.begin & (ring.size - 1);
  const uint64_t size = ring.end - ring.begin;
  const uint64_t first = std::min(size, ring.size - at);
  memcpy(to->data(), ring.data + at, first);
  memcpy(to->data() + first, ring.data, size - first);
  return {0, 0};
}

// What no two calls into a shared library can go below.
bench_sum EmptyCalls(uint64_t records) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < records; ++i) {
    sum += perfc_version_number();
    sum += perfc_version_number();
  }
  return {records, sum};
}

// A ring this large has left the caches when its reader comes. Every contender
// finds it so, whoever came before.
void Evict(const std::vector<uint64_t>& other) {
  uint64_t sum = 0;
  for (uint64_t word : other) sum += word;
  volatile uint64_t used = sum;
  (void)used;
}

struct DestroyBatch {
  void operator()(perfc_batch* batch) const { perfc_batch_destroy(batch); }
};

std::shared_ptr<perfc_batch> NewBatch(uint32_t flags, uint32_t rows) {
  perfc_batch_options options = {sizeof options, flags, 0, rows, 0};
  perfc_batch* batch = nullptr;
  perfc_batch_create(&options, &batch, nullptr);
  return {batch, DestroyBatch()};
}

// One way to read by batches. rows 0: as many as the library chooses.
Contender Columns(const char* what, uint32_t flags, uint32_t rows, bool sums,
                  const std::shared_ptr<perfc_event>& reader) {
  std::shared_ptr<perfc_batch> batch = NewBatch(flags, rows);
  return {what, rows, sums, [=](const bench_ring&, uint64_t) {
            return sums ? columns_sum(batch.get(), reader.get())
                        : columns_fill(batch.get(), reader.get());
          }};
}

// The library's choice of rows, and fixed ones beside it.
bool AddColumns(Source* source, std::vector<Contender>* contenders) {
  struct {
    const char* what;
    uint32_t flags;
    bool sums;
  } const ways[] = {
      {"columns, views", PERFC_BATCH_VIEWS, false},
      {"columns, copied", 0, false},
      {"columns, views, summed", PERFC_BATCH_VIEWS, true},
      {"columns, copied, summed", 0, true},
  };
  for (const auto& way : ways) {
    for (uint32_t rows : {0, 16, 64, 256, 1024}) {
      std::shared_ptr<perfc_event> reader = source->NewReader();
      if (reader == nullptr) return false;
      contenders->push_back(
          Columns(way.what, way.flags, rows, way.sums, reader));
    }
  }
  return true;
}

double NsPerRecord(const Contender& contender, const bench_ring& ring,
                   uint64_t records, bench_sum* sum) {
  const double begin = Now();
  *sum = contender.run(ring, records);
  return (Now() - begin) / records;
}

bool Agrees(const Contender& contender, const bench_sum& sum,
            const bench_sum& floor) {
  return !contender.sums ||
         (sum.records == floor.records && sum.sum == floor.sum);
}

}  // namespace

std::vector<Contender> Contenders(const bench_workload& workload,
                                  Source* source) {
  std::shared_ptr<perfc_event> reader = source->NewReader();
  if (reader == nullptr) return {};
  auto buffer = std::make_shared<std::vector<uint8_t>>();
  std::vector<Contender> contenders = {
      {"floor in C", 1, true,
       [&](const bench_ring& ring, uint64_t) { return workload.floor(&ring); }},
      {"memcpy", 1, false,
       [buffer](const bench_ring& ring, uint64_t) {
         buffer->resize(ring.size);
         return Copy(ring, buffer.get());
       }},
      {"two empty calls", 1, false,
       [](const bench_ring&, uint64_t records) { return EmptyCalls(records); }},
      {"next_record + decode_sample", 1, true,
       [&workload, reader](const bench_ring&, uint64_t) {
         return workload.drain(reader.get());
       }},
  };
  if (!AddColumns(source, &contenders)) return {};
  return contenders;
}

bool Measure(const bench_workload& workload, uint32_t data_pages, int rounds,
             std::vector<Row>* rows, std::string* why) {
  Source source;
  std::vector<Contender> contenders;
  if (source.Open(workload, data_pages)) {
    contenders = Contenders(workload, &source);
  }
  if (contenders.empty()) {
    *why = source.why();
    return false;
  }
  std::vector<std::vector<double>> ns(contenders.size());
  std::vector<uint64_t> other;
  uint64_t records = 0;
  for (int round = 0; round <= rounds; ++round) {
    const bench_ring ring = source.Fill();
    const bench_sum floor = workload.floor(&ring);
    records = floor.records;
    other.resize(2 * ring.size / sizeof(uint64_t), 1);
    for (size_t i = 0; i < contenders.size(); ++i) {
      const size_t turn = (i + round) % contenders.size();
      bench_sum sum;
      Evict(other);
      const double took = NsPerRecord(contenders[turn], ring, records, &sum);
      if (!Agrees(contenders[turn], sum, floor)) {
        *why = contenders[turn].what + " has another sum than the floor";
        return false;
      }
      if (round > 0) ns[turn].push_back(took);
    }
  }
  for (Row& row : Summarize(workload.name, contenders, ns, records)) {
    rows->push_back(std::move(row));
  }
  return true;
}

std::vector<Row> Summarize(const std::string& workload,
                           const std::vector<Contender>& contenders,
                           std::vector<std::vector<double>> ns,
                           uint64_t records) {
  std::vector<Row> rows;
  for (size_t i = 0; i < contenders.size(); ++i) {
    std::sort(ns[i].begin(), ns[i].end());
    const double median = ns[i][ns[i].size() / 2];
    rows.push_back({workload, contenders[i].what, contenders[i].rows, records,
                    ns[i][0], median, ns[i][0] / ns[0][0]});
  }
  return rows;
}

}  // namespace bench
