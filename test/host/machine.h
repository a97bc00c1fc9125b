// What the tests of rings and events share: a scripted machine that ends with
// nothing left open.
#ifndef PERFC_TEST_HOST_MACHINE_H_
#define PERFC_TEST_HOST_MACHINE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "impl/capi/handles.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/ring.h"
#include "testing/ring_writer.h"
#include "testing/scripted_system.h"

namespace scripted {

struct EventCloser {
  void operator()(perfc_event *event) const { perfc_close(event); }
};
using Event = std::unique_ptr<perfc_event, EventCloser>;

// A software event that samples; its size field says how long it is.
perfc_attr SampleAttr(uint64_t sample_type = 0, uint64_t flags = 0);

std::string TextOf(const perfc_error &error);

class Machine : public ::testing::Test {
 protected:
  void TearDown() override {
    EXPECT_EQ(system_.open_fds(), 0u) << "fds leaked";
    // A child of fork() unmaps nothing.
    if (!system_.forked()) {
      EXPECT_EQ(system_.mappings(), 0u) << "mappings leaked";
    }
  }

  // A thread's event on every CPU unless told otherwise. NULL, and a failed
  // expectation, where it can't be opened.
  Event Open(const perfc_attr &attr, int cpu = -1,
             perfc_event *group = nullptr);
  // The same with a ring of so many data pages.
  Event OpenMapped(const perfc_attr &attr, uint32_t pages, uint32_t flags = 0);

  // What the kernel has behind the event.
  FakeEvent &Fake(const Event &event) {
    return system_.event(perfc_event_fd(event.get()));
  }
  RingWriter WriterOf(const Event &event, WriteMode mode);
  // From any thread: the next poll(2) says POLLIN, and from now on revents.
  void Wake(const Event &event, short revents = 0);

  ScriptedSystem system_;
  perfc_host host_{perfc::host::Host(system_)};
  perfc_error error_ = {};
};

}  // namespace scripted

#endif  // PERFC_TEST_HOST_MACHINE_H_
