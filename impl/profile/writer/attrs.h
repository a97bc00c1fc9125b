// The events of a file: the attrs of all plans whose records are in it, each
// once, with their ids and names.
#ifndef PERFC_IMPL_PROFILE_WRITER_ATTRS_H_
#define PERFC_IMPL_PROFILE_WRITER_ATTRS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/profile/writer/id_map.h"
#include "perfc/attr.h"
#include "perfc/decode.h"
#include "perfc/error.h"

namespace perfc::profile::writer {

// An event of the file.
struct Event {
  base::Buffer<uint8_t> attr;  // as the plan has it
  uint64_t hash = 0;           // of attr
  base::Buffer<uint64_t> ids;
  base::Buffer<char> name;
  bool sealed = false;         // a pipe has its attr: no more ids
  bool ids_are_named = false;  // by a plan, not by records alone
  bool has_id_field = false;

  // In this version's layout.
  perfc_attr known() const;
};

class Attrs {
 public:
  // More events than that are refused.
  static constexpr uint32_t kMaxEvents = 1 << 16;
  // More ids than that are replaced by the first id of their event.
  static constexpr size_t kMaxIds = 1 << 20;
  // Ids that aren't the kernel's begin here.
  static constexpr uint64_t kFirstOwnId = uint64_t{1} << 62;
  static constexpr uint32_t kNone = 0xffffffff;

  Attrs() = default;
  Attrs(const Attrs&) = delete;
  Attrs& operator=(const Attrs&) = delete;
  ~Attrs();

  uint32_t count() const { return static_cast<uint32_t>(events_.size()); }
  Event& event(uint32_t index) { return *events_[index]; }
  const Event& event(uint32_t index) const { return *events_[index]; }
  // Changes whenever the table of attrs does.
  uint64_t version() const { return version_; }

  // The first event from `from` on that has this attr; kNone.
  uint32_t Find(absl::Span<const uint8_t> attr, uint32_t from) const;
  // Appends an event. 0, -ENOMEM, or -ERANGE: too many.
  int Add(absl::Span<const uint8_t> attr);
  // Takes out the events from `count` on, which have no ids.
  void KeepFirst(uint32_t count);

  // The event that has the id; kNone.
  uint32_t OwnerOf(uint64_t id) const;
  // Gives the event an id that nobody has. False: no memory.
  [[nodiscard]] bool AddId(uint32_t index, uint64_t id);
  // Whether the event may get one more id.
  bool TakesIds(uint32_t index) const {
    const Event& one = event(index);
    return !one.sealed && one.ids.size() < most_ids_ &&
           owners_.size() < kMaxIds;
  }
  // An event may have so many ids.
  void LimitIds(size_t most) { most_ids_ = most; }
  // An id that is no other event's. False: no memory.
  [[nodiscard]] bool NewId(uint32_t index, uint64_t* id);
  // The event's first id, which is made if it has none. False: no memory.
  [[nodiscard]] bool FirstId(uint32_t index, uint64_t* id);

  // Names an event that has no name. False: no memory.
  [[nodiscard]] bool Name(uint32_t index, absl::string_view name);

  // Whether readers can match records of all events to them.
  // 1, 0 with the reason, or -ENOMEM.
  int TellsApart(perfc_error* error) const;

 private:
  base::Buffer<Event*> events_;
  IdMap owners_;
  size_t most_ids_ = kMaxIds;
  uint64_t version_ = 0;
  uint64_t next_id_ = kFirstOwnId;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_ATTRS_H_
