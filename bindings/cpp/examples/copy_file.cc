// Copies a perf.data file, with the samples of some processes only.
#include <cstdio>
#include <cstdlib>

#include "perfc/profile.hpp"

static int fail(const perfc::Error& error) {
  return std::fprintf(stderr, "%s\n", error.text().c_str()), 1;
}

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: copy_file FROM TO [PID...]\n");
    return 2;
  }
  perfc::profile::Filter filter;
  for (int i = 3; i < argc; ++i) filter.pids.push_back(std::atoi(argv[i]));
  perfc_file_options options = {};
  options.flags = PERFC_FILE_TAILS;  // AUX data belong to a copy
  auto file = perfc::profile::File::open(argv[1], filter, options);
  if (!file) return fail(file.error());
  auto writer = perfc::profile::Writer::create(argv[2]);
  if (!writer) return fail(writer.error());
  if (auto copied = writer->write(*file); !copied) return fail(copied.error());
  auto written = writer->finish();
  if (!written) return fail(written.error());
  std::printf("%ju records, %ju bytes\n", uintmax_t{written->records},
              uintmax_t{written->bytes});
}
