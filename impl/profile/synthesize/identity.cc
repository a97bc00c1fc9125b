// Who and what: names, versions, memory, the command line.
#include <sys/utsname.h>

#include <cerrno>

#include "absl/strings/ascii.h"
#include "impl/base/text_writer.h"
#include "impl/profile/synthesize/host_parts.h"
#include "impl/profile/synthesize/line_reader.h"
#include "perfc/version.h"

namespace perfc::profile::synthesize {
namespace {

// uname(2) fails only for a bad pointer.
int AppendName(const char (utsname::*name)[sizeof(utsname::release)],
               format::Builder* out) {
  utsname names;
  if (uname(&names) != 0) return -ENODATA;
  out->String(names.*name);
  return 0;
}

}  // namespace

int Hostname(const Roots&, format::Builder* out) {
  return AppendName(&utsname::nodename, out);
}

int OsRelease(const Roots&, format::Builder* out) {
  return AppendName(&utsname::release, out);
}

int Arch(const Roots&, format::Builder* out) {
  return AppendName(&utsname::machine, out);
}

// perf shows it as "perf version".
int Version(const Roots&, format::Builder* out) {
  const uint32_t version = perfc_version();
  out->String(base::ShortText<32>("perfc %d.%d.%d", version >> 16,
                                  version >> 8 & 0xff, version & 0xff));
  return 0;
}

int Cmdline(const Roots& roots, format::Builder* out) {
  base::Buffer<char> content;
  const Path path("%s/self/cmdline", roots.procfs());
  if (int failed = ReadFile(path.get(), &content)) return failed;
  if (content.size() == 0) return -ENODATA;
  const size_t count_at = out->size();
  uint32_t count = 0;
  out->U32(count);
  absl::string_view rest = View(content);
  for (; !rest.empty(); ++count) out->String(TakeUntil(&rest, '\0'));
  out->SetU32(count_at, count);
  return 0;
}

// In kB, as /proc/meminfo has it.
int TotalMem(const Roots& roots, format::Builder* out) {
  constexpr absl::string_view kName = "MemTotal:";
  LineReader lines;
  const Path path("%s/meminfo", roots.procfs());
  if (int failed = lines.Open(path.get())) return failed;
  absl::string_view line;
  int got;
  while ((got = lines.Next(&line)) == 1) {
    if (line.substr(0, kName.size()) != kName) continue;
    line = absl::StripLeadingAsciiWhitespace(line.substr(kName.size()));
    uint64_t kb;
    if (!TakeNumber(&line, 10, &kb)) return -ENODATA;
    out->U64(kb);
    return 0;
  }
  return got < 0 ? got : -ENODATA;
}

}  // namespace perfc::profile::synthesize
