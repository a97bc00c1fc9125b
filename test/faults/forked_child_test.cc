// Every exported function that takes an event, a set, a stream, a flight or a
// profiler, in a child of fork(): it is refused there and changes nothing,
// unless it ends the handle or tells what needs no system call.

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "perfc/perfc.h"
#include "test/faults/documented.h"
#include "test/faults/stage.h"
#include "test/host/machine.h"

namespace faults {
namespace {

using scripted::Call;

// Handles that a parent makes: two rings in a stream, one outside with an AUX
// area, two that a flight cuts, events without a ring, a set in the stream
// too.
class Family {
 public:
  // With `reading`, a record is in use where there can be one.
  explicit Family(bool reading) {
    stage.MakeStream();
    stage.MakeBatch();
    for (perfc_event *of : {stage.event, stage.other}) stage.Write(of, 5);
    perfc_attr attr = TimedAttr();
    plain = stage.Open(attr);
    perfc_attr counting = attr;
    counting.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID |
                           PERFC_FORMAT_TOTAL_TIME_ENABLED |
                           PERFC_FORMAT_TOTAL_TIME_RUNNING;
    group = stage.Open(counting);
    lone = stage.OpenMapped(attr);
    stage.Fake(lone).has_aux = true;
    EXPECT_EQ(perfc_aux_mmap(lone, 1, 0, nullptr), 0);
    stage.Write(lone, 5);
    attr.flags |= PERFC_ATTR_WRITE_BACKWARD;
    backward = stage.OpenMapped(attr);
    EXPECT_EQ(perfc_stream_create(nullptr, &kFlight, &flight, nullptr), 0);
    EXPECT_EQ(perfc_stream_add_event(flight, backward, nullptr), 0);
    stage.Write(backward, 5);
    stage.MakeSet();
    EXPECT_EQ(perfc_set_mmap(stage.set, 1, 0, nullptr), 4);
    if (!reading) return;
    perfc_stream_record record;
    EXPECT_EQ(perfc_stream_next_records(stage.stream, &record, 1), 1);
    EXPECT_EQ(perfc_next_record(lone, &record.record), 1);
    EXPECT_EQ(perfc_stream_cut(flight, PERFC_STREAM_CUT_ALL, nullptr), 5);
    EXPECT_EQ(perfc_stream_next_records(flight, &record, 1), 1);
  }
  Family(const Family &) = delete;
  ~Family() {
    for (perfc_event *one : {plain, group, lone}) perfc_close(one);
    perfc_close(backward);
    perfc_stream_destroy(flight);
  }

  // What a call might have changed, in the handles and in the kernel.
  std::vector<uint64_t> State() const {
    std::vector<uint64_t> state;
    for (const Call call :
         {Call::kPerfEventOpen, Call::kIoctl, Call::kMmap, Call::kMunmap,
          Call::kMadvise, Call::kRead, Call::kWrite, Call::kPoll, Call::kClose,
          Call::kFcntl, Call::kEventfd, Call::kBpf, Call::kEpollCreate,
          Call::kEpollCtl, Call::kEpollWait}) {
      state.push_back(static_cast<uint64_t>(stage.system.count(call)));
    }
    const auto add = [&state](const void *handle) {
      state.push_back(reinterpret_cast<uintptr_t>(handle));
    };
    for (uint32_t i = 0; i < 4; ++i) {
      add(perfc_stream_event(stage.stream, i));
      add(perfc_stream_event(flight, i));
    }
    state.push_back(static_cast<uint64_t>(perfc_set_member_count(stage.set)));
    for (uint32_t i = 0; i < 4; ++i) {
      perfc_member member = {};
      EXPECT_EQ(perfc_set_member(stage.set, i, &member, sizeof member), 0);
      state.push_back(member.status);
      add(member.event);
      add(member.ring);
    }
    perfc_batch_info rows = {};
    EXPECT_EQ(perfc_batch_get_info(stage.batch, &rows, sizeof rows), 0);
    state.insert(state.end(), {rows.samples, rows.records});
    return state;
  }

  // The rings as the kernel sees them: shared with the child.
  std::string Rings() {
    std::string rings;
    stage.system.EachEvent([&rings](scripted::FakeEvent *fake) {
      if (fake->ring == nullptr) return;
      rings.append(reinterpret_cast<const char *>(fake->ring), fake->ring_size);
    });
    return rings;
  }

  Stage stage;
  perfc_event *plain = nullptr;
  perfc_event *group = nullptr;
  perfc_event *lone = nullptr;
  perfc_event *backward = nullptr;
  perfc_stream *flight = nullptr;
};

using Function = std::function<int(Family &family)>;

struct Refused {
  const char *function;
  Function call;
  bool tells = false;  // by a perfc_error
};

// What calls write into, and nobody looks at.
struct Out {
  perfc_record record;
  perfc_stream_record stream_record;
  perfc_losses losses;
  perfc_count counts[8];
  perfc_sum_row rows[8];
  perfc_clock_relation relation;
  perfc_aux_data aux;
  perfc_ring_budget ring_budget;
  perfc_event *event;
  perfc_plan *plan;
  ArrowArrayStream arrow;
  uint64_t number;
  uint32_t count;
};
Out out;
const perfc_attr kAttr = TimedAttr();

// One after the other as the headers have them.
const std::vector<Refused> &RefusedCalls() {
#define CALL(call) [](Family &f) { return call; }
  static const std::vector<Refused> calls = {
      {"perfc_aux_mmap", CALL(perfc_aux_mmap(f.lone, 1, 0, &f.stage.error)),
       true},
      {"perfc_aux_munmap", CALL(perfc_aux_munmap(f.lone))},
      {"perfc_aux_munmap", CALL(perfc_aux_munmap(f.plain))},
      {"perfc_aux_peek",
       CALL(perfc_aux_peek(f.lone, &out.aux, sizeof out.aux))},
      {"perfc_aux_peek",
       CALL(perfc_aux_peek(f.plain, &out.aux, sizeof out.aux))},
      {"perfc_aux_view",
       CALL(perfc_aux_view(f.lone, 0, 8, 0, &out.aux, sizeof out.aux))},
      {"perfc_aux_view",
       CALL(perfc_aux_view(f.plain, 0, 8, 0, &out.aux, sizeof out.aux))},
      {"perfc_aux_release", CALL(perfc_aux_release(f.lone, 0))},
      {"perfc_aux_release", CALL(perfc_aux_release(f.plain, 0))},
      {"perfc_batch_fill_event",
       CALL(perfc_batch_fill_event(f.stage.batch, f.lone))},
      {"perfc_batch_fill_event",
       CALL(perfc_batch_fill_event(f.stage.batch, f.plain))},
      {"perfc_batch_fill_event",
       CALL(perfc_batch_fill_event(f.stage.batch, f.backward))},
      {"perfc_event_relate_clock",
       CALL(perfc_event_relate_clock(f.plain, 1, &out.relation,
                                     sizeof out.relation, &f.stage.error)),
       true},
      {"perfc_read", CALL(perfc_read(f.plain, out.counts, sizeof *out.counts))},
      {"perfc_read_group", CALL(perfc_read_group(f.group, &f.group, out.counts,
                                                 sizeof *out.counts, 1))},
      {"perfc_read_user",
       CALL(perfc_read_user(f.lone, out.counts, sizeof *out.counts))},
      {"perfc_set_read",
       CALL(perfc_set_read(f.stage.set, out.counts, sizeof *out.counts, 8))},
      {"perfc_set_read",
       CALL(perfc_set_read(f.stage.set, out.counts, sizeof *out.counts, 1))},
      {"perfc_set_sum",
       CALL(perfc_set_sum(f.stage.set, PERFC_SUM_SPEC, out.counts, 4,
                          out.counts, sizeof *out.counts, out.rows,
                          sizeof *out.rows, 8))},
      {"perfc_open",
       CALL(perfc_open(&f.stage.host, &kAttr, sizeof kAttr, 0, -1, f.plain, 0,
                       &out.event, &f.stage.error)),
       true},
      {"perfc_event_id", CALL(perfc_event_id(f.plain, &out.number))},
      {"perfc_event_set_output",
       CALL(perfc_event_set_output(f.plain, f.lone, &f.stage.error)), true},
      {"perfc_event_set_output",
       CALL(perfc_event_set_output(f.plain, nullptr, &f.stage.error)), true},
      {"perfc_event_set_filter",
       CALL(perfc_event_set_filter(f.plain, "x", &f.stage.error)), true},
      {"perfc_event_query_bpf",
       CALL(perfc_event_query_bpf(f.plain, nullptr, 0, &out.count,
                                  &f.stage.error)),
       true},
      {"perfc_event_modify_attr",
       CALL(perfc_event_modify_attr(f.plain, &kAttr, sizeof kAttr,
                                    &f.stage.error)),
       true},
      {"perfc_ioctl",
       CALL(perfc_ioctl(f.plain, PERFC_IOC_ENABLE, 0, &f.stage.error)), true},
      {"perfc_ioctl",
       CALL(perfc_ioctl(f.plain, PERFC_IOC_SET_BPF, 3, &f.stage.error)), true},
      {"perfc_ioctl",
       CALL(perfc_ioctl(f.lone, PERFC_IOC_PAUSE_OUTPUT, 1, nullptr))},
      {"perfc_read_group", CALL(perfc_read_group(f.plain, nullptr, out.counts,
                                                 sizeof *out.counts, 1))},
      {"perfc_stream_add_event",
       CALL(perfc_stream_add_event(f.flight, f.plain, &f.stage.error)), true},
      {"perfc_stream_add_event",
       CALL(perfc_stream_add_event(f.flight, f.backward, &f.stage.error)),
       true},
      {"perfc_stream_remove_event",
       CALL(perfc_stream_remove_event(f.flight, f.backward))},
      {"perfc_stream_remove_event",
       CALL(perfc_stream_remove_event(f.flight, f.plain))},
      {"perfc_stream_cut", CALL(perfc_stream_cut(f.flight, 1, &f.stage.error)),
       true},
      {"perfc_stream_next_records",
       CALL(perfc_stream_next_records(f.flight, &out.stream_record, 1))},
      {"perfc_batch_fill_stream",
       CALL(perfc_batch_fill_stream(f.stage.batch, f.flight))},
      {"perfc_stream_resume",
       CALL(perfc_stream_resume(f.flight, &f.stage.error)), true},
      {"perfc_stream_losses",
       CALL(perfc_stream_losses(f.flight, nullptr, &out.losses,
                                sizeof out.losses))},
      {"perfc_stream_losses",
       CALL(perfc_stream_losses(f.flight, f.backward, &out.losses,
                                sizeof out.losses))},
      {"perfc_mmap", CALL(perfc_mmap(f.plain, 1, 0, &f.stage.error)), true},
      {"perfc_mmap", CALL(perfc_mmap(f.plain, 0, 0, &f.stage.error)), true},
      {"perfc_munmap", CALL(perfc_munmap(f.stage.event))},
      {"perfc_munmap", CALL(perfc_munmap(f.backward))},
      {"perfc_munmap", CALL(perfc_munmap(f.plain))},
      {"perfc_next_record", CALL(perfc_next_record(f.lone, &out.record))},
      {"perfc_next_record", CALL(perfc_next_record(f.plain, &out.record))},
      {"perfc_next_record", CALL(perfc_next_record(f.backward, &out.record))},
      {"perfc_next_records", CALL(perfc_next_records(f.lone, &out.record, 1))},
      {"perfc_next_records", CALL(perfc_next_records(f.plain, &out.record, 1))},
      {"perfc_event_peek_record",
       CALL(perfc_event_peek_record(f.lone, &out.record))},
      {"perfc_event_peek_record",
       CALL(perfc_event_peek_record(f.plain, &out.record))},
      {"perfc_event_wait", CALL(perfc_event_wait(f.lone, 1, &f.stage.error)),
       true},
      {"perfc_event_wait", CALL(perfc_event_wait(f.plain, 1, &f.stage.error)),
       true},
      {"perfc_event_wake", CALL(perfc_event_wake(f.lone))},
      {"perfc_event_losses",
       CALL(perfc_event_losses(f.lone, &out.losses, sizeof out.losses))},
      {"perfc_event_losses",
       CALL(perfc_event_losses(f.plain, &out.losses, sizeof out.losses))},
      {"perfc_set_create_plan",
       CALL(perfc_set_create_plan(f.stage.set, &out.plan, &f.stage.error)),
       true},
      {"perfc_set_enable", CALL(perfc_set_enable(f.stage.set))},
      {"perfc_set_disable", CALL(perfc_set_disable(f.stage.set))},
      {"perfc_set_reset", CALL(perfc_set_reset(f.stage.set))},
      {"perfc_set_update",
       CALL(perfc_set_update(f.stage.set, 0, &f.stage.error)), true},
      {"perfc_set_mmap",
       CALL(perfc_set_mmap(f.stage.set, 1, 0, &f.stage.error)), true},
      {"perfc_set_ring_budget",
       CALL(perfc_set_ring_budget(f.stage.set, 0, &out.ring_budget,
                                  sizeof out.ring_budget))},
      {"perfc_stream_add_set",
       CALL(perfc_stream_add_set(f.stage.stream, f.stage.set, &f.stage.error)),
       true},
      {"perfc_set_attach_bpf",
       CALL(perfc_set_attach_bpf(f.stage.set, 3, 0, &f.stage.error)), true},
      {"perfc_set_detach_bpf", CALL(perfc_set_detach_bpf(f.stage.set))},
      {"perfc_stream_add_event",
       CALL(perfc_stream_add_event(f.stage.stream, f.stage.event,
                                   &f.stage.error)),
       true},
      {"perfc_stream_add_event",
       CALL(perfc_stream_add_event(f.stage.stream, f.lone, &f.stage.error)),
       true},
      {"perfc_stream_remove_event",
       CALL(perfc_stream_remove_event(f.stage.stream, f.stage.event))},
      {"perfc_stream_remove_event",
       CALL(perfc_stream_remove_event(f.stage.stream, f.lone))},
      {"perfc_stream_next_records",
       CALL(perfc_stream_next_records(f.stage.stream, &out.stream_record, 1))},
      {"perfc_stream_wait",
       CALL(perfc_stream_wait(f.stage.stream, 1, &f.stage.error)), true},
      {"perfc_stream_wake", CALL(perfc_stream_wake(f.stage.stream))},
      {"perfc_stream_losses",
       CALL(perfc_stream_losses(f.stage.stream, nullptr, &out.losses,
                                sizeof out.losses))},
      {"perfc_stream_losses",
       CALL(perfc_stream_losses(f.stage.stream, f.stage.event, &out.losses,
                                sizeof out.losses))},
      {"perfc_batch_fill_stream",
       CALL(perfc_batch_fill_stream(f.stage.batch, f.stage.stream))},
      {"perfc_stream_export_arrow",
       CALL(perfc_stream_export_arrow(f.stage.stream, nullptr,
                                      PERFC_TABLE_SAMPLES, 0, &out.arrow,
                                      &f.stage.error)),
       true},
  };
  return calls;
}

int IsThere(const void *handle) { return handle != nullptr; }

int SpecOfMember(const perfc_set *set, uint32_t index) {
  perfc_member member = {};
  const int result = perfc_set_member(set, index, &member, sizeof member);
  return result < 0 ? result : static_cast<int>(member.spec);
}

int AttrSizeOfSpec(const perfc_set *set, uint32_t index) {
  perfc_spec spec = {};
  const int result =
      perfc_specs_get(perfc_set_specs(set), index, &spec, sizeof spec);
  return result < 0 ? result : static_cast<int>(spec.attr_size);
}

// Properties that need no system call: the child gets what the parent gets.
const std::map<std::string, Function> &Properties() {
  static const std::map<std::string, Function> properties = {
      {"perfc_event_fd", CALL(perfc_event_fd(f.lone))},
      {"perfc_event_attr", CALL(perfc_event_attr(f.lone, nullptr, 0))},
      {"perfc_event_plan", CALL(IsThere(perfc_event_plan(f.lone)))},
      {"perfc_set_member_count", CALL(perfc_set_member_count(f.stage.set))},
      {"perfc_set_member", CALL(SpecOfMember(f.stage.set, 1))},
      {"perfc_set_specs", CALL(AttrSizeOfSpec(f.stage.set, 0))},
      {"perfc_set_report", CALL(IsThere(perfc_set_report(f.stage.set)))},
      {"perfc_stream_event",
       CALL(IsThere(perfc_stream_event(f.stage.stream, 0)))},
      {"perfc_stream_fd", CALL(perfc_stream_fd(f.stage.stream))},
  };
  return properties;
}
#undef CALL

// These end the handle, or make one that is the child's own.
const std::set<std::string> kAllowed = {
    "perfc_open_fd",        "perfc_open_string", "perfc_close",
    "perfc_set_open",       "perfc_set_close",   "perfc_stream_create",
    "perfc_stream_destroy",
};

// Runs the function in a child, and fails where it does.
void InChild(const std::function<void()> &body) {
  fflush(stdout);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const testing::TestResult *result =
        testing::UnitTest::GetInstance()->current_test_info()->result();
    const int before = result->total_part_count();
    body();
    fflush(stdout);
    _exit(result->total_part_count() != before);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << "the child's status is " << status;
}

class ForkedChild : public testing::TestWithParam<bool> {};

TEST_P(ForkedChild, IsRefusedWithNothingChanged) {
  Family family(GetParam());
  const std::string rings = family.Rings();
  for (const Refused &refused : RefusedCalls()) {
    SCOPED_TRACE(refused.function);
    InChild([&] {
      family.stage.system.Fork();
      const auto before = family.State();
      family.stage.error = {};
      EXPECT_EQ(refused.call(family), -EOWNERDEAD);
      if (refused.tells) {
        EXPECT_EQ(family.stage.error.rule, uint32_t{PERFC_RULE_FORKED});
      }
      EXPECT_EQ(family.State(), before);
    });
    EXPECT_EQ(family.Rings(), rings);
  }
}

TEST_P(ForkedChild, MayAskWhatNeedsNoSystemCall) {
  Family family(GetParam());
  for (const auto &[name, property] : Properties()) {
    SCOPED_TRACE(name);
    const int expected = property(family);
    EXPECT_GE(expected, 0);
    InChild([&, &property = property] {
      family.stage.system.Fork();
      const auto before = family.State();
      EXPECT_EQ(property(family), expected);
      EXPECT_EQ(family.State(), before);
    });
  }
  EXPECT_NE(perfc_event_control_page(family.lone), nullptr);
  InChild([&] {
    family.stage.system.Fork();
    EXPECT_EQ(perfc_event_control_page(family.lone), nullptr);
  });
}

// In any order; the parent's rings and its stream stay as they were.
TEST_P(ForkedChild, MayEndEachHandle) {
  Family family(GetParam());
  const std::string rings = family.Rings();
  for (int order = 0; order < 2; ++order) {
    InChild([&] {
      family.stage.system.Fork();
      const int ioctls = family.stage.system.count(Call::kIoctl);
      const int watched = family.stage.system.count(Call::kEpollCtl);
      if (order == 1) family.stage.Close();
      perfc_close(family.lone);
      perfc_close(family.plain);
      perfc_close(family.group);
      perfc_close(family.backward);
      perfc_stream_destroy(family.flight);
      family.stage.Close();
      EXPECT_EQ(family.stage.system.open_fds(), 0u);
      EXPECT_EQ(family.stage.system.count(Call::kIoctl), ioctls);
      EXPECT_EQ(family.stage.system.count(Call::kEpollCtl), watched);
      EXPECT_EQ(family.stage.system.count(Call::kMunmap), 0);
    });
    EXPECT_EQ(family.Rings(), rings);
  }
  perfc_stream_record record;
  EXPECT_EQ(perfc_stream_next_records(family.stage.stream, &record, 1), 1);
}

INSTANTIATE_TEST_SUITE_P(Of, ForkedChild, testing::Bool(),
                         [](const auto &info) {
                           return std::string(info.param ? "AReadingParent"
                                                         : "AnIdleParent");
                         });

// Functions of the ABI that take such a handle.
std::set<std::string> TakingHandles() {
  const std::set<std::string> handles = {"perfc_event", "perfc_set",
                                         "perfc_stream"};
  std::ifstream file("bindings/abi.json");
  const nlohmann::json abi = nlohmann::json::parse(file);
  std::set<std::string> names;
  for (const nlohmann::json &function : abi.at("functions")) {
    for (const nlohmann::json &parameter : function.at("parameters")) {
      if (handles.count(parameter.at("base")) > 0)
        names.insert(function.at("name"));
    }
  }
  EXPECT_FALSE(names.empty());
  return names;
}

TEST(ForkedChildTable, HasEachFunctionWhoseCommentListsIt) {
  std::set<std::string> refused;
  for (const Refused &one : RefusedCalls()) refused.insert(one.function);
  std::set<std::string> documented;
  for (const auto &[function, items] : Documented()) {
    if (items.count("EOWNERDEAD") > 0) documented.insert(function);
  }
  EXPECT_EQ(refused, documented);
}

TEST(ForkedChildTable, HasEachFunctionThatTakesAHandle) {
  std::set<std::string> listed = kAllowed;
  listed.insert("perfc_event_control_page");
  for (const Refused &one : RefusedCalls()) listed.insert(one.function);
  for (const auto &[name, property] : Properties()) listed.insert(name);
  EXPECT_EQ(listed, TakingHandles());
}

}  // namespace
}  // namespace faults
