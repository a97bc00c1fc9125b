// Prints what a sample costs that comes out of a perf.data file, in ns, beside a bare
// walk over the file's headers. With --read it prints how much memory reading takes.
#include <dlfcn.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "perfc/batch.h"
#include "perfc/profile.h"
#include "test/bench/columns.h"
#include "test/bench/data_file.h"
#include "test/bench/peers.h"
#include "test/bench/rounds.h"

namespace {

using bench::Contender;

// The file stays in the page cache; what a reader has of its own leaves the caches.
constexpr size_t kCaches = 64 << 20;
constexpr uint32_t kCapacity = 1024;

struct Options {
  bool json = false;
  bool only_read = false;  // nothing is measured but memory
  int rounds = 15;
  bench::DataFile file;
  std::string directory = "/tmp";
  std::vector<bench_file_peer> peers;
};

constexpr char kUsage[] =
    "usage: files [--json] [--rounds N] [--samples N] [--directory PATH]"
    " [--read] [--peers LIBRARY]...\n";

void LoadPeers(const char* path, std::vector<bench_file_peer>* peers) {
  void* library = dlopen(path, RTLD_NOW);
  if (library == nullptr) return;
  auto* function = reinterpret_cast<bench_file_peers_function*>(
      dlsym(library, BENCH_FILE_PEERS_FUNCTION));
  if (function == nullptr) return;
  uint32_t count = 0;
  const bench_file_peer* all = function(&count);
  peers->insert(peers->end(), all, all + count);
}

bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--json") {
      options->json = true;
    } else if (name == "--read") {
      options->only_read = true;
    } else if (name == "--rounds" && i + 1 < argc) {
      options->rounds = atoi(argv[++i]);
    } else if (name == "--samples" && i + 1 < argc) {
      options->file.samples = strtoull(argv[++i], nullptr, 10);
    } else if (name == "--directory" && i + 1 < argc) {
      options->directory = argv[++i];
    } else if (name == "--peers" && i + 1 < argc) {
      LoadPeers(argv[++i], &options->peers);
    } else {
      return false;
    }
  }
  return options->rounds > 0 && options->file.samples > 0;
}

struct Close {
  void operator()(perfc_file* file) const { perfc_file_close(file); }
  void operator()(perfc_batch* batch) const { perfc_batch_destroy(batch); }
};
using File = std::unique_ptr<perfc_file, Close>;
using Batch = std::shared_ptr<perfc_batch>;

File Open(const std::string& path, uint32_t order) {
  perfc_file_options options = {};
  options.size = sizeof options;
  options.path = path.c_str();
  options.order = order;
  perfc_file* file = nullptr;
  perfc_error error = {};
  if (perfc_file_open(&options, &file, &error) != 0) {
    char text[512];
    perfc_error_text(&error, text, sizeof text);
    fprintf(stderr, "files: %s\n", text);
  }
  return File(file);
}

// Calls visit with each array of records.
template <typename Visit>
void ForEachBlock(const std::string& path, uint32_t order, Visit visit) {
  const File file = Open(path, order);
  if (file == nullptr) return;
  std::vector<perfc_stream_record> records(kCapacity);
  int n;
  while ((n = perfc_file_next_records(file.get(), records.data(), kCapacity,
                                      nullptr)) > 0) {
    visit(records.data(), static_cast<uint32_t>(n));
  }
}

bench_sum ReadRecords(const std::string& path, uint32_t order) {
  bench_sum all = {0, 0};
  ForEachBlock(path, order,
               [&](const perfc_stream_record* records, uint32_t count) {
                 for (uint32_t i = 0; i < count; ++i) {
                   all.records += records[i].record.type == PERFC_RECORD_SAMPLE;
                 }
               });
  return all;
}

bench_sum ReadColumns(const std::string& path, perfc_batch* batch, bool sums) {
  bench_sum all = {0, 0};
  const auto fill = [&](const perfc_stream_record* records, uint32_t count) {
    uint32_t taken = 0;
    for (uint32_t at = 0; at < count; at += taken) {
      const int filled =
          perfc_batch_fill_records(batch, records + at, count - at, &taken);
      if (filled < 0 || taken == 0) return;
      perfc_batch_info info;
      perfc_batch_get_info(batch, &info, sizeof info);
      all.records += info.samples;
      if (sums) all.sum += columns_sum_batch(batch);
    }
  };
  ForEachBlock(path, PERFC_FILE_ORDER_TIME, fill);
  return all;
}

Batch NewBatch(uint32_t flags) {
  perfc_batch_options options = {sizeof options, flags, 0, 0, 0};
  perfc_batch* batch = nullptr;
  perfc_batch_create(&options, &batch, nullptr);
  return {batch, Close()};
}

Contender Columns(const char* what, const std::string& path, uint32_t flags,
                  bool sums) {
  return {what, 0, sums,
          [=, batch = NewBatch(flags)](const bench_ring&, uint64_t) {
            return ReadColumns(path, batch.get(), sums);
          }};
}

Contender Records(const char* what, const std::string& path, uint32_t order) {
  return {what, 0, false, [=](const bench_ring&, uint64_t) {
            return ReadRecords(path, order);
          }};
}

void AddPeers(const Options& options, const std::string& path,
              std::vector<Contender>* contenders) {
  for (const bench_file_peer& peer : options.peers) {
    contenders->push_back(
        {peer.name, 1, true,
         [=](const bench_ring&, uint64_t) { return peer.read(path.c_str()); }});
  }
}

// Ratios are to the first one.
std::vector<Contender> Contenders(const Options& options,
                                  const std::string& path, bool compressed) {
  std::vector<Contender> contenders;
  if (compressed) {
    contenders.push_back({"bare decompressor and walk", 0, false,
                          [=](const bench_ring&, uint64_t) {
                            return bench::WalkDecompressed(path);
                          }});
  } else {
    contenders.push_back({"bare walk by preads of 1 MiB", 0, false,
                          [=](const bench_ring&, uint64_t) {
                            return bench::WalkByPreads(path);
                          }});
  }
  contenders.push_back(
      Records("records in the file's order", path, PERFC_FILE_ORDER_FILE));
  contenders.push_back(Records("records by time", path, PERFC_FILE_ORDER_TIME));
  contenders.push_back(
      Columns("columns by time, views", path, PERFC_BATCH_VIEWS, false));
  contenders.push_back(Columns("columns by time, copied", path, 0, false));
  contenders.push_back(
      Columns("columns by time, copied, summed", path, 0, true));
  AddPeers(options, path, &contenders);
  return contenders;
}

bool Measure(const Options& options, uint32_t cpus, int zstd_level,
             const char* name, std::vector<bench::Row>* rows) {
  const std::string path =
      options.directory + "/perfc-bench-" + std::to_string(getpid()) + ".data";
  bench::DataFile file = options.file;
  file.cpus = cpus;
  file.zstd_level = zstd_level;
  bench_sum sum;
  std::string why;
  bool done = bench::WriteDataFile(path, file, &sum, &why);
  if (done) {
    done = bench::RunRounds(
        name, Contenders(options, path, zstd_level > 0),
        [&] {
          return bench::Round{{}, sum, kCaches};
        },
        options.rounds, rows, &why);
  }
  unlink(path.c_str());
  if (!done) fprintf(stderr, "files: %s\n", why.c_str());
  return done;
}

// Of the whole process, in KiB.
long MostMemory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// One read by time into columns, in a process that did nothing before.
bool MeasureMemory(const Options& options) {
  const std::string path = options.directory + "/perfc-bench.data";
  bench_sum sum;
  std::string why;
  if (!bench::WriteDataFile(path, options.file, &sum, &why)) {
    fprintf(stderr, "files: %s\n", why.c_str());
    return false;
  }
  const long before = MostMemory();
  const bench_sum read = ReadColumns(path, NewBatch(0).get(), true);
  printf("%lu samples, %s sum: %ld KiB more memory than before\n",
         static_cast<unsigned long>(read.records),
         read.sum == sum.sum ? "the right" : "ANOTHER", MostMemory() - before);
  unlink(path.c_str());
  return read.sum == sum.sum;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!Parse(argc, argv, &options)) {
    fputs(kUsage, stderr);
    return 2;
  }
  if (options.only_read) return MeasureMemory(options) ? 0 : 1;
  bench::StayOnThisCpu();
  std::vector<bench::Row> rows;
  if (!Measure(options, 1, 0, "file of 1 CPU, chains of 16", &rows) ||
      !Measure(options, 4, 0, "file of 4 CPUs, chains of 16", &rows) ||
      !Measure(options, 4, 3, "file of 4 CPUs, zstd", &rows)) {
    return 1;
  }
  options.json ? bench::PrintJson(rows) : bench::PrintTable(rows);
  return 0;
}
