// Counts the samples of a perf.data file by the name of their thread.
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

#include "perfc/profile.hpp"

static int fail(const perfc::Error& error) {
  return std::fprintf(stderr, "%s\n", error.text().c_str()), 1;
}

int main(int argc, char** argv) {
  auto file = perfc::profile::File::open(argc > 1 ? argv[1] : "perf.data");
  if (!file) return fail(file.error());
  std::map<uint32_t, std::string> names;  // of threads
  std::map<std::string, uint64_t> samples;
  auto records = file->records();
  for (const perfc::StreamRecord& record : records) {
    if (perfc::is<perfc_record_comm>(record.record)) {
      if (auto comm = record.decode<perfc_record_comm>()) {
        names[comm->tid] = record.view().string(comm->comm);
      }
    } else if (record.record.type == PERFC_RECORD_FORK) {
      if (auto fork = record.decode<perfc_record_task>()) {
        names[fork->tid] = names[fork->ptid];
      }
    } else if (perfc::is<perfc_sample>(record.record)) {
      auto sample = record.decode<perfc_sample>();
      if (!sample || !(sample->present & PERFC_SAMPLE_TID)) continue;
      ++samples[names[sample->tid]];
    }
  }
  if (!records.status()) return fail(records.status().error());
  for (auto& [name, count] : samples) {
    std::printf("%7ju  %s\n", uintmax_t{count}, name.c_str());
  }
}
