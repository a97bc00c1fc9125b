// Every public operation that makes a system call or allocates, on a scripted
// machine that is made anew for each: so that one call or allocation of it can
// be told to fail.
#ifndef PERFC_TEST_FAULTS_STAGE_H_
#define PERFC_TEST_FAULTS_STAGE_H_

#include <cstdint>
#include <vector>

#include "impl/batch/arrow.h"
#include "impl/capi/handles.h"
#include "perfc/attr.h"
#include "perfc/batch.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/names.h"
#include "perfc/set.h"
#include "perfc/stitch.h"
#include "perfc/stream.h"
#include "test/host/machine.h"
#include "testing/scripted_system.h"

namespace faults {

constexpr perfc_stream_options kFlight = {sizeof(perfc_stream_options),
                                          PERFC_STREAM_FLIGHT, 0};

// Two CPUs, a PMU, tracefs, a cgroup, a process of two threads; and the handles
// that a set-up makes.
class Stage {
 public:
  Stage();
  // Closes what is open.
  ~Stage() { Close(); }
  void Close();

  // What a set-up needs. All must succeed.
  perfc_event *Open(const perfc_attr &attr, perfc_event *group = nullptr);
  perfc_event *OpenMapped(const perfc_attr &attr);
  // Samples of {time, address} in the event's ring.
  void Write(perfc_event *event, int records);
  void MakeStream();
  void MakeFlight();
  void MakeBatch();
  // Two specs on two CPUs.
  void MakeSpecs();
  void MakeSet();

  scripted::FakeEvent &Fake(perfc_event *of) {
    return system.event(perfc_event_fd(of));
  }

  scripted::ScriptedSystem system;
  perfc_host host{perfc::host::Host(system)};
  perfc_error error = {};

  perfc_event *event = nullptr;
  perfc_event *other = nullptr;
  perfc_stream *stream = nullptr;
  perfc_stream *flight = nullptr;
  perfc_batch *batch = nullptr;
  perfc_specs *specs = nullptr;
  perfc_set *set = nullptr;
  perfc_stitch *stitch = nullptr;
  ArrowArrayStream rows = {};
  // What runs have taken out so far: nothing may get lost by a fault.
  int taken = 0;
};

struct Operation {
  const char *functions;  // the exported ones, the first of which is the point
  const char *how;        // or "" where there is but one way
  bool tells;             // by a perfc_error
  void (*set_up)(Stage *stage);
  // May be called again, after a failure or a success. What it makes it
  // destroys.
  int (*run)(Stage *stage);
};

std::vector<Operation> EventOperations();
std::vector<Operation> RingOperations();
std::vector<Operation> CountOperations();
std::vector<Operation> ManyOperations();
std::vector<Operation> SetOperations();
std::vector<Operation> NameOperations();

// Longer than any attr that is known, which needs memory.
struct LongAttr {
  perfc_attr known;
  uint8_t tail[64];
};
LongAttr MakeLongAttr(const perfc_attr &known);

// TIME and ADDR, with the times of other records.
perfc_attr TimedAttr(uint64_t flags = 0);

}  // namespace faults

#endif  // PERFC_TEST_FAULTS_STAGE_H_
