// The tasks of a file: what their records said so far.
#ifndef PERFC_EXAMPLES_PERFC_KNOWN_TASKS_H_
#define PERFC_EXAMPLES_PERFC_KNOWN_TASKS_H_

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "examples/perfc/names.h"
#include "examples/perfc/tasks.h"
#include "perfc/perfc.h"

namespace tool {

class KnownTasks {
 public:
  // The idle threads have no COMM records.
  KnownTasks() { tasks_.Comm(0, 0, "swapper", false); }

  // Takes every record, in the order of time.
  void Process(const perfc_stream_record& record);

  std::string CommOf(uint32_t tid) const;

  // The mapped file at an address, and the address's offset in it.
  struct Place {
    std::string file;  // "[unknown]"
    uint64_t offset;
    bool in_file = false;  // of user space, and not in memory without a file
  };
  Place Find(uint32_t pid, uint64_t address, bool user) const;

 private:
  void TakeMap(const perfc_stream_record& record);
  void TakeTask(const perfc_stream_record& record);
  void TakeExit(uint32_t pid, uint32_t tid);

  Tasks tasks_;
  bool has_kernel_ = false;  // maps of it came
  Names files_;
  // The last ones to exit. A thread's last samples may come behind its EXIT.
  std::deque<std::pair<uint32_t, uint32_t>> exited_;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_KNOWN_TASKS_H_
