// The options of each verb, for options.cc.
#ifndef PERFC_EXAMPLES_PERFC_VERB_OPTIONS_H_
#define PERFC_EXAMPLES_PERFC_VERB_OPTIONS_H_

#include <CLI/CLI.hpp>

#include "examples/perfc/options.h"

namespace tool {

// They live as long as the options do, which the parser fills in.
void AddStat(CLI::App* stat, Options* options);
void AddProfile(CLI::App* profile, Options* options);
void AddTrace(CLI::App* trace, Options* options);
void AddList(CLI::App* list, Options* options);
void AddRecord(CLI::App* record, Options* options);
void AddScript(CLI::App* script, Options* options);
void AddConvert(CLI::App* convert, Options* options);

// Those of several verbs.
void AddEvents(CLI::App* verb, Options* options, const std::string& words);
void AddPid(CLI::App* verb, Options* options);
void AddCpus(CLI::App* verb, Options* options);
void AddOpening(CLI::App* verb, Options* options);
void AddSampling(CLI::App* verb, Options* options);
void AddPages(CLI::App* verb, Options* options);
CLI::Option* AddOutput(CLI::App* verb, Options* options,
                       const std::string& words);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_VERB_OPTIONS_H_
