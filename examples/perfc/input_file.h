// A perf.data file that the tool reads.
#ifndef PERFC_EXAMPLES_PERFC_INPUT_FILE_H_
#define PERFC_EXAMPLES_PERFC_INPUT_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/file_handles.h"
#include "examples/perfc/options.h"
#include "perfc/perfc.h"
#include "perfc/profile.h"

namespace tool {

// The samples that options choose, for perfc_file_options.
class Filter {
 public:
  // Events are chosen by their names, which the file knows. False: an option makes
  // no sense, which it says.
  bool Set(const FilterOptions& options, const std::string& path);

  // NULL: everything.
  const perfc_filter* get() const { return empty_ ? nullptr : &filter_; }

 private:
  bool SetEvents(const std::string& events, const std::string& path);

  perfc_filter filter_ = {};
  std::vector<int32_t> pids_;
  std::vector<int32_t> tids_;
  std::vector<uint32_t> cpus_;
  std::vector<uint32_t> events_;
  bool empty_ = true;
};

class InputFile {
 public:
  // path "-": stdin. False if the file can't be opened, and says why.
  bool Open(const std::string& path, uint32_t flags, uint32_t order,
            const perfc_filter* filter);

  // The next records: valid until the next call. 0: the end; or a negative errno,
  // which it says.
  int Next(perfc_stream_record* records, uint32_t capacity);

  const perfc_file* get() const { return file_.get(); }
  const perfc_plan* plan() const { return info().plan; }
  perfc_file_info info() const;

  // Says what is missing or wrong, once the end was reached.
  void SayProblems() const;

  // The event's name as the file has it, or else by its attr.
  std::string EventName(uint32_t index);

 private:
  bool Say(const perfc_error& error) const;
  void LoadNames();

  std::string path_;
  FileHandle<perfc_file> file_;
  std::vector<std::string> names_;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_INPUT_FILE_H_
