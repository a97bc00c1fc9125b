// Samples a process and prints its hot functions, straight from the columns.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <string>

#include "perfc.hpp"

// The process: a copy of this one, so its addresses are ours.
extern "C" __attribute__((noinline)) void less() {
  for (volatile int i = 0; i < 30000000; i = i + 1) continue;
}
extern "C" __attribute__((noinline)) void more() {
  for (volatile int i = 0; i < 90000000; i = i + 1) continue;
}

static int fail(const perfc::Error& error) {
  return std::fprintf(stderr, "%s\n", error.text().c_str()), 1;
}

int main() {
  int start[2];
  if (pipe(start) != 0) return 1;
  const pid_t pid = fork();
  if (pid == 0) {
    char go;
    if (read(start[0], &go, 1) == 1) less(), more();
    _exit(0);
  }
  auto specs = perfc::Specs::of("cpu-clock/period=1000000/u",
                                PERFC_SAMPLE_IP | PERFC_SAMPLE_TIME);
  if (!specs) return fail(specs.error());
  auto set = perfc::Set::open(*specs, perfc::Target::tree(pid));
  if (!set) return fail(set.error());
  if (auto rings = set->mmap(16); !rings) return fail(rings.error());
  auto stream = perfc::Stream::create();
  auto batch = perfc::Batch::create();
  if (!stream || !batch || !stream->add(*set) || !set->enable()) return 1;
  if (write(start[1], "!", 1) != 1) return 1;
  std::map<std::string, int> samples;
  while (stream->wait()) {  // until the process has gone
    for (auto filled = batch->fill(*stream); filled && *filled > 0;
         filled = batch->fill(*stream)) {
      for (uint64_t ip : batch->samples().column(perfc::columns::ip)) {
        Dl_info symbol = {};
        dladdr(reinterpret_cast<void*>(ip), &symbol);
        ++samples[symbol.dli_sname ? symbol.dli_sname : "(other)"];
      }
    }
  }
  wait(nullptr);
  for (auto& [name, n] : samples) std::printf("%7d  %s\n", n, name.c_str());
  return samples["more"] > samples["less"] ? 0 : 1;
}
