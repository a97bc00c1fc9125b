// The report: the incidents of opening, mapping and updating a set.
#ifndef PERFC_IMPL_SET_REPORT_H_
#define PERFC_IMPL_SET_REPORT_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/base/text_writer.h"
#include "perfc/error.h"
#include "perfc/set.h"

namespace perfc::set {

using Entry = struct perfc_report_entry;

class Report {
 public:
  // An entry about no spec, CPU or thread in particular.
  static Entry Of(uint32_t kind, const perfc_error& error);

  [[nodiscard]] bool Add(const Entry& entry) { return entries_.Append(entry); }
  // Whether the newest entry about the same says it already.
  bool Tells(const Entry& entry) const;
  [[nodiscard]] bool CopyFrom(const Report& other);

  size_t count() const { return entries_.size(); }
  bool has_failed() const {
    return count() > 0 && entries_[count() - 1].kind == PERFC_REPORT_FAILED;
  }
  // Why the first spec was left out. False: none was.
  bool FindAbsent(perfc_error* why) const;
  const Entry& operator[](size_t index) const { return entries_[index]; }

  // One line, without its newline.
  void WriteText(size_t index, base::TextWriter* out) const;

 private:
  base::Buffer<Entry> entries_;
};

void SetName(absl::string_view name, Entry* entry);

}  // namespace perfc::set

#endif  // PERFC_IMPL_SET_REPORT_H_
