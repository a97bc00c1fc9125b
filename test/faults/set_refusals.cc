// Sets over targets that can't be, and members that aren't open.
#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/perfc.h"
#include "test/faults/refusals.h"

namespace faults {
namespace {

const char kOnline[] = "/sys/devices/system/cpu/online";

int Open(Stage *s, const perfc_target &target, uint32_t flags = 0) {
  perfc_set_options options = {};
  options.size = sizeof options;
  options.flags = flags;
  return perfc_set_open(&s->host, s->specs, &target, &options, &s->set,
                        &s->error);
}

perfc_target TargetOf(uint32_t kind) {
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = kind;
  return target;
}

// What is wrong with sysfs's list of CPUs.
void SpoilOnline(Stage *s, int code) {
  if (code == ENOENT) s->system.RemoveFile(kOnline);
  if (code == EIO) s->system.SetFile(kOnline, "\n");
  if (code == EFBIG) s->system.SetFile(kOnline, std::string(2 << 20, '0'));
}

int OpenOver(Stage *s, int code) {
  s->MakeSpecs();
  perfc_target target = TargetOf(PERFC_TARGET_CPUS);
  if (code == ESRCH) {
    target = TargetOf(PERFC_TARGET_PROCESS);
    target.pid = 99;
  } else if (code == ENODEV) {
    s->system.SetFile(kOnline, "0\n");
    s->system.set_on_open(
        [](const perfc_attr &, pid_t, int, int) { return ENODEV; });
    target.cpus = "1";
  } else {
    SpoilOnline(s, code);
  }
  return Open(s, target);
}

int AttachTwice(Stage *s, int) {
  s->MakeSet();
  s->system.set_on_bpf([s](int, void *) { return s->system.MakeFd(); });
  EXPECT_EQ(perfc_set_attach_bpf(s->set, 5, PERFC_BPF_LINK, nullptr), 4);
  return perfc_set_attach_bpf(s->set, 5, PERFC_BPF_LINK, nullptr);
}

int MapCounters(Stage *s, int) {
  EXPECT_EQ(perfc_specs_create(&s->host, &s->specs, nullptr), 0);
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  EXPECT_EQ(perfc_specs_add(s->specs, &attr, sizeof attr, "",
                            PERFC_SPEC_NO_LEADER, nullptr),
            0);
  EXPECT_EQ(Open(s, TargetOf(PERFC_TARGET_THREAD)), 0);
  return perfc_set_mmap(s->set, 1, 0, nullptr);
}

int AddSet(Stage *s, int code) {
  s->MakeSet();
  const uint32_t flags = code == EBADFD ? PERFC_SET_MMAP_OVERWRITE : 0;
  EXPECT_EQ(perfc_set_mmap(s->set, 1, flags, nullptr), 4);
  EXPECT_EQ(perfc_stream_create(&s->host, nullptr, &s->stream, nullptr), 0);
  // As if the fds had been closed behind the library's back.
  if (code == EBADF) s->system.FailRequest(PERFC_IOC_ID, EBADF);
  return perfc_stream_add_set(s->stream, s->set, nullptr);
}

int Sum(Stage *s, int) {
  s->MakeSet();
  perfc_count counts[4] = {};
  perfc_count sum;
  perfc_sum_row row;
  return perfc_set_sum(s->set, PERFC_SUM_CPU, counts, 4, &sum, sizeof sum, &row,
                       sizeof row, 1);
}

}  // namespace

std::vector<Refusal> SetRefusals() {
  return {
      {"perfc_set_open",
       {E2BIG},
       [](Stage *s, int) {
         s->MakeSpecs();
         return perfc_set_open(&s->host, s->specs, NewerOptions<perfc_target>(),
                               nullptr, &s->set, nullptr);
       }},
      {"perfc_set_open", {EFBIG, EIO, ENODEV, ENOENT, ESRCH}, OpenOver},
      {"perfc_set_update",
       {EFBIG, EIO},
       [](Stage *s, int code) {
         s->MakeSet();
         SpoilOnline(s, code);
         return perfc_set_update(s->set, 0, nullptr);
       }},
      {"perfc_set_read",
       {ENOSPC},
       [](Stage *s, int) {
         s->MakeSet();
         perfc_count count;
         return perfc_set_read(s->set, &count, sizeof count, 1);
       }},
      {"perfc_set_sum", {ENOSPC}, Sum},
      {"perfc_set_mmap", {EBADFD}, MapCounters},
      {"perfc_set_mmap",
       {EFBIG, EIO, ENOENT},
       [](Stage *s, int code) {
         s->MakeSet();
         SpoilOnline(s, code);
         return perfc_set_mmap(s->set, PERFC_PAGES_FIT, 0, nullptr);
       }},
      {"perfc_set_ring_budget",
       {EFBIG, EIO, ENOENT},
       [](Stage *s, int code) {
         s->MakeSet();
         SpoilOnline(s, code);
         perfc_ring_budget budget;
         return perfc_set_ring_budget(s->set, 0, &budget, sizeof budget);
       }},
      {"perfc_stream_add_set", {EBADF, EBADFD}, AddSet},
      {"perfc_set_attach_bpf", {EEXIST}, AttachTwice},
  };
}

}  // namespace faults
