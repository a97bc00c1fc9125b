// Traces a tracepoint, sched:sched_switch of this thread, with its fields.
// Exit code 77: tracefs may not be read here, or isn't mounted.
#include <unistd.h>

#include <cstdio>

#include "perfc.hpp"

static int fail(const perfc::Error& error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  const bool hidden = error.code() == std::errc::permission_denied ||
                      error.code() == std::errc::no_such_file_or_directory;
  return hidden ? 77 : 1;
}

int main() {
  auto tracepoint = perfc::Tracepoint::open("sched:sched_switch");
  if (!tracepoint) return fail(tracepoint.error());
  auto event = perfc::Event::open("sched:sched_switch",
                                  PERFC_SAMPLE_TIME | PERFC_SAMPLE_RAW);
  if (!event) return fail(event.error());
  if (auto mapped = event->mmap(); !mapped) return fail(mapped.error());
  const auto next_pid = tracepoint->find("next_pid");
  if (!next_pid) return fail(next_pid.error());

  if (auto on = event->enable(); !on) return fail(on.error());
  for (int i = 0; i < 3; ++i) usleep(1000);
  if (auto off = event->disable(); !off) return fail(off.error());

  int switches = 0;
  for (const perfc::Record& record : event->records()) {
    auto sample = event->decode<perfc_sample>(record);
    if (!perfc::is<perfc_sample>(record) || !sample) continue;
    const auto raw = perfc::raw(record, *sample);
    const auto pid = tracepoint->value(raw, *next_pid);
    if (!pid) return fail(pid.error());
    std::printf("to %d at %.6f s: %s\n", static_cast<int>(*pid),
                static_cast<double>(sample->time) / 1e9,
                tracepoint->format(raw).c_str());
    ++switches;
  }
  return switches > 0 ? 0 : 1;
}
