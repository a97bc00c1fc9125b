// The events, and their groups.
#include <cerrno>

#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/profile/features/event_layouts.h"
#include "impl/profile/features/filling.h"

namespace perfc::profile::features {
namespace {

// The name that perf gives a group without one.
constexpr absl::string_view kNoGroupName = "{anon_group}";

class Events {
 public:
  explicit Events(Filling& filling)
      : filling_(filling), plan_(filling.store.plan()) {}

  // 0 or a negative errno. -ENODATA: the plan has no attr.
  int Read() {
    const int count = plan_ ? perfc_plan_attr_count(plan_) : 0;
    if (count <= 0) return -ENODATA;
    if (!MakeRows(static_cast<uint32_t>(count))) return filling_.NoRoom();
    if (const int failed = AllowMissing(ReadNames())) return failed;
    if (const int failed = AllowMissing(ReadGroups())) return failed;
    return TakeUpdates() ? 0 : filling_.NoRoom();
  }

  bool AddAll() {
    for (const perfc_event_row& row : rows_) {
      if (!filling_.table.Add(row)) return false;
    }
    return true;
  }

  bool has_groups() const { return groups_.size() > 0; }
  bool AddGroups() {
    for (const Group& group : groups_) {
      for (uint32_t i = 0; i < group.members; ++i) {
        if (!filling_.table.Add(rows_[group.leader + i])) return false;
      }
      if (!filling_.table.EndGroup()) return false;
    }
    return true;
  }

 private:
  struct Group {
    uint32_t leader;
    uint32_t members;
  };

  bool MakeRows(uint32_t count) {
    if (!rows_.Resize(count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      rows_[i].scale = 1;
      rows_[i].attr_index = i;
      rows_[i].leader = i;
      perfc_plan_ids(plan_, i, nullptr, 0, &rows_[i].id_count);
    }
    return true;
  }

  // perf writes the events in the order of their attrs. The ids, where there are
  // any, say it for sure.
  uint32_t AttrOf(const EventDesc& event) const {
    if (event.ids.empty()) return event.index;
    const auto id = base::Load<uint64_t>(event.ids.data());
    const int found = id ? perfc_plan_find_id(plan_, id) : -ENOENT;
    return found < 0 ? event.index : static_cast<uint32_t>(found);
  }

  int ReadNames() {
    return filling_.ReadFeature(PERFC_FEATURE_EVENT_DESC, [&](Native& in) {
      return ReadEventDescs(in, [&](const EventDesc& event) {
        const uint32_t attr = AttrOf(event);
        return attr >= rows_.size() || rows_[attr].name.size > 0 ||
               filling_.table.AddText(event.name, &rows_[attr].name);
      });
    });
  }

  int ReadGroups() {
    return filling_.ReadFeature(PERFC_FEATURE_GROUP_DESC, [&](Native& in) {
      return ReadGroupDescs(
          in, [&](const GroupDesc& group) { return AddGroup(in, group); });
    });
  }

  // As perf writes them: one behind the other, each with a leader.
  bool AddGroup(Native& in, const GroupDesc& group) {
    if (group.leader < behind_groups_) return in.Fail("groups overlap");
    if (group.members == 0) return in.Fail("a group has no member");
    if (group.leader >= rows_.size() ||
        group.members > rows_.size() - group.leader) {
      return in.Fail("a group has more members than there are attrs");
    }
    behind_groups_ = group.leader + group.members;
    const bool named = group.name != kNoGroupName;
    perfc_text name = {};
    if (named && !filling_.table.AddText(group.name, &name)) return false;
    for (uint32_t i = group.leader; i < behind_groups_; ++i) {
      rows_[i].group = name;
      rows_[i].leader = group.leader;
    }
    return groups_.Append({group.leader, group.members});
  }

  bool TakeUpdates() {
    for (perfc_event_row& row : rows_) {
      const EventUpdate update = filling_.store.Update(row.attr_index);
      if (update.scale != 0) row.scale = update.scale;
      if (!update.name.empty() &&
          !filling_.table.AddText(update.name, &row.name)) {
        return false;
      }
      if (!filling_.table.AddText(update.unit, &row.unit)) return false;
    }
    return true;
  }

  Filling& filling_;
  const perfc_plan* plan_;
  base::Buffer<perfc_event_row> rows_;
  base::Buffer<Group> groups_;
  // The attr behind the last group.
  uint32_t behind_groups_ = 0;
};

}  // namespace

int FillEvents(Filling& filling) {
  Events events(filling);
  if (const int failed = events.Read()) return failed;
  return events.AddAll() ? 0 : filling.NoRoom();
}

int FillGroups(Filling& filling) {
  Events events(filling);
  if (const int failed = events.Read()) return failed;
  if (!events.has_groups()) return -ENODATA;
  return events.AddGroups() ? 0 : filling.NoRoom();
}

}  // namespace perfc::profile::features
