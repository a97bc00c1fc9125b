#include "impl/profile/writer/tracing.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/base/text_writer.h"
#include "impl/profile/io/io.h"
#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr char kMagic[] = "\x17\x08\x44tracing";
constexpr char kVersion[] = "0.6";
constexpr size_t kMostFile = 1 << 20;
constexpr size_t kMostPath = 1024;

// A tracepoint in use.
struct Tracepoint {
  char system[128];
  char name[128];
};

bool Before(const Tracepoint& a, const Tracepoint& b) {
  const int systems = strcmp(a.system, b.system);
  return systems != 0 ? systems < 0 : strcmp(a.name, b.name) < 0;
}

// The label of a tracepoint's attr is "system:name", with modifiers or not.
bool Parse(absl::string_view label, Tracepoint* out) {
  const size_t colon = label.find(':');
  if (colon == absl::string_view::npos || colon == 0) return false;
  const absl::string_view system = label.substr(0, colon);
  absl::string_view name = label.substr(colon + 1);
  name = name.substr(0, name.find(':'));
  if (system.size() >= sizeof out->system || name.empty() ||
      name.size() >= sizeof out->name) {
    return false;
  }
  *out = {};
  system.copy(out->system, system.size());
  name.copy(out->name, name.size());
  return true;
}

int ListTracepoints(const perfc_host* host, const Attrs& attrs,
                    base::Buffer<Tracepoint>* out) {
  for (uint32_t i = 0; i < attrs.count(); ++i) {
    const Event& event = attrs.event(i);
    if (event.known().type != PERFC_TYPE_TRACEPOINT) continue;
    char label[sizeof(Tracepoint) + 16] = "";
    Tracepoint one;
    perfc_attr_label(host, event.attr.data(), event.attr.size(), label,
                     sizeof label);
    if (Parse(label, &one) && !out->Append(one)) return -ENOMEM;
  }
  std::sort(out->begin(), out->end(), Before);
  return out->size() > 0 ? 0 : -ENODATA;
}

// Appends the file's size as a u64 and its content.
int AppendFile(absl::string_view root, absl::string_view path,
               format::Builder* out) {
  char name[kMostPath];
  base::TextWriter writer(name, sizeof name);
  writer.Append(root);
  writer.Append("/events/");
  writer.Append(path);
  const int fd = io::Open(name, O_RDONLY);
  if (fd < 0) return -ENODATA;
  const io::Fd owned = io::Fd::Owned(fd);
  base::Buffer<uint8_t> content;
  if (!content.Resize(kMostFile)) return -ENOMEM;
  const ssize_t size = io::Read(fd, content.data(), content.size());
  if (size <= 0) return -ENODATA;
  out->U64(static_cast<uint64_t>(size));
  out->Bytes(content.data(), static_cast<size_t>(size));
  return 0;
}

void AppendText(absl::string_view text, format::Builder* out) {
  out->Bytes(text.data(), text.size());
  out->Zeros(1);
}

int AppendHead(absl::string_view root, format::Builder* out) {
  out->Bytes(kMagic, sizeof kMagic - 1);
  AppendText(kVersion, out);
  const uint8_t little_endian_64_bit[] = {0, 8};
  out->Bytes(little_endian_64_bit, sizeof little_endian_64_bit);
  out->U32(static_cast<uint32_t>(sysconf(_SC_PAGESIZE)));
  for (const absl::string_view name : {"header_page", "header_event"}) {
    AppendText(name, out);
    if (int failed = AppendFile(root, name, out)) return failed;
  }
  return 0;
}

// The tracepoints [from, to), of one system.
int AppendSystem(absl::string_view root,
                 const base::Buffer<Tracepoint>& tracepoints, size_t from,
                 size_t to, format::Builder* out) {
  AppendText(tracepoints[from].system, out);
  const size_t count_at = out->size();
  uint32_t count = 0;
  out->U32(0);
  for (size_t i = from; i < to; ++i) {
    const Tracepoint& one = tracepoints[i];
    if (i > from && !Before(tracepoints[i - 1], one)) continue;
    const base::ShortText<512> path("%s/%s/format", one.system, one.name);
    const int failed = AppendFile(root, path, out);
    if (failed == -ENOMEM) return failed;
    count += failed ? 0 : 1;
  }
  out->SetU32(count_at, count);
  return 0;
}

int AppendSystems(absl::string_view root,
                  const base::Buffer<Tracepoint>& tracepoints,
                  format::Builder* out) {
  const size_t count_at = out->size();
  uint32_t count = 0;
  out->U32(0);
  for (size_t from = 0; from < tracepoints.size(); ++count) {
    size_t to = from;
    while (to < tracepoints.size() &&
           strcmp(tracepoints[to].system, tracepoints[from].system) == 0) {
      ++to;
    }
    if (int failed = AppendSystem(root, tracepoints, from, to, out)) {
      return failed;
    }
    from = to;
  }
  out->SetU32(count_at, count);
  return 0;
}

// Steps over the parts of the feature, in whichever byte order it is.
class Walker {
 public:
  explicit Walker(absl::Span<const uint8_t> bytes) : bytes_(bytes) {}

  bool Skip(uint64_t size) {
    ok_ = ok_ && size <= bytes_.size() - at_;
    if (ok_) at_ += size;
    return ok_;
  }
  bool SkipText() {
    while (ok_ && at_ < bytes_.size() && bytes_[at_] != 0) ++at_;
    return Skip(1);
  }
  uint64_t Number(size_t size) {
    const size_t from = at_;
    if (!Skip(size)) return 0;
    if (size == 4) {
      const auto number = base::Load<uint32_t>(bytes_.data() + from);
      return swapped ? base::Swap(number) : number;
    }
    const auto number = base::Load<uint64_t>(bytes_.data() + from);
    return swapped ? base::Swap(number) : number;
  }
  // `count` times a u64 and so many bytes.
  bool SkipFiles(uint64_t count) {
    for (uint64_t i = 0; i < count && ok_; ++i) Skip(Number(8));
    return ok_;
  }
  size_t at() const { return at_; }

  bool swapped = false;

 private:
  absl::Span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace

int BuildTracing(const perfc_host* host, const Attrs& attrs,
                 format::Builder* out) {
  base::Buffer<Tracepoint> tracepoints;
  if (int failed = ListTracepoints(host, attrs, &tracepoints)) return failed;
  char root[kMostPath];
  if (perfc_host_root(host, PERFC_HOST_TRACEFS, root, sizeof root) < 0) {
    return -ENODATA;
  }
  if (int failed = AppendHead(root, out)) return failed;
  out->U32(0);  // no format files of ftrace's own
  if (int failed = AppendSystems(root, tracepoints, out)) return failed;
  out->U32(0);  // no kallsyms
  out->U32(0);  // no printk formats
  out->U64(0);  // no names of threads
  return out->ok() ? 0 : -ENOMEM;
}

int CopyWithoutNames(absl::Span<const uint8_t> tracing, format::Builder* out) {
  Walker in(tracing);
  constexpr size_t kMagicSize = sizeof kMagic - 1;
  if (tracing.size() <= kMagicSize ||
      memcmp(tracing.data(), kMagic, kMagicSize) != 0) {
    return -ENODATA;
  }
  in.Skip(kMagicSize);
  in.SkipText();
  const size_t order_at = in.at();
  if (!in.Skip(2)) return -ENODATA;
  in.swapped = tracing[order_at] != 0;
  in.Skip(4);
  for (int i = 0; i < 2; ++i) {
    in.SkipText();
    in.SkipFiles(1);
  }
  in.SkipFiles(in.Number(4));
  const uint64_t systems = in.Number(4);
  for (uint64_t i = 0; i < systems && in.SkipText(); ++i) {
    in.SkipFiles(in.Number(4));
  }
  in.Skip(in.Number(4));
  if (!in.Skip(in.Number(4))) return -ENODATA;
  out->Bytes(tracing.data(), in.at());
  out->U64(0);
  return out->ok() ? 0 : -ENOMEM;
}

}  // namespace perfc::profile::writer
