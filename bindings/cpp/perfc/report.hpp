// Reports: the incidents of opening, mapping and updating a set.
#ifndef PERFC_REPORT_HPP_
#define PERFC_REPORT_HPP_

#include <cstdint>
#include <string>

#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/set.h"

namespace perfc {

// A report that somebody else owns: a Set or a Report. A range-based for gives
// each entry.
class ReportView {
 public:
  explicit ReportView(const perfc_report* report) : report_(report) {}

  std::uint32_t size() const {
    const int count = perfc_report_count(report_);
    return count < 0 ? 0 : static_cast<std::uint32_t>(count);
  }
  // index must be below size().
  perfc_report_entry operator[](std::uint64_t index) const {
    perfc_report_entry entry = {};
    perfc_report_get(report_, static_cast<std::uint32_t>(index), &entry,
                     sizeof entry);
    return entry;
  }
  internal::IndexIterator<ReportView> begin() const { return {this, 0}; }
  internal::IndexIterator<ReportView> end() const { return {this, size()}; }

  // One entry in words, or all of them, a line each.
  std::string text(std::uint32_t index = PERFC_REPORT_ALL) const {
    return internal::text([&](char* buffer, std::size_t size) {
      return perfc_report_text(report_, index, buffer, size);
    });
  }

 private:
  const perfc_report* report_;
};

// A report for perfc_set_options.report. It is also filled if the open fails.
class Report {
 public:
  static Result<Report> create() {
    return internal::make<Report>(
        [](perfc_report** report, perfc_error* error) {
          return perfc_report_create(report, error);
        });
  }

  // Takes over a report of the C API.
  explicit Report(perfc_report* report) : report_(report) {}

  // Borrowed: lives as long as this report.
  ReportView view() const { return ReportView(get()); }
  perfc_report* get() const { return report_.get(); }

 private:
  Owned<perfc_report, perfc_report_destroy> report_;
};

}  // namespace perfc

#endif  // PERFC_REPORT_HPP_
