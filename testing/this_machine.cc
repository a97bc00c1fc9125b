#include "testing/this_machine.h"

#include <atomic>
#include <cerrno>

#include "impl/host/host.h"
#include "testing/scripted_system.h"

namespace scripted {
namespace {

std::atomic<const perfc::host::Host *> used{nullptr};

// Where nobody said which machine: one that can do nothing. It is never freed,
// for handles may outlive what the program destroys at its end.
const perfc::host::Host &Nowhere() {
  static const perfc::host::Host *const host = [] {
    auto *system = new ScriptedSystem;
    for (size_t i = 0; i < kCalls; ++i) {
      system->FailAlways(static_cast<Call>(i), ENOSYS);
    }
    return new perfc::host::Host(*system);
  }();
  return *host;
}

}  // namespace

void Use(const perfc::host::Host *host) { used.store(host); }

bool IsUsed(const perfc::host::Host *host) { return used.load() == host; }

}  // namespace scripted

const perfc::host::Host &perfc::host::ThisMachine() {
  const Host *host = scripted::used.load();
  return host ? *host : scripted::Nowhere();
}
