#include "test/bench/data_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

#include "perfc/attr.h"
#include "perfc/uapi.h"
#include "zstd.h"

namespace bench {
namespace {

constexpr size_t kBlock = 1 << 20;
constexpr size_t kMostOfARecord = 1 << 16;
constexpr uint64_t kFirstId = 100;
// As perf's, of which each is one record at most.
constexpr size_t kCompressedAtOnce = 1 << 16;

struct Header {
  char magic[8];
  uint64_t size, attr_size;
  uint64_t attrs, attrs_size, data, data_size, types, types_size;
  uint64_t features[4];
};

struct RecordHeader {
  uint32_t type;
  uint16_t misc;
  uint16_t size;
};

// IDENTIFIER, IP, TID, TIME, CPU, PERIOD, CALLCHAIN
struct SampleHead {
  RecordHeader header;
  uint64_t identifier, ip;
  uint32_t pid, tid;
  uint64_t time;
  uint32_t cpu, reserved;
  uint64_t period, nr;
};

perfc_attr MakeAttr() {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP |
                     PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU |
                     PERFC_SAMPLE_PERIOD | PERFC_SAMPLE_CALLCHAIN;
  attr.flags = PERFC_ATTR_SAMPLE_ID_ALL;
  return attr;
}

// Buffered, and compressed if it is to be.
class Output {
 public:
  Output(FILE* file, int level) : file_(file), level_(level) {
    if (level_ > 0) context_ = ZSTD_createCCtx();
  }
  ~Output() { ZSTD_freeCCtx(context_); }

  void Append(const void* data, size_t size) {
    const auto* bytes = static_cast<const char*>(data);
    pending_.insert(pending_.end(), bytes, bytes + size);
    if (pending_.size() >= (level_ > 0 ? kCompressedAtOnce / 2 : kBlock)) {
      Flush();
    }
  }
  void Flush() {
    level_ > 0 ? Compress() : Write(pending_.data(), pending_.size());
    pending_.clear();
  }
  uint64_t written() const { return written_; }

 private:
  void Write(const void* data, size_t size) {
    written_ += fwrite(data, 1, size, file_);
  }
  // One stream, as perf's, flushed at the end of each record.
  void Compress() {
    std::vector<char> out(ZSTD_compressBound(pending_.size()) + 64);
    ZSTD_inBuffer in = {pending_.data(), pending_.size(), 0};
    ZSTD_outBuffer to = {out.data(), out.size(), 0};
    ZSTD_CCtx_setParameter(context_, ZSTD_c_compressionLevel, level_);
    ZSTD_compressStream2(context_, &to, &in, ZSTD_e_flush);
    const RecordHeader header = {PERFC_RECORD_COMPRESSED, 0,
                                 static_cast<uint16_t>(sizeof header + to.pos)};
    Write(&header, sizeof header);
    Write(out.data(), to.pos);
  }

  FILE* file_;
  int level_;
  ZSTD_CCtx* context_ = nullptr;
  std::vector<char> pending_;
  uint64_t written_ = 0;
};

class Samples {
 public:
  Samples(const DataFile& file, Output* output)
      : file_(file), output_(output), chain_(file.chain) {}

  bench_sum WriteAll() {
    while (sum_.records < file_.samples) {
      for (uint32_t cpu = 0; cpu < file_.cpus; ++cpu) {
        for (uint32_t i = 0; i < file_.round; ++i) WriteOne(cpu, i);
      }
      ++round_;
      const RecordHeader end = {PERFC_RECORD_FINISHED_ROUND, 0, sizeof end};
      output_->Append(&end, sizeof end);
    }
    return sum_;
  }

 private:
  void WriteOne(uint32_t cpu, uint32_t number) {
    if (sum_.records >= file_.samples) return;
    const uint64_t time =
        1000000 + (round_ * file_.round + number) * 1000 + cpu * 100;
    SampleHead head = {};
    head.header = {PERFC_RECORD_SAMPLE, PERFC_RECORD_MISC_USER,
                   static_cast<uint16_t>(sizeof head + 8 * chain_.size())};
    head.identifier = kFirstId + cpu;
    head.ip = 0x400000 + Dice() % 65536;
    head.pid = 1000 + cpu;
    head.tid = 1000 + cpu + static_cast<uint32_t>(Dice() % 8);
    head.time = time;
    head.cpu = cpu;
    head.period = 1000003;
    head.nr = chain_.size();
    sum_.sum +=
        head.ip + head.pid + head.tid + head.time + head.cpu + head.period;
    for (uint64_t& entry : chain_) {
      entry = 0x7f0000000000 + Dice() % 4096 * 16;
      sum_.sum += entry;
    }
    ++sum_.records;
    output_->Append(&head, sizeof head);
    output_->Append(chain_.data(), 8 * chain_.size());
  }
  uint64_t Dice() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 33;
  }

  const DataFile& file_;
  Output* output_;
  std::vector<uint64_t> chain_;
  uint64_t round_ = 0;
  uint64_t state_ = 1;
  bench_sum sum_ = {0, 0};
};

void WriteHeader(FILE* out, const DataFile& file, uint64_t data_size) {
  const perfc_attr attr = MakeAttr();
  const uint64_t ids_size = 8 * file.cpus;
  Header header = {};
  memcpy(header.magic, "PERFILE2", sizeof header.magic);
  header.size = sizeof header;
  header.attr_size = sizeof attr + 16;
  header.attrs = sizeof header + ids_size;
  header.attrs_size = header.attr_size;
  header.data = header.attrs + header.attrs_size;
  header.data_size = data_size;
  fwrite(&header, sizeof header, 1, out);
  for (uint64_t i = 0; i < file.cpus; ++i) {
    const uint64_t id = kFirstId + i;
    fwrite(&id, sizeof id, 1, out);
  }
  const uint64_t ids[] = {sizeof header, ids_size};
  fwrite(&attr, sizeof attr, 1, out);
  fwrite(ids, sizeof ids, 1, out);
}

// Its section follows the data.
void WriteCompressedFeature(FILE* out, uint64_t end) {
  const uint32_t content[] = {1, 1, 1, 3, 1 << 20};
  const uint64_t section[] = {end + sizeof(uint64_t[2]), sizeof content};
  fwrite(section, sizeof section, 1, out);
  fwrite(content, sizeof content, 1, out);
}

struct Reader {
  int fd;
  Extent extent;

  explicit Reader(const std::string& path)
      : fd(open(path.c_str(), O_RDONLY | O_CLOEXEC)), extent{} {
    if (fd >= 0) FindData(fd, &extent);
  }
  ~Reader() {
    if (fd >= 0) close(fd);
  }
};

// Counts the samples of a block of records; *left becomes the bytes behind the last
// whole one.
template <typename Visit>
size_t ForEachRecord(const uint8_t* data, size_t size, Visit visit) {
  size_t at = 0;
  while (at + sizeof(RecordHeader) <= size) {
    RecordHeader header;
    memcpy(&header, data + at, sizeof header);
    if (header.size < sizeof header || header.size > size - at) break;
    visit(header, data + at);
    at += header.size;
  }
  return at;
}

template <typename Visit>
void ForEachInFile(const Reader& reader, Visit visit) {
  std::vector<uint8_t> block(kBlock + kMostOfARecord);
  size_t kept = 0;
  uint64_t at = reader.extent.begin;
  while (at < reader.extent.end) {
    const size_t wanted = std::min<uint64_t>(kBlock, reader.extent.end - at);
    const ssize_t got =
        pread(reader.fd, block.data() + kept, wanted, static_cast<off_t>(at));
    if (got <= 0) return;
    at += static_cast<uint64_t>(got);
    const size_t size = kept + static_cast<size_t>(got);
    const size_t taken = ForEachRecord(block.data(), size, visit);
    kept = size - taken;
    memmove(block.data(), block.data() + taken, kept);
  }
}

}  // namespace

bool WriteDataFile(const std::string& path, const DataFile& file,
                   bench_sum* sum, std::string* why) {
  FILE* out = fopen(path.c_str(), "wbe");
  if (out == nullptr) {
    *why = path + ": " + strerror(errno);
    return false;
  }
  WriteHeader(out, file, 0);
  Output output(out, file.zstd_level);
  *sum = Samples(file, &output).WriteAll();
  output.Flush();
  if (file.zstd_level > 0) {
    WriteCompressedFeature(out, static_cast<uint64_t>(ftell(out)));
  }
  rewind(out);
  WriteHeader(out, file, output.written());
  if (file.zstd_level > 0) {
    const uint64_t bits = 1u << 27;  // COMPRESSED
    fseek(out, offsetof(Header, features), SEEK_SET);
    fwrite(&bits, sizeof bits, 1, out);
  }
  if (fclose(out) == 0) return true;
  *why = path + ": " + strerror(errno);
  return false;
}

bool FindData(int fd, Extent* extent) {
  Header header;
  if (pread(fd, &header, sizeof header, 0) != sizeof header) return false;
  *extent = {header.data, header.data + header.data_size};
  return true;
}

bench_sum WalkByPreads(const std::string& path) {
  const Reader reader(path);
  bench_sum all = {0, 0};
  ForEachInFile(reader, [&](const RecordHeader& header, const uint8_t*) {
    all.records += header.type == PERFC_RECORD_SAMPLE;
  });
  return all;
}

bench_sum WalkDecompressed(const std::string& path) {
  const Reader reader(path);
  bench_sum all = {0, 0};
  ZSTD_DCtx* context = ZSTD_createDCtx();
  std::vector<uint8_t> block(kBlock);
  size_t kept = 0;
  ForEachInFile(reader, [&](const RecordHeader& header, const uint8_t* data) {
    ZSTD_inBuffer in = {data + sizeof header, header.size - sizeof header, 0};
    while (in.pos < in.size) {
      ZSTD_outBuffer out = {block.data(), block.size(), kept};
      if (ZSTD_isError(ZSTD_decompressStream(context, &out, &in))) return;
      const size_t taken =
          ForEachRecord(block.data(), out.pos,
                        [&](const RecordHeader& inner, const uint8_t*) {
                          all.records += inner.type == PERFC_RECORD_SAMPLE;
                        });
      kept = out.pos - taken;
      memmove(block.data(), block.data() + taken, kept);
    }
  });
  ZSTD_freeDCtx(context);
  return all;
}

}  // namespace bench
