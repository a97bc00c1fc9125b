// Sets under test.

#ifndef TEST_LIVE_SETS_H_
#define TEST_LIVE_SETS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "perfc/perfc.h"

namespace live {

// Owns a list of specs.
class Specs {
 public:
  Specs();
  ~Specs() { perfc_specs_destroy(specs_); }
  Specs(const Specs&) = delete;
  Specs& operator=(const Specs&) = delete;

  // Returns itself, to add one more.
  Specs& Add(const perfc_attr& attr, const char* name,
             uint32_t leader = PERFC_SPEC_NO_LEADER);
  // The filter of the last one.
  Specs& Filter(const std::string& filter);
  operator const perfc_specs*() const { return specs_; }  // NOLINT

 private:
  perfc_specs* specs_ = nullptr;
};

perfc_target OnCpus(const char* cpus = nullptr);
perfc_target OfCgroup(const std::string& path);
perfc_target OfTasks(uint32_t kind, int pid, uint32_t flags = 0);

// Owns a set, and the report of its open. A failed one is empty.
class Set {
 public:
  Set(const perfc_specs* specs, const perfc_target& target, uint32_t flags = 0,
      uint32_t fallbacks = 0);
  ~Set();
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

  operator perfc_set*() const { return set_; }  // NOLINT: stands for it.
  int result() const { return result_; }
  const perfc_error& error() const { return error_; }

  std::vector<perfc_member> members() const;
  // What they count together.
  uint64_t Total() const;
  std::vector<struct perfc_report_entry> entries() const;
  // The report in words.
  std::string text() const;

 private:
  perfc_report* report_ = nullptr;
  perfc_set* set_ = nullptr;
  int result_;
  perfc_error error_ = {};
};

}  // namespace live

#endif  // TEST_LIVE_SETS_H_
