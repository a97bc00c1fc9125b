// Prints what a record costs that comes out of many rings by time, beside the
// same records out of one ring, and how much memory that takes.
#include <malloc.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "test/bench/drain.h"
#include "test/bench/rounds.h"
#include "test/bench/simulated.h"

namespace {

using bench::Dealing;
using bench::Handle;
using bench::Simulated;

constexpr size_t kCaches = 64 << 20;
struct Options {
  bool json = false;
  int rounds = 15;
  uint64_t records = 1 << 18;
  std::vector<uint32_t> rings = {2, 8, 64, 512, 4096};
};

constexpr char kUsage[] =
    "usage: merge [--json] [--rounds N] [--records N] [--rings N]\n";

bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--json") {
      options->json = true;
    } else if (name == "--rounds" && i + 1 < argc) {
      options->rounds = atoi(argv[++i]);
    } else if (name == "--records" && i + 1 < argc) {
      options->records = strtoull(argv[++i], nullptr, 10);
    } else if (name == "--rings" && i + 1 < argc) {
      options->rings = {static_cast<uint32_t>(atoi(argv[++i]))};
    } else {
      return false;
    }
  }
  return options->rounds > 0 && options->records > 0;
}

bench_sum FillBatches(perfc_batch* batch, perfc_stream* stream) {
  bench_sum all = {0, 0};
  perfc_batch_info result;
  while (perfc_batch_fill_stream(batch, stream) > 0) {
    perfc_batch_get_info(batch, &result, sizeof result);
    all.records += result.samples;
  }
  return all;
}

Handle<perfc_batch> NewBatch() {
  perfc_batch* batch = nullptr;
  perfc_batch_create(nullptr, &batch, nullptr);
  return Handle<perfc_batch>(batch);
}

// One ring, which is what the ratios are to, and the same records in many.
bool Measure(uint32_t rings, Dealing dealing, const Options& options,
             std::vector<bench::Row>* rows) {
  const auto one = Simulated::Make(1, options.records, dealing);
  const auto many = Simulated::Make(rings, options.records, dealing);
  const Handle<perfc_batch> batch = NewBatch();
  if (!one || !many || !batch) return false;
  const auto fill_one = [&] { one->Fill(); };
  const auto fill_many = [&] { many->Fill(); };
  const std::vector<bench::Contender> contenders = {
      {"one ring, next_record + decode_sample", 1, true,
       [&](const bench_ring&, uint64_t) {
         return one->FromZero(drain_plain(one->event(0)));
       },
       0, fill_one},
      {"stream_next + decode_sample", 1, true,
       [&](const bench_ring&, uint64_t) {
         return many->FromZero(drain_stream_plain(many->stream()));
       },
       0, fill_many},
      {"batches of the stream", 0, false,
       [&](const bench_ring&, uint64_t) {
         return FillBatches(batch.get(), many->stream());
       },
       0, fill_many},
  };
  const std::string name =
      "merge of " + std::to_string(rings) + " rings, " +
      (dealing == Dealing::kAtRandom ? "at random" : "in turn");
  std::string why;
  const bool agreed = bench::RunRounds(
      name, contenders,
      [&] {
        return bench::Round{{}, one->sum(), kCaches};
      },
      options.rounds, rows, &why);
  if (!agreed) fprintf(stderr, "merge: %s\n", why.c_str());
  return agreed;
}

// What is on the heap, in bytes.
size_t Heap() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// Of real events, for a scripted machine takes memory itself.
struct Memory {
  uint32_t rings;
  size_t events;  // with their rings
  size_t stream;
  size_t batch;  // that was filled
};

std::vector<Handle<perfc_event>> OpenEvents(uint32_t count) {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  attr.config = PERFC_COUNT_SW_DUMMY;
  attr.sample_type = PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME;
  attr.flags = PERFC_ATTR_DISABLED;
  std::vector<Handle<perfc_event>> events;
  events.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    perfc_event* event = nullptr;
    if (perfc_open(nullptr, &attr, sizeof attr, 0, -1, nullptr, 0, &event,
                   nullptr) != 0) {
      return {};
    }
    events.emplace_back(event);
    if (perfc_mmap(event, 1, 0, nullptr) != 0) return {};
  }
  return events;
}

// False where the kernel gives us no such events.
bool MeasureMemory(uint32_t rings, Memory* memory) {
  size_t before = Heap();
  const size_t list = rings * sizeof(Handle<perfc_event>);
  const auto events = OpenEvents(rings);
  if (events.empty()) return false;
  *memory = {rings, Heap() - before - list, 0, 0};
  before = Heap();
  perfc_stream* made = nullptr;
  if (perfc_stream_create(nullptr, nullptr, &made, nullptr) != 0) return false;
  const Handle<perfc_stream> stream(made);
  for (const auto& event : events) {
    if (perfc_stream_add_event(made, event.get(), nullptr) < 0) return false;
  }
  memory->stream = Heap() - before;
  before = Heap();
  const Handle<perfc_batch> batch = NewBatch();
  perfc_batch_fill_stream(batch.get(), made);
  memory->batch = Heap() - before;
  return true;
}

void AllowManyFiles() {
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

void PrintMemory(const std::vector<Memory>& all) {
  printf("\n%-36s %13s %13s %13s %13s\n", "heap of a merge, bytes",
         "each event", "each ring", "stream", "batch");
  for (const Memory& memory : all) {
    const std::string name =
        "merge of " + std::to_string(memory.rings) + " rings";
    printf("%-36s %13zu %13zu %13zu %13zu\n", name.c_str(),
           memory.events / memory.rings, memory.stream / memory.rings,
           memory.stream, memory.batch);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!Parse(argc, argv, &options)) {
    fputs(kUsage, stderr);
    return 2;
  }
  bench::StayOnThisCpu();
  AllowManyFiles();
  // First, while nobody has left memory behind to be used again.
  std::vector<Memory> memories;
  for (const uint32_t rings : options.rings) {
    Memory memory;
    if (MeasureMemory(rings, &memory)) memories.push_back(memory);
  }
  std::vector<bench::Row> rows;
  for (const uint32_t rings : options.rings) {
    for (const Dealing dealing : {Dealing::kAtRandom, Dealing::kInTurn}) {
      if (!Measure(rings, dealing, options, &rows)) return 1;
    }
  }
  if (options.json) {
    bench::PrintJson(rows);
    return 0;
  }
  bench::PrintTable(rows);
  PrintMemory(memories);
  return 0;
}
