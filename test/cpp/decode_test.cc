// Every typed record through the C++ templates, from literal words.

#include "perfc/decode.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "perfc.hpp"
#include "test/cpp/records.h"

namespace {

using perfc_test::Header;
using perfc_test::Pair;
using perfc_test::Words;

class DecodeTest : public testing::Test {
 protected:
  perfc::Plan PlanOf(uint64_t sample_type, uint64_t flags = 0) {
    perfc_attr attr = {};
    attr.size = sizeof attr;
    attr.sample_type = sample_type;
    attr.flags = flags;
    attr.sample_regs_user = 1 << 6 | 1 << 8;
    attr.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
    return perfc::Plan::create(attr).value();
  }

  // words are what follows the header.
  const perfc::Record& RecordOf(uint32_t type, const Words& words,
                                uint16_t misc = 0) {
    words_ = {0};
    words_.insert(words_.end(), words.begin(), words.end());
    words_[0] = Header(type, misc, words_.size() * 8);
    record_ = Viewed();
    return record_;
  }

  Words words_;
  perfc::Record record_;

 private:
  perfc::Record Viewed() {
    const perfc::Plan plan = PlanOf(PERFC_SAMPLE_IP);
    perfc::Result<std::optional<perfc::Record>> viewed = plan.view().view(
        {reinterpret_cast<const uint8_t*>(words_.data()), words_.size() * 8});
    return **viewed;
  }
};

TEST_F(DecodeTest, AViewOfAnEmptyBufferHasNoRecord) {
  const perfc::Plan plan = PlanOf(PERFC_SAMPLE_IP);
  perfc::Result<std::optional<perfc::Record>> viewed = plan.view().view({});
  ASSERT_TRUE(viewed);
  EXPECT_FALSE(viewed->has_value());
}

TEST_F(DecodeTest, AViewOfACorruptHeaderIsAnError) {
  const perfc::Plan plan = PlanOf(PERFC_SAMPLE_IP);
  const uint64_t header = Header(PERFC_RECORD_SAMPLE, 0, 4);
  perfc::Result<std::optional<perfc::Record>> viewed =
      plan.view().view({reinterpret_cast<const uint8_t*>(&header), 8});
  ASSERT_FALSE(viewed);
  EXPECT_EQ(viewed.error().code().value(), EBADMSG);
}

TEST_F(DecodeTest, ASamplesVariablePartsAreSpans) {
  const perfc::Plan plan =
      PlanOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_READ | PERFC_SAMPLE_CALLCHAIN |
             PERFC_SAMPLE_RAW | PERFC_SAMPLE_BRANCH_STACK |
             PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER);
  const perfc::Record& record =
      RecordOf(PERFC_RECORD_SAMPLE,
               {0x1234,  // ip
                2,
                100,
                7,
                200,
                8,  // group: value, id
                3,
                PERFC_CONTEXT_USER,
                0x1234,
                0x5678,               // call chain
                Pair(4, 0xddccbbaa),  // raw
                1,
                0x10,
                0x20,
                0x1 | 0x3 << 4,  // a branch
                PERFC_SAMPLE_REGS_ABI_64,
                66,
                88,  // registers 6 and 8
                8,
                0x1122334455667788,
                8},  // stack
               PERFC_RECORD_MISC_USER | PERFC_RECORD_MISC_EXACT_IP);
  EXPECT_EQ(record.cpumode(), uint32_t{PERFC_RECORD_MISC_USER});
  EXPECT_TRUE(record.exact_ip());
  EXPECT_EQ(record.name(), "SAMPLE");
  ASSERT_TRUE(perfc::is<perfc_sample>(record));

  perfc::Result<perfc_sample> sample = plan.view().decode<perfc_sample>(record);
  ASSERT_TRUE(sample) << sample.error().text();
  EXPECT_EQ(sample->ip, 0x1234u);

  ASSERT_EQ(sample->read.nr, 2u);
  perfc::Result<perfc_read_value> second =
      perfc::read_value(record, sample->read, 1);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->value, 200u);
  EXPECT_EQ(second->id, 8u);
  EXPECT_FALSE(perfc::read_value(record, sample->read, 2));

  const perfc::Span<const uint64_t> chain = perfc::callchain(record, *sample);
  ASSERT_EQ(chain.size(), 3u);
  EXPECT_TRUE(perfc::is_context(chain[0]));
  EXPECT_FALSE(perfc::is_context(chain[1]));
  EXPECT_EQ(chain[2], 0x5678u);

  const perfc::Span<const uint8_t> raw = perfc::raw(record, *sample);
  EXPECT_EQ((std::vector<uint8_t>(raw.begin(), raw.end())),
            (std::vector<uint8_t>{0xaa, 0xbb, 0xcc, 0xdd}));

  const perfc::Span<const perfc_branch_entry> branches =
      perfc::branches(record, *sample);
  ASSERT_EQ(branches.size(), 1u);
  EXPECT_EQ(branches[0].to, 0x20u);
  perfc::Result<perfc_branch> branch = perfc::decode_branch(branches[0].flags);
  ASSERT_TRUE(branch);
  EXPECT_EQ(branch->mispred, 1);
  EXPECT_EQ(branch->cycles, 3);

  EXPECT_EQ(perfc::user_regs(record, *sample).size(), 2u);
  const perfc_plan* handle = plan.view().get();
  EXPECT_EQ(perfc::user_reg(handle, record, *sample, 8), 88u);
  EXPECT_EQ(perfc::user_reg(handle, record, *sample, 7), std::nullopt);

  const perfc::Span<const uint8_t> stack = perfc::stack(record, *sample);
  ASSERT_EQ(stack.size(), 8u);
  EXPECT_EQ(stack[0], 0x88);
  EXPECT_EQ(sample->stack_dyn_size, 8u);
}

TEST_F(DecodeTest, PartsThatASampleHasNotAreEmpty) {
  const perfc::Plan plan = PlanOf(PERFC_SAMPLE_IP);
  const perfc::Record& record = RecordOf(PERFC_RECORD_SAMPLE, {1});
  perfc::Result<perfc_sample> sample = plan.view().decode<perfc_sample>(record);
  ASSERT_TRUE(sample);
  EXPECT_TRUE(perfc::callchain(record, *sample).empty());
  EXPECT_TRUE(perfc::raw(record, *sample).empty());
  EXPECT_TRUE(perfc::branches(record, *sample).empty());
  EXPECT_TRUE(perfc::branch_counters(record, *sample).empty());
  EXPECT_TRUE(perfc::user_regs(record, *sample).empty());
  EXPECT_TRUE(perfc::intr_regs(record, *sample).empty());
  EXPECT_TRUE(perfc::stack(record, *sample).empty());
  EXPECT_TRUE(perfc::aux(record, *sample).empty());
}

TEST_F(DecodeTest, StringsAreViewsWithoutTheirNul) {
  const perfc::Plan plan = PlanOf(PERFC_SAMPLE_TID, PERFC_ATTR_SAMPLE_ID_ALL);
  uint64_t name = 0;
  std::memcpy(&name, "shell", 5);
  const perfc::Record& record =
      RecordOf(PERFC_RECORD_COMM, {Pair(3, 4), name, Pair(5, 6)},
               PERFC_RECORD_MISC_COMM_EXEC);
  EXPECT_TRUE(record.comm_exec());
  perfc::Result<perfc_record_comm> comm =
      plan.view().decode<perfc_record_comm>(record);
  ASSERT_TRUE(comm) << comm.error().text();
  EXPECT_EQ(comm->pid, 3u);
  EXPECT_EQ(record.string(comm->comm), "shell");

  perfc::Result<perfc_sample_id> id = plan.view().decode_sample_id(record);
  ASSERT_TRUE(id);
  EXPECT_EQ(id->pid, 5u);
  EXPECT_EQ(id->tid, 6u);
}

TEST_F(DecodeTest, ArraysOfARecordAreSpans) {
  const perfc::Plan plan = PlanOf(PERFC_SAMPLE_IP);
  const perfc::Record& record =
      RecordOf(PERFC_RECORD_CALLCHAIN_DEFERRED, {9, 2, 0x10, 0x20});
  perfc::Result<perfc_record_callchain_deferred> deferred =
      plan.view().decode<perfc_record_callchain_deferred>(record);
  ASSERT_TRUE(deferred) << deferred.error().text();
  const perfc::Span<const uint64_t> chain =
      record.array<uint64_t>(deferred->callchain);
  ASSERT_EQ(chain.size(), 2u);
  EXPECT_EQ(chain[1], 0x20u);
}

// Decodes as T a record of T's type that is all zeros but long enough.
template <typename T>
class RecordTypeTest : public DecodeTest {};

using RecordTypes = testing::Types<
    perfc_record_mmap, perfc_record_lost, perfc_record_comm, perfc_record_task,
    perfc_record_throttle, perfc_record_read, perfc_sample, perfc_record_aux,
    perfc_record_itrace_start, perfc_record_lost_samples, perfc_record_switch,
    perfc_record_namespaces, perfc_record_ksymbol, perfc_record_bpf_event,
    perfc_record_cgroup, perfc_record_text_poke, perfc_record_aux_output_hw_id,
    perfc_record_callchain_deferred>;
TYPED_TEST_SUITE(RecordTypeTest, RecordTypes);

TYPED_TEST(RecordTypeTest, DecodesItsOwnTypesAndNoOther) {
  const perfc::Plan plan = this->PlanOf(PERFC_SAMPLE_IP);
  int own = 0;
  for (uint32_t type = 1; type < PERFC_RECORD_MAX; ++type) {
    SCOPED_TRACE(type);
    const perfc::Record record = this->RecordOf(type, Words(10));
    perfc::Result<TypeParam> decoded =
        plan.view().template decode<TypeParam>(record);
    EXPECT_EQ(static_cast<bool>(decoded), perfc::is<TypeParam>(record));
    if (decoded) {
      ++own;
    } else {
      EXPECT_EQ(decoded.error().code().value(), EINVAL);
    }
  }
  constexpr bool kTwo = std::is_same_v<TypeParam, perfc_record_mmap> ||
                        std::is_same_v<TypeParam, perfc_record_task> ||
                        std::is_same_v<TypeParam, perfc_record_throttle> ||
                        std::is_same_v<TypeParam, perfc_record_switch>;
  EXPECT_EQ(own, kTwo ? 2 : 1);
}

TEST(PlanTest, TakesAttrsAndIdsAndTellsThem) {
  perfc::Plan plan = *perfc::Plan::create_empty();
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER;
  const std::vector<uint64_t> first = {9, 3};
  const std::vector<uint64_t> second = {8};
  EXPECT_EQ(*plan.view().count(), 0);
  EXPECT_EQ(*plan.add(attr, first), 0);
  EXPECT_EQ(*plan.add(attr, {}), 1);
  EXPECT_TRUE(plan.add_ids(1, second));
  EXPECT_EQ(plan.add_ids(0, second).error().code().value(), EEXIST);
  EXPECT_EQ(*plan.view().ids(0), first);
  EXPECT_EQ(*plan.view().ids(1), second);
  EXPECT_FALSE(plan.view().ids(2));
  EXPECT_EQ(plan.view().find_id(8), 1u);
  EXPECT_EQ(plan.view().places(1)->sample_id, 8);
  EXPECT_FALSE(plan.view().places(2));
  EXPECT_EQ(plan.view().find_id(0), std::nullopt);
  EXPECT_TRUE(plan.set_default(1));
  EXPECT_EQ(plan.view().find_id(0), 1u);
}

TEST(PlanTest, AttrsAreToldApartByTheirIds) {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP;
  const uint64_t first_ids[] = {1, 2};
  const uint64_t second_ids[] = {3};
  perfc::Plan plan = perfc::Plan::create(attr, first_ids).value();
  perfc::Result<int> index = plan.add(attr, second_ids);
  ASSERT_TRUE(index);
  EXPECT_EQ(*index, 1);
  EXPECT_EQ(*plan.view().count(), 2);
  EXPECT_TRUE(plan.view().tells_apart());
  EXPECT_EQ(plan.view().attr(1)->size(), sizeof attr);

  perfc::Result<int> again = plan.add(attr, second_ids);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code().value(), EEXIST);
}

TEST(PlanTest, AnAttrMayBeBytes) {
  const perfc_attr attr = perfc_test::Attr(PERFC_SAMPLE_IP);
  const uint8_t* const first = reinterpret_cast<const uint8_t*>(&attr);
  const std::vector<uint8_t> bytes(first, first + sizeof attr);
  const perfc::Span<const uint8_t> span(bytes);
  EXPECT_EQ(*perfc::Plan::create(bytes)->view().attr(0), bytes);
  EXPECT_EQ(*perfc::Plan::create(span)->view().attr(0), bytes);
  EXPECT_EQ(*perfc::Plan::create({bytes.data(), bytes.size()})->view().attr(0),
            bytes);
}

TEST(PlanTest, AttrsThatCannotBeToldApartSayWhy) {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.sample_type = PERFC_SAMPLE_IP;
  const uint64_t first_ids[] = {1};
  const uint64_t second_ids[] = {2};
  perfc::Plan plan = perfc::Plan::create(attr, first_ids).value();
  ASSERT_TRUE(plan.add(attr, second_ids));
  const perfc::Result<void> matches = plan.view().tells_apart();
  ASSERT_FALSE(matches);
  EXPECT_EQ(matches.error().code().value(), ENOTUNIQ);
  EXPECT_FALSE(matches.error().text().empty());
}

TEST(PlanTest, ARecordOfNobodySaysWhichAndWhatToDo) {
  const perfc_attr attr = perfc_test::Attr(PERFC_SAMPLE_IDENTIFIER);
  const uint64_t ids[] = {1, 2};
  perfc::Plan plan = perfc::Plan::create(attr, {&ids[0], 1}).value();
  ASSERT_TRUE(plan.add(attr, {&ids[1], 1}));
  const struct {
    uint64_t id;
    int code;
    const char* advice;
  } cases[] = {{3, ENOKEY, "add the ids"},
               {0, EKEYREJECTED, "perfc_plan_set_default"}};
  for (const auto& c : cases) {
    const uint64_t words[] = {uint64_t{16} << 48 | PERFC_RECORD_SAMPLE, c.id};
    const perfc::Record record =
        **plan.view().view({reinterpret_cast<const uint8_t*>(words), 16});
    const auto sample = plan.view().decode<perfc_sample>(record);
    ASSERT_FALSE(sample);
    EXPECT_EQ(sample.error().code().value(), c.code);
    const std::string text = sample.error().text();
    EXPECT_NE(text.find(c.advice), std::string::npos) << text;
    EXPECT_TRUE(plan.set_default(0));
    EXPECT_EQ(bool(plan.view().decode<perfc_sample>(record)), c.id == 0);
    EXPECT_TRUE(plan.set_default(PERFC_PLAN_NO_DEFAULT));
  }
  EXPECT_EQ(plan.set_default(2).error().code().value(), EINVAL);
}

}  // namespace
