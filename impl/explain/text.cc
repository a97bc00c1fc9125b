#include "impl/explain/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "impl/base/text_writer.h"
#include "impl/explain/errnos.h"
#include "impl/explain/rule_text.h"

namespace perfc::explain {
namespace {

using base::TextWriter;

constexpr const char* kCalls[] = {
    nullptr,
    "perf_event_open()",
    "ioctl()",
    "mmap()",
    "read()",
    "poll()",
    "fcntl()",
    "eventfd()",
    "open() or read()",
    "madvise()",
    "malloc()",
    "epoll()",
    "setrlimit()",
    "bpf()",
    "write()",
    "fsync()",
    "fstat()",
};

// A detail begins with the name of the event, where that is one of many.
struct Detail {
  absl::string_view event;
  absl::string_view sentence;
};

Detail DetailOf(const perfc_error& error) {
  const absl::string_view all(error.detail,
                              strnlen(error.detail, sizeof error.detail));
  const size_t name = std::min<uint64_t>(error.number[7], all.size());
  return {all.substr(0, name), absl::StripPrefix(all.substr(name), ": ")};
}

// A hot call says no more than the errno, and its caller at most which call.
absl::string_view NotMapped(const perfc_error& error) {
  const absl::string_view operation(
      error.operation, strnlen(error.operation, sizeof error.operation));
  if (absl::StrContains(operation, "aux")) {
    return "the event has no AUX area; call aux_mmap first";
  }
  return "the event has no ring, so call mmap first; or a stream reads its "
         "ring";
}

// Where the library itself answers so, the errno's name misleads.
absl::string_view OwnMeaning(int code) {
  switch (code) {
    case -ENOSPC:
      return "the array or scratch that the caller gave is too small";
    case -EAGAIN:
      return "take out the records that wait, then call again";
    case -ENODEV:
      return "the event's PMU has gone, or every CPU of the target is offline";
    default:
      return {};
  }
}

// A remedy if nothing but the errno is known.
absl::string_view Advice(const perfc_error& error) {
  switch (error.code) {
    case -EBADFD:
      return NotMapped(error);
    case -EMFILE:
      return "this process has no file descriptor left; raise RLIMIT_NOFILE, "
             "or close some";
    case -ENOKEY:
      return "add the ids of every event that wrote the records to the plan";
    case -EKEYREJECTED:
      return "perfc_plan_set_default says whose the records with id 0 are; the "
             "perf tool's own belong to its first event";
    case -ENOTUNIQ:
      return "perfc_plan_tells_apart says what is missing";
    case -ESHUTDOWN:
      return "the target has ended, and its records are all read";
    default:
      return error.call == PERFC_CALL_NONE ? OwnMeaning(error.code)
                                           : absl::string_view();
  }
}

void WriteErrnoName(int result, TextWriter* out) {
  if (result >= 0 || result <= -4096) {
    return out->Format("%d, which is no negative errno", result);
  }
  const int code = -result;
  // Ours, where the kernel's sentence would mislead.
  switch (code) {
    case ESHUTDOWN:
      return out->Append("ESHUTDOWN");
    case EBADMSG:
      return out->Append("EBADMSG (malformed data)");
    case EOWNERDEAD:
      return out->Append("EOWNERDEAD (used in a forked child)");
    case ECANCELED:
      return out->Append("ECANCELED (woken)");
    case ENOKEY:
      return out->Append("ENOKEY (the record's id is in no attr of the plan)");
    case EKEYREJECTED:
      return out->Append(
          "EKEYREJECTED (the record's id is 0, and the plan has no default "
          "attr)");
    case ENOTUNIQ:
      return out->Append("ENOTUNIQ (several fit where one is needed)");
    case EBADFD:
      return out->Append("EBADFD (the handle's state is wrong for this)");
    default:
      break;
  }
  const Errno* known = FindErrno(code);
  if (known == nullptr) return out->Format("errno %d", code);
  out->Format("%s (%s)", known->name, known->meaning);
}

template <size_t N>
void MakePrintable(char (&text)[N]) {
  for (char& c : text) {
    if (c != '\0' && absl::ascii_iscntrl(static_cast<unsigned char>(c))) {
      c = '?';
    }
  }
}

}  // namespace

void WriteReason(const perfc_error& error, TextWriter* out) {
  const absl::string_view detail = DetailOf(error).sentence;
  if (WriteRule(error, detail, out)) return;
  out->Append(detail.empty() ? Advice(error) : detail);
}

void WriteText(perfc_error error, TextWriter* out) {
  if (error.code == 0 && error.rule == PERFC_RULE_UNKNOWN) {
    return out->Append("no error");
  }
  // They quote names from outside, and the text is one line.
  MakePrintable(error.operation);
  MakePrintable(error.detail);
  // The caller may have filled it in, or not at all.
  const absl::string_view operation(
      error.operation, strnlen(error.operation, sizeof error.operation));
  out->Append(operation);
  const absl::string_view event = DetailOf(error).event;
  if (!event.empty()) out->Format(" of %s", event);
  if (error.call != PERFC_CALL_NONE && error.call < std::size(kCalls)) {
    out->Format("%s%s", operation.empty() ? "" : ": ", kCalls[error.call]);
  }
  if (out->length() > 0) out->Append(" failed with ");
  WriteErrnoName(error.code, out);
  TextWriter reason(nullptr, 0);
  WriteReason(error, &reason);
  if (reason.length() == 0) return;
  out->Append(": ");
  WriteReason(error, out);
}

}  // namespace perfc::explain
