// The fields of all tracepoints of this kernel, as libtraceevent has them.
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "test/live/needs.h"
#include "test/tracepoints/peer.h"

namespace {

using live::Tracefs;

// libtraceevent calls every array of bytes a string; ours are those of char.
bool IsString(const tep_format_field &field) {
  const std::string type = field.type;
  return field.flags & TEP_FIELD_IS_STRING &&
         type.find("char") != std::string::npos &&
         type.find("unsigned") == std::string::npos;
}

void Compare(const struct perfc_tracepoint_field &mine,
             const tep_format_field &other) {
  SCOPED_TRACE(std::string(mine.type) + " " + mine.name +
               ", libtraceevent: " + other.type + " " + other.name);
  EXPECT_STREQ(mine.name, other.name);
  EXPECT_EQ(mine.offset, static_cast<uint32_t>(other.offset));
  EXPECT_EQ(mine.size, static_cast<uint32_t>(other.size));
  const struct {
    uint32_t mine;
    unsigned long other;
  } flags[] = {{PERFC_FIELD_FLAG_SIGNED, TEP_FIELD_IS_SIGNED},
               {PERFC_FIELD_FLAG_ARRAY, TEP_FIELD_IS_ARRAY},
               {PERFC_FIELD_FLAG_LOCATED, TEP_FIELD_IS_DYNAMIC},
               {PERFC_FIELD_FLAG_RELATIVE, TEP_FIELD_IS_RELATIVE}};
  for (const auto &flag : flags) {
    EXPECT_EQ((mine.flags & flag.mine) != 0, (other.flags & flag.other) != 0)
        << "flag " << flag.mine;
  }
  EXPECT_EQ(mine.kind == PERFC_FIELD_KIND_STRING, IsString(other));
  EXPECT_EQ(mine.kind == PERFC_FIELD_KIND_POINTER,
            (other.flags & TEP_FIELD_IS_POINTER) != 0);
  if (other.elementsize > 0) {
    EXPECT_EQ(mine.element_size, other.elementsize);
  }
  if (other.arraylen > 0) {
    EXPECT_EQ(mine.count, other.arraylen);
  }
}

TEST(Layout, OfAllTracepointsIsAsLibtraceeventReadsIt) {
  NEEDS(Tracefs());
  const peer::Tep tep = peer::Open();
  size_t located = 0;
  size_t compared = 0;
  const std::vector<std::string> names = peer::AllTracepoints();
  for (const std::string &name : names) {
    SCOPED_TRACE(name);
    tep_event *theirs = peer::Parse(tep.get(), name);
    const peer::Tracepoint ours = peer::Read(name);
    if (theirs == nullptr || ours == nullptr) {
      ADD_FAILURE() << "not parsed";
      continue;
    }
    struct perfc_tracepoint_info info = {};
    ASSERT_EQ(perfc_tracepoint_get_info(ours.get(), &info, sizeof info), 0);
    EXPECT_EQ(info.id, static_cast<uint32_t>(theirs->id));
    EXPECT_STREQ(info.name, theirs->name);
    EXPECT_STREQ(info.system, theirs->system);
    const auto mine = peer::FieldsOf(ours.get());
    const auto others = peer::FieldsOf(theirs);
    ASSERT_EQ(mine.size(), others.size());
    for (size_t i = 0; i < mine.size(); ++i) {
      Compare(mine[i], *others[i]);
      located += (mine[i].flags & PERFC_FIELD_FLAG_LOCATED) != 0;
      ++compared;
    }
  }
  EXPECT_GT(names.size(), 50u);
  EXPECT_GT(located, 10u);
  printf("%zu tracepoints, %zu fields, %zu located\n", names.size(), compared,
         located);
}

}  // namespace
