// The tool perfc counts, samples, records and traces programs, reads recordings,
// and lists events. It uses only the public interface of libperfc and
// libperfc-profile.

#include "examples/perfc/convert.h"
#include "examples/perfc/list.h"
#include "examples/perfc/options.h"
#include "examples/perfc/profiling.h"
#include "examples/perfc/recorder.h"
#include "examples/perfc/script.h"
#include "examples/perfc/stat.h"
#include "examples/perfc/trace.h"

int main(int argc, char** argv) {
  tool::Options options;
  int exit_status = 0;
  if (!tool::ParseOptions(argc, argv, &options, &exit_status)) {
    return exit_status;
  }
  switch (options.verb) {
    case tool::Verb::kStat:
      return tool::Stat(options);
    case tool::Verb::kProfile:
      return tool::ProfileTarget(options);
    case tool::Verb::kRecord:
      return tool::RecordTarget(options);
    case tool::Verb::kScript:
      return tool::Script(options);
    case tool::Verb::kConvert:
      return tool::Convert(options);
    case tool::Verb::kTrace:
      return tool::Trace(options);
    case tool::Verb::kList:
      return tool::List(options);
  }
  return 2;
}
