#include "test/bench/source.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>

namespace bench {
namespace {

bool TracepointId(const std::string& name, uint64_t* id) {
  for (const char* root :
       {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"}) {
    std::ifstream file(root + ("/events/" + name) + "/id");
    if (file >> *id) return true;
  }
  return false;
}

perfc_attr AttrOf(const bench_workload& workload, uint64_t id) {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_TRACEPOINT;
  attr.size = sizeof attr;
  attr.config = id;
  attr.sample_period = 1;
  attr.sample_type = workload.sample_type;
  attr.sample_regs_user = workload.registers;
  attr.sample_stack_user = workload.stack;
  attr.flags = PERFC_ATTR_DISABLED;
  return attr;
}

}  // namespace

bool Source::Failed(int result, const perfc_error& error) {
  if (result == 0) return false;
  char text[2048] = {};
  perfc_error_text(&error, text, sizeof text);
  why_ = text;
  return true;
}

bool Source::Open(const bench_workload& workload, uint32_t data_pages) {
  workload_ = &workload;
  data_pages_ = data_pages;
  uint64_t id;
  if (!TracepointId(workload.tracepoint, &id)) {
    why_ = std::string("needs a tracefs with ") + workload.tracepoint +
           " that can be read";
    return false;
  }
  attr_ = AttrOf(workload, id);
  perfc_event* event = nullptr;
  perfc_error error = {};
  if (Failed(perfc_open(nullptr, &attr_, sizeof attr_, 0, -1, nullptr, 0,
                        &event, &error),
             error)) {
    return false;
  }
  event_.reset(event);
  if (Failed(perfc_mmap(event, data_pages, 0, &error), error)) return false;
  page_ = const_cast<perfc_mmap_page*>(perfc_event_control_page(event));
  return true;
}

Event Source::NewReader() {
  const int fd = fcntl(perfc_event_fd(event_.get()), F_DUPFD_CLOEXEC, 0);
  perfc_event* adopted = nullptr;
  perfc_error error = {};
  if (Failed(perfc_open_fd(nullptr, fd, &attr_, sizeof attr_, &adopted, &error),
             error)) {
    close(fd);
    return nullptr;
  }
  Event reader(adopted);
  if (Failed(perfc_mmap(adopted, data_pages_, 0, &error), error)) {
    return nullptr;
  }
  return reader;
}

std::shared_ptr<void> Source::NewReader(const bench_peer& peer) {
  void* reader = peer.open(perfc_event_fd(event_.get()), &attr_, sizeof attr_,
                           data_pages_);
  if (reader == nullptr) why_ = std::string(peer.name) + " can't read the ring";
  return {reader, [close = peer.close](void* opened) {
            if (opened != nullptr) close(opened);
          }};
}

// The event is disabled, so the kernel doesn't look at it.
void Source::Rewind(const bench_ring& ring) { page_->data_tail = ring.begin; }

bench_ring Source::Fill() {
  const uint64_t begin = page_->data_head;
  page_->data_tail = begin;
  perfc_ioctl(event_.get(), PERFC_IOC_ENABLE, 0, nullptr);
  workload_->fill(page_);
  perfc_ioctl(event_.get(), PERFC_IOC_DISABLE, 0, nullptr);
  const auto* page = reinterpret_cast<const uint8_t*>(page_);
  return {page + page_->data_offset, page_->data_size, begin, page_->data_head};
}

}  // namespace bench
