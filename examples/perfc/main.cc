// perfc: counts and samples programs. All of it goes through libperfc's public
// interface.

#include "examples/perfc/options.h"
#include "examples/perfc/record.h"
#include "examples/perfc/stat.h"

int main(int argc, char** argv) {
  tool::Options options;
  int exit_status = 0;
  if (!tool::ParseOptions(argc, argv, &options, &exit_status)) {
    return exit_status;
  }
  return options.verb == tool::Verb::kRecord ? tool::Record(options)
                                             : tool::Stat(options);
}
