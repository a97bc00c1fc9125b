#include "examples/perfc/traced.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "examples/perfc/sampling.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

// A line shows all of them.
constexpr uint64_t kFields =
    PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU | PERFC_SAMPLE_RAW;

// The names and ends of threads come with the first event.
perfc_attr AttrOf(const perfc_spec& spec, bool first) {
  perfc_attr attr = {};
  memcpy(&attr, spec.attr, std::min<size_t>(spec.attr_size, sizeof attr));
  attr.size = sizeof attr;
  if (KernelCountsLost()) attr.read_format |= PERFC_FORMAT_LOST;
  if (first) attr.flags |= PERFC_ATTR_COMM | PERFC_ATTR_TASK;
  return attr;
}

// By its name, which is quick; by its id where it was given another one.
int Describe(const perfc_spec& spec, uint32_t id,
             Handle<perfc_tracepoint>* tracepoint, perfc_error* error) {
  perfc_tracepoint* opened = nullptr;
  perfc_tracepoint_info info = {};
  if (perfc_tracepoint_create(nullptr, spec.name, &opened, nullptr) == 0) {
    tracepoint->reset(opened);
    perfc_tracepoint_get_info(opened, &info, sizeof info);
    if (info.id == id) return 0;
  }
  const int failed = perfc_tracepoint_create_by_id(nullptr, id, &opened, error);
  if (failed == 0) tracepoint->reset(opened);
  return failed;
}

}  // namespace

int Traced::Prepare(uint32_t index, const std::string& filter,
                    perfc_error* error) {
  perfc_spec spec = {};
  perfc_specs_get(specs_.get(), index, &spec, sizeof spec);
  const perfc_attr attr = AttrOf(spec, index == 0);
  Event event;
  event.name = spec.name;
  if (attr.type != PERFC_TYPE_TRACEPOINT) {
    Say("cannot trace '" + event.name + "': it is no tracepoint");
    return -EINVAL;
  }
  int failed = Describe(spec, static_cast<uint32_t>(attr.config),
                        &event.tracepoint, error);
  if (failed == 0) {
    failed =
        perfc_specs_set_attr(specs_.get(), index, &attr, sizeof attr, error);
  }
  if (failed == 0 && !filter.empty()) {
    failed = perfc_specs_set_filter(specs_.get(), index, filter.c_str(), error);
  }
  if (failed) Say("cannot trace '" + event.name + "': " + TextOf(*error));
  events_.push_back(std::move(event));
  return failed;
}

bool Traced::Add(const std::string& events, const std::string& filter) {
  perfc_error error = {};
  perfc_specs* specs = nullptr;
  int count = perfc_specs_create(nullptr, &specs, &error);
  specs_.reset(specs);
  if (count == 0) {
    count = perfc_specs_parse(specs, events.c_str(), kFields, &error);
  }
  if (count < 0) {
    Say("cannot trace: " + TextOf(error));
    return false;
  }
  for (uint32_t i = 0; i < static_cast<uint32_t>(count); ++i) {
    if (Prepare(i, filter, &error) < 0) return false;
  }
  return true;
}

std::string Traced::Text(const perfc_record& record,
                         const perfc_sample& sample) {
  const Event& event = events_[sample.attr_index];
  const void* raw = perfc_record_range(&record, &sample.raw, 1);
  int length = 0;
  for (int round = 0; round < 2; ++round) {
    length =
        perfc_tracepoint_text(event.tracepoint.get(), raw, sample.raw.count,
                              PERFC_FIELD_ALL, text_.data(), text_.size());
    if (length < static_cast<int>(text_.size())) break;
    text_.resize(static_cast<size_t>(length) + 1);
  }
  return event.name + ": " + (length < 0 ? "<malformed>" : text_.data());
}

}  // namespace tool
