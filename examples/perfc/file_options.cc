// The options of the verbs that write and read perf.data files.

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/option_checks.h"
#include "examples/perfc/verb_options.h"
#include "perfc/perfc.h"
#include "perfc/profile.h"

namespace tool {
namespace {

constexpr uint32_t kHighestLevel = 22;

struct Unit {
  char letter;
  uint64_t factor;
};

// 64M or 30s, with the perf tool's letters. False: another text, or too large.
template <size_t N>
bool ParseWithUnit(const std::string& text, const Unit (&units)[N],
                   uint64_t* number) {
  if (text.empty()) return false;
  for (const Unit& unit : units) {
    if (text.back() != unit.letter) continue;
    uint64_t count = 0;
    const std::string digits = text.substr(0, text.size() - 1);
    if (digits.find_first_not_of("0123456789") != std::string::npos ||
        !CLI::detail::lexical_cast(digits, count)) {
      return false;
    }
    return count > 0 && !__builtin_mul_overflow(count, unit.factor, number);
  }
  return false;
}

void SetRotation(const std::string& option, const std::string& text,
                 WritingOptions* options) {
  constexpr Unit kSizes[] = {
      {'B', 1}, {'K', 1 << 10}, {'M', 1 << 20}, {'G', 1 << 30}};
  constexpr uint64_t kSecond = 1000000000;
  constexpr Unit kTimes[] = {{'s', kSecond},
                             {'m', kSecond * 60},
                             {'h', kSecond * 3600},
                             {'d', kSecond * 86400}};
  if (ParseWithUnit(text, kSizes, &options->rotate_bytes)) return;
  if (ParseWithUnit(text, kTimes, &options->rotate_ns)) return;
  throw CLI::ValidationError(
      option,
      text +
          " is neither a size such as 64M (B, K, M, G) nor a time such as 30s "
          "(s, m, h, d)");
}

void AddRotation(CLI::App* verb, const std::string& name, Options* options) {
  verb->add_option_function<std::string>(
          name,
          [options, name](const std::string& text) {
            SetRotation(name, text, &options->writing);
          },
          "Begin another file whenever one has this size (64M) or covers this "
          "time (30s). They are FILE.00001, FILE.00002 and so on")
      ->type_name("LIMIT");
}

void AddCompression(CLI::App* verb, Options* options) {
  verb->add_flag_function(
      "-z,--compression-level",
      [options](int64_t level) {
        if (level < 1 || level > kHighestLevel) {
          throw CLI::ValidationError("-z", "zstd has the levels 1 to 22");
        }
        options->writing.zstd_level = static_cast<uint32_t>(level);
      },
      "Compress by zstd, level 1; --compression-level=N or -zN: level N, up to "
      "22");
}

void SetClock(const std::string& name, Options* options) {
  int32_t clock = 0;
  if (perfc_clock_find(name.c_str(), &clock) < 0) {
    throw CLI::ValidationError("-k", name + " is no clock");
  }
  options->record.clock = clock;
}

void AddSideBand(CLI::App* record, RecordOptions* options) {
  record->add_flag("-d,--data", options->data,
                   "Sample the addresses of data, and record its mappings");
  record->add_flag("-W,--weight", options->weight,
                   "Sample the weight: the cost of the event");
  record->add_flag("--phys-data", options->phys_data,
                   "Sample the physical addresses of data");
  record->add_flag("--namespaces", options->namespaces,
                   "Record the namespaces of tasks");
  record->add_flag("--all-cgroups", options->cgroups,
                   "Record cgroups, and sample those of tasks");
  record->add_flag("--switch-events", options->switches,
                   "Record context switches");
  record->add_flag_callback(
      "--no-buildid-mmap", [options] { options->build_ids = false; },
      "Record device and inode of mapped files instead of their build ids");
}

void AddFilter(CLI::App* verb, FilterOptions* options) {
  verb->add_option("--time", options->time,
                   "Only samples from the first second on, and before the "
                   "second: 12.5,13")
      ->type_name("TIMES");
  verb->add_option("--pid", options->pids, "Only samples of these processes")
      ->type_name("PIDS");
  verb->add_option("--tid", options->tids, "Only samples of these threads")
      ->type_name("TIDS");
  verb->add_option("-C,--cpu", options->cpus,
                   "Only samples of these CPUs: 0,3-5")
      ->type_name("CPUS");
  verb->add_option("-e,--event", options->events,
                   "Only samples of these events of the file, by name")
      ->type_name("EVENTS");
}

void AddShown(CLI::App* script, Shown* shown) {
  const struct {
    const char* name;
    bool* on;
    const char* words;
  } kFlags[] = {
      {"--show-task-events", &shown->tasks, "Show FORK, COMM and EXIT"},
      {"--show-mmap-events", &shown->mmaps, "Show MMAP and MMAP2"},
      {"--show-switch-events", &shown->switches, "Show context switches"},
      {"--show-namespace-events", &shown->namespaces, "Show NAMESPACES"},
      {"--show-cgroup-events", &shown->cgroups, "Show CGROUP"},
      {"--show-lost-events", &shown->lost, "Show LOST and LOST_SAMPLES"},
      {"--show-bpf-events", &shown->bpf, "Show KSYMBOL and BPF_EVENT"},
      {"--show-text-poke-events", &shown->text_poke, "Show TEXT_POKE"},
  };
  for (const auto& flag : kFlags) {
    script->add_flag(flag.name, *flag.on, flag.words);
  }
}

void SetStrip(const std::vector<std::string>& words, ConvertOptions* options) {
  const struct {
    const char* word;
    uint32_t flag;
  } kParts[] = {{"stacks", PERFC_STRIP_STACKS},
                {"commands", PERFC_STRIP_COMMANDS},
                {"host", PERFC_STRIP_HOST},
                {"paths", PERFC_STRIP_PATHS}};
  for (const std::string& word : words) {
    uint32_t flag = 0;
    for (const auto& part : kParts) {
      if (word == part.word) flag = part.flag;
    }
    if (flag == 0) {
      throw CLI::ValidationError(
          "--strip", word + " is none of stacks, commands, host, paths");
    }
    options->strip |= flag;
  }
}

}  // namespace

void AddRecord(CLI::App* record, Options* options) {
  record->footer(
      "A recording gives away addresses, paths, names of threads, the command "
      "line, facts about the machine, and with --call-graph dwarf whatever lay "
      "on the stacks. perfc convert --strip takes such data out.");
  AddEvents(record, options,
            "What to sample, in the perf tool's language: cycles:u,"
            "page-faults/period=1/,sched:sched_switch (default: cycles, or "
            "cpu-clock where there are none)");
  AddOutput(record, options,
            "The file; - is stdout, in pipe mode (default: perf.data)");
  AddPid(record, options);
  record
      ->add_option("-t,--tid", options->record.tid,
                   "A running thread alone instead of COMMAND")
      ->type_name("TID")
      ->check(Positive());
  AddCpus(record, options);
  AddPages(record, options);
  AddOpening(record, options);
  AddSampling(record, options);
  AddSideBand(record, &options->record);
  record
      ->add_option_function<std::string>(
          "-k,--clockid",
          [options](const std::string& name) { SetClock(name, options); },
          "The clock of the times: monotonic, monotonic_raw, realtime, "
          "boottime, tai")
      ->type_name("CLOCK");
  AddCompression(record, options);
  AddRotation(record, "--switch-output", options);
  record
      ->add_option("--switch-max-files", options->writing.rotate_keep,
                   "Delete the oldest file when there are more")
      ->type_name("N")
      ->check(Positive());
  record->add_flag("--no-backup", options->writing.replace,
                   "Replace FILE instead of renaming it to FILE.old");
  record->add_flag("-q,--quiet", options->record.quiet,
                   "Don't say how much was written");
}

void AddScript(CLI::App* script, Options* options) {
  script
      ->add_option("-i,--input", options->script.input,
                   "The file; - is stdin (default: perf.data)")
      ->type_name("FILE");
  script
      ->add_option(
          "-F,--fields", options->script.fields,
          "What to print of a sample: comm, pid, tid, cpu, misc, time, event, "
          "period, trace, addr, weight, ins_lat, retire_lat, cgroup, ip, sym, "
          "dso, dsoff, iregs, uregs, brstack, phys_addr, data_page_size, "
          "code_page_size; or +FIELD and -FIELD to change what is printed by "
          "default")
      ->type_name("FIELDS");
  script->add_flag("--json", options->json,
                   "Every record as a JSON object on a line of its own");
  AddFilter(script, &options->filter);
  script->add_flag("--ns", options->script.nanoseconds,
                   "Print times in nanoseconds");
  script->add_flag("--header", options->script.header,
                   "Print the facts of the file's header first");
  script->add_flag("--header-only", options->script.header_only,
                   "Print them alone");
  AddShown(script, &options->script.shown);
  AddOutput(script, options, "Where the text goes (default: stdout)");
}

void AddConvert(CLI::App* convert, Options* options) {
  ConvertOptions* own = &options->convert;
  convert
      ->add_option("input", own->inputs,
                   "Files, merged in the order of time; - is stdin")
      ->type_name("FILE")
      ->required();
  convert
      ->add_option("-o,--output", own->output,
                   "The new file; - is stdout, in pipe mode")
      ->type_name("FILE")
      ->required();
  AddFilter(convert, &options->filter);
  convert->add_flag("--not", options->filter.invert,
                    "Keep the samples that the others drop");
  convert
      ->add_option_function<std::vector<std::string>>(
          "--strip",
          [own](const std::vector<std::string>& words) {
            SetStrip(words, own);
          },
          "Leave out what a recording gives away: stacks (stack bytes and "
          "registers), commands (command line, names of threads), host (host "
          "name, CPUs and so on), paths (directories of files)")
      ->type_name("PARTS")
      ->delimiter(',')
      ->allow_extra_args(false);
  AddCompression(convert, options);
  AddRotation(convert, "--split", options);
  convert
      ->add_option_function<std::string>(
          "--order",
          [own](const std::string& order) {
            own->file_order = order == "file";
          },
          "time, or file: copy the records of one file as they stand (default: "
          "time)")
      ->type_name("ORDER")
      ->check(
          CLI::IsMember({"time", "file"}, CLI::ignore_case).description(""));
  convert->add_flag("--overwrite", options->writing.replace,
                    "Replace the output if it is there");
}

}  // namespace tool
