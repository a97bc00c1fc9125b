// Cgroups that exist.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_CGROUP_RECORDS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_CGROUP_RECORDS_H_

#include "impl/profile/synthesize/producer.h"

namespace perfc::profile::synthesize {

// A CGROUP record for each cgroup of the hierarchy that perf events use, parents
// first.
class CgroupRecords : public Producer {
 public:
  explicit CgroupRecords(const Job& job) : job_(job) {}

  int Next(Block* block, Made* made) override;

 private:
  int Start();
  int FindMount();
  [[nodiscard]] bool Push(absl::string_view directory);
  Path Pop();
  int PushChildren(const char* directory);

  const Job& job_;
  bool started_ = false;
  base::Buffer<char> mount_;
  // Paths below the mount that have to be read, each behind a NUL.
  base::Buffer<char> waiting_;
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_CGROUP_RECORDS_H_
