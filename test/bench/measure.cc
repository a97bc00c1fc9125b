#include "test/bench/measure.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "test/bench/columns.h"

namespace bench {
namespace {

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
    sum += perfc_version();
    sum += perfc_version();
  }
  return {records, sum};
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
      {"columns, bytes as views", PERFC_BATCH_VIEW_BYTES, false},
      {"columns, copied", 0, false},
      {"columns, views, summed", PERFC_BATCH_VIEWS, true},
      {"columns, bytes as views, summed", PERFC_BATCH_VIEW_BYTES, true},
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

std::string NameOf(const bench_peer& peer, const bench_workload& workload) {
  std::string name = peer.name;
  if (workload.stack == 0) return name;
  if (peer.lacks & BENCH_LACKS_STACK_SIZE) name += ", no stack size";
  if (peer.lacks & BENCH_LACKS_REGISTER_ABI) name += ", no register ABI";
  return name;
}

// What a record of the workload has of that which the library doesn't tell.
uint64_t LackOf(const bench_peer& peer, const bench_workload& workload) {
  if (workload.stack == 0) return 0;
  return (peer.lacks & BENCH_LACKS_STACK_SIZE ? workload.stack : 0) +
         (peer.lacks & BENCH_LACKS_REGISTER_ABI ? PERFC_SAMPLE_REGS_ABI_64 : 0);
}

bool AddPeers(const bench_workload& workload, const Peers& peers,
              Source* source, std::vector<Contender>* contenders) {
  for (const bench_peer& peer : peers) {
    if (peer.sample_type != 0 && peer.sample_type != workload.sample_type) {
      continue;
    }
    std::shared_ptr<void> reader = source->NewReader(peer);
    if (reader == nullptr) return false;
    const auto drain = [source, reader, run = peer.drain](
                           const bench_ring& ring, uint64_t) {
      source->Rewind(ring);
      return run(reader.get(), &ring);
    };
    contenders->push_back(
        {NameOf(peer, workload), 1, true, drain, LackOf(peer, workload)});
  }
  return true;
}

}  // namespace

bool LoadPeers(const char* path, Peers* peers, std::string* why) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* found = library ? dlsym(library, BENCH_PEERS_FUNCTION) : nullptr;
  if (found == nullptr) {
    *why = dlerror();
    return false;
  }
  uint32_t count = 0;
  const bench_peer* first =
      reinterpret_cast<bench_peers_function*>(found)(&count);
  peers->insert(peers->end(), first, first + count);
  return true;
}

std::vector<Contender> Contenders(const bench_workload& workload,
                                  const Peers& peers, Source* source) {
  std::shared_ptr<perfc_event> reader = source->NewReader();
  if (reader == nullptr) return {};
  auto buffer = std::make_shared<std::vector<uint8_t>>();
  std::vector<Contender> contenders = {
      {"floor in C", 1, true,
       [&](const bench_ring& ring, uint64_t) { return workload.floor(&ring); }},
      {"floor in C, prefetching",
       1,
       true,
       [&](const bench_ring& ring, uint64_t) {
         return workload.floor_ahead(&ring);
       },
       0,
       {},
       true},
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
  if (!AddPeers(workload, peers, source, &contenders)) return {};
  return contenders;
}

bool Measure(const bench_workload& workload, const Peers& peers,
             uint32_t data_pages, int rounds, std::vector<Row>* rows,
             std::string* why) {
  Source source;
  std::vector<Contender> contenders;
  if (source.Open(workload, data_pages)) {
    contenders = Contenders(workload, peers, &source);
  }
  if (contenders.empty()) {
    *why = source.why();
    return false;
  }
  return RunRounds(
      workload.name, contenders,
      [&] {
        const bench_ring ring = source.Fill();
        return Round{ring, workload.floor(&ring), ring.size};
      },
      rounds, rows, why);
}

}  // namespace bench
