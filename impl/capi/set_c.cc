#include <cerrno>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/base/text_writer.h"
#include "impl/capi/handles.h"
#include "impl/capi/options.h"
#include "perfc/set.h"

using perfc::base::BadArgument;
using perfc::base::CopyOut;
using perfc::base::NoMemory;

namespace {

constexpr char kOpen[] = "perfc_set_open";
constexpr char kPlan[] = "perfc_set_create_plan";
constexpr char kAdd[] = "perfc_stream_add_set";

int NullSet(perfc_error* error, const char* operation) {
  return BadArgument(error, operation, "set is NULL");
}

// The member whose ring has the records of this one.
perfc_event* RingOf(const perfc_set& set, uint32_t index) {
  const perfc::event::Event* event = set.set[index].event;
  if (event == nullptr) return nullptr;
  if (event->output() == nullptr) {
    return event->ring().has_data() ? set.events[index] : nullptr;
  }
  for (uint32_t i = 0; i < set.set.count(); ++i) {
    if (set.set[i].event == event->output()) return set.events[i];
  }
  return nullptr;
}

}  // namespace

perfc::event::Event* perfc_set::Make(uint32_t index) {
  while (events.size() <= index) {
    if (!events.Append(nullptr)) return nullptr;
  }
  auto* made = new (std::nothrow) perfc_event(host);
  events[index] = made;
  return made ? &made->event : nullptr;
}

void perfc_set::Drop(uint32_t index) {
  perfc_close(events[index]);
  events[index] = nullptr;
}

int perfc_set_open(const perfc_host* host, const perfc_specs* specs,
                   const perfc_target* target, const perfc_set_options* options,
                   perfc_set** set, perfc_error* error) {
  if (!specs || !set) return BadArgument(error, kOpen, "specs or set is NULL");
  perfc_target over;
  perfc_set_options taken;
  int failed = perfc::base::TakeOptions(target, &over, kOpen, error, "target");
  if (!failed) {
    failed = perfc::base::TakeOptions(options, &taken, kOpen, error);
  }
  if (failed) return failed;
  std::unique_ptr<perfc_set> made(new (std::nothrow)
                                      perfc_set(perfc::capi::HostOf(host)));
  if (made == nullptr) return NoMemory(error, kOpen, sizeof(perfc_set));
  failed = made->set.Open(specs->list, over, taken, error);
  if (taken.report && !taken.report->report.CopyFrom(made->report.report)) {
    return NoMemory(error, kOpen, made->report.report.count());
  }
  if (!failed) *set = made.release();
  return failed;
}

void perfc_set_close(perfc_set* set) { delete set; }

int perfc_set_member_count(const perfc_set* set) {
  return set ? static_cast<int>(set->set.count()) : -EINVAL;
}

int perfc_set_member(const perfc_set* set, uint32_t index, perfc_member* member,
                     size_t size) {
  if (!set || index >= set->set.count() || !member) return -EINVAL;
  const perfc::set::Member& from = set->set[index];
  perfc_member view = {};
  view.spec = from.spec;
  view.leader = from.leader;
  view.status = from.status;
  view.cpu = from.cpu;
  view.pid = from.pid;
  view.open_error = from.open_error;
  view.event = from.event ? set->events[index] : nullptr;
  view.ring = RingOf(*set, index);
  return CopyOut(view, member, size);
}

const perfc_specs* perfc_set_specs(const perfc_set* set) {
  return set ? &set->specs : nullptr;
}

int perfc_set_create_plan(perfc_set* set, perfc_plan** plan,
                          perfc_error* error) {
  if (!set || !plan) return BadArgument(error, kPlan, "set or plan is NULL");
  std::unique_ptr<perfc_plan> made(new (std::nothrow) perfc_plan);
  if (made == nullptr) return NoMemory(error, kPlan, sizeof(perfc_plan));
  if (int failed = set->set.FillPlan(made.get(), error)) return failed;
  *plan = made.release();
  return 0;
}

int perfc_set_enable(perfc_set* set) {
  return set ? set->set.Enable() : -EINVAL;
}

int perfc_set_disable(perfc_set* set) {
  return set ? set->set.Disable() : -EINVAL;
}

int perfc_set_reset(perfc_set* set) { return set ? set->set.Reset() : -EINVAL; }

int perfc_set_update(perfc_set* set, uint32_t flags, perfc_error* error) {
  if (set == nullptr) return NullSet(error, "perfc_set_update");
  return set->set.Update(flags, error);
}

int perfc_set_mmap(perfc_set* set, uint32_t data_pages, uint32_t flags,
                   perfc_error* error) {
  if (set == nullptr) return NullSet(error, "perfc_set_mmap");
  return set->set.Map(data_pages, flags, error);
}

int perfc_set_ring_budget(const perfc_set* set, uint32_t flags,
                          perfc_ring_budget* budget, size_t size) {
  if (!set || !budget) return -EINVAL;
  if (int forked = set->set.CheckOwner({}, nullptr)) return forked;
  perfc_ring_budget whole = {};
  const int failed = set->set.RingBudget(flags, &whole);
  if (!failed) CopyOut(whole, budget, size);
  return failed;
}

int perfc_stream_add_set(perfc_stream* stream, perfc_set* set,
                         perfc_error* error) {
  if (!stream || !set) return BadArgument(error, kAdd, "stream or set is NULL");
  int forked = stream->rings->CheckOwner(kAdd, error);
  if (!forked) forked = set->set.CheckOwner(kAdd, error);
  if (forked) return forked;
  perfc::base::Buffer<perfc_event*> added;
  const uint32_t count = set->set.count();
  if (!added.Reserve(count)) {
    return NoMemory(error, kAdd, count * sizeof(perfc_event*));
  }
  for (uint32_t i = 0; i < count; ++i) {
    const perfc::event::Event* event = set->set[i].event;
    if (!event || !event->ring().has_data() || set->events[i]->stream) continue;
    const int number = perfc_stream_add_event(stream, set->events[i], error);
    if (number < 0) {
      for (perfc_event* one : added) perfc_stream_remove_event(stream, one);
      return number;
    }
    // There is room for it.
    (void)added.Append(set->events[i]);
  }
  return static_cast<int>(added.size());
}

int perfc_set_attach_bpf(perfc_set* set, int prog_fd, uint32_t flags,
                         perfc_error* error) {
  if (set == nullptr) return NullSet(error, "perfc_set_attach_bpf");
  return set->set.AttachBpf(prog_fd, flags, error);
}

int perfc_set_detach_bpf(perfc_set* set) {
  return set ? set->set.DetachBpf() : -EINVAL;
}

int perfc_report_create(perfc_report** report, perfc_error* error) {
  constexpr char kCreate[] = "perfc_report_create";
  if (report == nullptr) return BadArgument(error, kCreate, "report is NULL");
  auto* made = new (std::nothrow) perfc_report;
  if (made == nullptr) return NoMemory(error, kCreate, sizeof *made);
  *report = made;
  return 0;
}

void perfc_report_destroy(perfc_report* report) { delete report; }

const perfc_report* perfc_set_report(const perfc_set* set) {
  return set ? &set->report : nullptr;
}

int perfc_report_count(const perfc_report* report) {
  return report ? static_cast<int>(report->report.count()) : -EINVAL;
}

int perfc_report_get(const perfc_report* report, uint32_t index,
                     perfc_report_entry* entry, size_t size) {
  if (!report || index >= report->report.count() || !entry) return -EINVAL;
  return CopyOut(report->report[index], entry, size);
}

int perfc_report_text(const perfc_report* report, uint32_t index, char* buffer,
                      size_t size) {
  if (!report || (!buffer && size > 0)) return -EINVAL;
  const bool all = index == PERFC_REPORT_ALL;
  if (!all && index >= report->report.count()) return -EINVAL;
  perfc::base::TextWriter text(buffer, size);
  if (!all) {
    report->report.WriteText(index, &text);
    return text.result();
  }
  for (size_t i = 0; i < report->report.count(); ++i) {
    report->report.WriteText(i, &text);
    text.Append("\n");
  }
  return text.result();
}
