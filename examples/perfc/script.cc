#include "examples/perfc/script.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "examples/perfc/file_header.h"
#include "examples/perfc/input_file.h"
#include "examples/perfc/record_json.h"
#include "examples/perfc/script_fields.h"
#include "examples/perfc/script_text.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

constexpr uint32_t kRecords = 256;

class Printer {
 public:
  explicit Printer(const Options& options)
      : options_(options), text_(options.script, fields_, &file_) {}
  ~Printer() { Close(); }

  int Run() {
    Filter filter;
    std::string why;
    if (!fields_.Parse(options_.script.fields, &why)) {
      Say("-F: " + why);
      return 2;
    }
    const ScriptOptions& script = options_.script;
    if (!filter.Set(options_.filter, script.input) ||
        !file_.Open(script.input, 0, PERFC_FILE_ORDER_TIME, filter.get()) ||
        !CheckFields() || !OpenOutput()) {
      return 1;
    }
    if ((script.header || script.header_only) && !is_pipe()) {
      Put(HeaderText(&file_));
    }
    // A pipe's header comes with its records.
    const bool complete = (script.header_only && !is_pipe()) || PrintAll();
    if ((script.header || script.header_only) && is_pipe()) {
      Put(HeaderText(&file_));
    }
    if (!Close()) return 1;
    if (complete) file_.SayProblems();
    if (text_.malformed() > 0) {
      Say(WithCommas(text_.malformed()) + " records could not be decoded");
    }
    return complete ? 0 : 1;
  }

 private:
  bool is_pipe() const { return file_.info().pipe != 0; }

  // Of a pipe the events aren't known yet.
  bool CheckFields() const {
    const perfc_plan* plan = file_.plan();
    std::vector<perfc_attr> attrs(
        static_cast<size_t>(std::max(0, perfc_plan_attr_count(plan))));
    for (uint32_t i = 0; i < attrs.size(); ++i) {
      perfc_plan_attr(plan, i, &attrs[i], sizeof attrs[i]);
    }
    const std::string missing = attrs.empty() ? "" : fields_.Missing(attrs);
    if (missing.empty()) return true;
    Say("the samples have no '" + missing + "'");
    return false;
  }

  bool OpenOutput() {
    const Output& output = options_.output;
    out_ = output.is_file() ? std::fopen(output.path.c_str(), "we") : stdout;
    if (out_ != nullptr) return true;
    Say("cannot write " + output.path + ": " + std::strerror(errno));
    return false;
  }

  void Put(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), out_) != text.size()) {
      SayWriteError();
    }
  }

  // The reader of a pipe may have enough.
  void SayWriteError() {
    if (written_ && errno != EPIPE) {
      Say(std::string("cannot write: ") + std::strerror(errno));
    }
    written_ = false;
  }

  bool Close() {
    FILE* out = std::exchange(out_, nullptr);
    if (out == nullptr) return written_;
    const int failed = out == stdout ? std::fflush(out) : std::fclose(out);
    if (failed != 0) SayWriteError();
    return written_;
  }

  // False: the rest of the file can't be read.
  bool PrintAll() {
    std::vector<perfc_stream_record> records(kRecords);
    int count = 0;
    while (written_ && (count = file_.Next(records.data(), kRecords)) > 0) {
      if (options_.script.header_only) continue;
      for (int i = 0; i < count && written_; ++i) {
        Put(options_.json ? RecordJson(records[static_cast<size_t>(i)])
                          : text_.Text(records[static_cast<size_t>(i)]));
      }
    }
    return count >= 0;
  }

  const Options& options_;
  Fields fields_;
  InputFile file_;
  ScriptText text_;
  FILE* out_ = nullptr;
  bool written_ = true;
};

}  // namespace

int Script(const Options& options) { return Printer(options).Run(); }

}  // namespace tool
