// The source as a whole: arguments, facts, the kernel.
#include "impl/profile/synthesize/synthesize.h"

#include <sys/utsname.h>

#include "impl/profile/table/table.h"
#include "test/profile/synthesize/fake_tree.h"
#include "test/profile/synthesize/taken.h"

namespace perfc::profile::synthesize {
namespace {

int Make(const perfc_host* host, const perfc_plan* plan, const int32_t* pids,
         uint32_t pid_count, uint32_t flags, perfc_error* error = nullptr) {
  std::unique_ptr<source::Source> source;
  return Synthesize(host, plan, pids, pid_count, flags, &source, error);
}

TEST(Arguments, AreChecked) {
  const FakeTree tree;
  const Plan plan;
  const int32_t pid = 1;
  const uint32_t kTasks = PERFC_SYNTHESIZE_TASKS;
  EXPECT_EQ(Make(tree.host(), plan.get(), &pid, 1, kTasks), 0);
  EXPECT_EQ(Make(tree.host(), nullptr, &pid, 1, kTasks), -EINVAL);
  EXPECT_EQ(Make(tree.host(), plan.get(), nullptr, 1, kTasks), -EINVAL);
  EXPECT_EQ(Make(tree.host(), plan.get(), &pid, 1, 0), -EINVAL);
  EXPECT_EQ(Make(tree.host(), plan.get(), &pid, 1, 0x10), -EINVAL);
  perfc_error error = {};
  EXPECT_EQ(Make(tree.host(), plan.get(), &pid, 1, 0x10, &error), -EINVAL);
  EXPECT_EQ(error.rule, uint32_t{PERFC_RULE_ARGUMENT});
  EXPECT_STREQ(error.operation, "perfc_file_synthesize");
}

TEST(Arguments, ThePlanNeedsAnAttrOfThisByteOrder) {
  perfc_plan* plan;
  ASSERT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr), 0);
  EXPECT_EQ(Make(nullptr, plan, nullptr, 0, PERFC_SYNTHESIZE_FACTS), -EINVAL);
  perfc_plan_destroy(plan);
  ASSERT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_BIG, &plan, nullptr), 0);
  uint8_t attr[64] = {};
  attr[7] = 64;  // size
  ASSERT_EQ(perfc_plan_add_attr(plan, attr, sizeof attr, nullptr, 0, nullptr),
            0);
  EXPECT_EQ(Make(nullptr, plan, nullptr, 0, PERFC_SYNTHESIZE_FACTS), -EINVAL);
  perfc_plan_destroy(plan);
}

TEST(Arguments, ProcMustBeThereForAllTasks) {
  FakeTree tree;
  tree.Remove("proc");
  const Plan plan;
  perfc_error error = {};
  EXPECT_EQ(
      Make(tree.host(), plan.get(), nullptr, 0, PERFC_SYNTHESIZE_TASKS, &error),
      -ENOENT);
  EXPECT_EQ(error.call, uint32_t{PERFC_CALL_OPEN});
  EXPECT_EQ(Make(tree.host(), plan.get(), nullptr, 0, PERFC_SYNTHESIZE_FACTS),
            0);
}

// The feature of a HEADER_FEATURE record.
uint64_t FeatureOf(const Taken& taken) { return taken.words[1]; }

TEST(FactRecords, AreHeaderFeatures) {
  FakeTree tree;
  tree.Write("proc/meminfo", "MemTotal: 1000 kB\n");
  const Plan plan;
  auto source = Open(tree.host(), plan, PERFC_SYNTHESIZE_FACTS);
  const std::vector<Taken> all = TakeAll(source.get());
  const uint64_t kFeatures[] = {
      PERFC_FEATURE_HOSTNAME,  PERFC_FEATURE_OSRELEASE,
      PERFC_FEATURE_VERSION,   PERFC_FEATURE_ARCH,
      PERFC_FEATURE_TOTAL_MEM, PERFC_FEATURE_EVENT_DESC};
  ASSERT_EQ(all.size(), std::size(kFeatures));
  uint64_t bits = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].type(), uint32_t{PERFC_RECORD_HEADER_FEATURE});
    EXPECT_EQ(all[i].stream.flags, uint32_t{PERFC_STREAM_RECORD_HEADER});
    EXPECT_EQ(all[i].stream.tail_size, 0u);
    EXPECT_EQ(FeatureOf(all[i]), kFeatures[i]);
    bits |= uint64_t{1} << kFeatures[i];
  }
  // No trailer.
  EXPECT_EQ(all[4].stream.record.size, 8 + 8 + 8);
  EXPECT_EQ(all[4].words[2], 1000u);

  perfc_file_info info;
  source->GetInfo(&info);
  EXPECT_EQ(info.features, bits);
  EXPECT_EQ(info.records, all.size());
  EXPECT_EQ(info.plan, plan.get());
  EXPECT_EQ(info.byte_order, uint32_t{PERFC_BYTE_ORDER_LITTLE});
  EXPECT_EQ(info.sources, 1u);
}

TEST(FactRecords, AFeatureThatDoesntFitIsTheTail) {
  FakeTree tree;
  std::string arguments;
  for (int i = 0; i < 2000; ++i) arguments += std::string("x\0", 2);
  tree.Write("proc/self/cmdline", arguments);
  const Plan plan;
  auto source = Open(tree.host(), plan, PERFC_SYNTHESIZE_FACTS);
  const std::vector<Taken> all = TakeAll(source.get());
  ASSERT_EQ(all.size(), 6u);
  const Taken& cmdline = all[4];
  EXPECT_EQ(FeatureOf(cmdline), uint64_t{PERFC_FEATURE_CMDLINE});
  EXPECT_EQ(cmdline.stream.record.size, 16);
  EXPECT_EQ(cmdline.stream.tail_size, 4u + 2000 * (4 + 64));
  ASSERT_EQ(cmdline.tail.size(), cmdline.stream.tail_size);
  EXPECT_EQ(cmdline.tail[4 + 4], 'x');
  EXPECT_EQ(FeatureOf(all[5]), uint64_t{PERFC_FEATURE_EVENT_DESC});
}

TEST(FactRecords, TheClockIsThatOfTheFirstAttr) {
  const FakeTree tree;
  const Plan without;
  for (const Taken& taken :
       TakeAll(Open(tree.host(), without, PERFC_SYNTHESIZE_FACTS).get())) {
    EXPECT_NE(FeatureOf(taken), uint64_t{PERFC_FEATURE_CLOCKID});
    EXPECT_NE(FeatureOf(taken), uint64_t{PERFC_FEATURE_CLOCK_DATA});
  }
  const Plan with(PERFC_ATTR_USE_CLOCKID);  // CLOCK_REALTIME is 0
  std::vector<uint64_t> features;
  for (const Taken& taken :
       TakeAll(Open(tree.host(), with, PERFC_SYNTHESIZE_FACTS).get())) {
    features.push_back(FeatureOf(taken));
  }
  ASSERT_GE(features.size(), 2u);
  EXPECT_EQ(features[features.size() - 2], uint64_t{PERFC_FEATURE_CLOCKID});
  EXPECT_EQ(features.back(), uint64_t{PERFC_FEATURE_CLOCK_DATA});
}

TEST(FactRecords, FillTables) {
  FakeTree tree;
  tree.Write("proc/meminfo", "MemTotal: 1000 kB\n");
  const Plan plan;
  auto source = Open(tree.host(), plan, PERFC_SYNTHESIZE_FACTS);
  table::Table facts(PERFC_ROWS_FACTS, sizeof(perfc_fact_row));
  ASSERT_EQ(source->FillTable(&facts, nullptr), 0);
  perfc_rows rows;
  ASSERT_EQ(facts.GetRows(sizeof(perfc_fact_row), &rows), 0);
  bool found = false;
  const auto* row = static_cast<const perfc_fact_row*>(rows.rows);
  for (uint64_t i = 0; i < rows.count; ++i) {
    if (row[i].feature != PERFC_FEATURE_TOTAL_MEM) continue;
    EXPECT_EQ(row[i].number, 1024000u);
    found = true;
  }
  EXPECT_TRUE(found);

  table::Table events(PERFC_ROWS_EVENTS, sizeof(perfc_event_row));
  ASSERT_EQ(source->FillTable(&events, nullptr), 0);
  ASSERT_EQ(events.GetRows(sizeof(perfc_event_row), &rows), 0);
  ASSERT_EQ(rows.count, 1u);
  const auto* event = static_cast<const perfc_event_row*>(rows.rows);
  EXPECT_STREQ(rows.text + event->name.offset, "cpu-clock");

  table::Table none(PERFC_ROWS_FACTS, sizeof(perfc_fact_row));
  EXPECT_EQ(Open(tree.host(), plan, PERFC_SYNTHESIZE_KERNEL)
                ->FillTable(&none, nullptr),
            -ENODATA);
}

class KernelTest : public testing::Test {
 protected:
  KernelTest() {
    utsname names;
    EXPECT_EQ(uname(&names), 0);
    release_ = names.release;
  }
  // The mappings; BPF programs of the machine are left out.
  std::vector<Taken> Take(const Plan& plan, uint32_t more = 0) {
    std::vector<Taken> maps;
    for (Taken& taken : TakeAll(
             Open(tree_.host(), plan, PERFC_SYNTHESIZE_KERNEL | more).get())) {
      if (taken.type() == PERFC_RECORD_MMAP ||
          taken.type() == PERFC_RECORD_MMAP2) {
        maps.push_back(std::move(taken));
      }
    }
    return maps;
  }

  const std::string kSymbols =
      "ffffffff81000000 T _stext\nffffffff81000000 T _text\n"
      "ffffffff81000040 t something\nffffffff82200000 T _etext\n";
  FakeTree tree_;
  std::string release_;
};

TEST_F(KernelTest, IsMappedFromTextToEtext) {
  tree_.Write("proc/kallsyms", kSymbols);
  const Plan plan;
  const std::vector<Taken> maps = Take(plan);
  ASSERT_EQ(maps.size(), 1u);
  const perfc_record_mmap kernel = Mmap(plan, maps[0]);
  EXPECT_EQ(maps[0].type(), uint32_t{PERFC_RECORD_MMAP});
  EXPECT_EQ(maps[0].stream.record.misc, PERFC_RECORD_MISC_KERNEL);
  EXPECT_EQ(kernel.pid, 0xffffffffu);
  EXPECT_EQ(kernel.tid, 0u);
  EXPECT_EQ(kernel.addr, 0xffffffff81000000u);
  EXPECT_EQ(kernel.len, 0x1200000u);
  EXPECT_EQ(kernel.pgoff, 0xffffffff81000000u);
  EXPECT_EQ(NameOf(plan, maps[0]), "[kernel.kallsyms]_text");
}

TEST_F(KernelTest, ItsDataEndItIfTheyAreTold) {
  tree_.Write("proc/kallsyms", kSymbols + "ffffffff83000000 D _edata\n");
  const Plan plan;
  EXPECT_EQ(Mmap(plan, Take(plan)[0]).len, 0x2000000u);
}

TEST_F(KernelTest, MayHaveStextAlone) {
  tree_.Write("proc/kallsyms", "ffff800008010000 T _stext\n");
  const Plan plan;
  const std::vector<Taken> maps = Take(plan);
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(NameOf(plan, maps[0]), "[kernel.kallsyms]_stext");
  EXPECT_EQ(Mmap(plan, maps[0]).len, ~uint64_t{0} - 0xffff800008010000u);
}

TEST_F(KernelTest, HiddenAddressesGiveNoMapping) {
  tree_.Write("proc/kallsyms",
              "0000000000000000 T _text\n0000000000000000 T _etext\n");
  tree_.Write("proc/modules", "fuse 180224 1 - Live 0x0000000000000000\n");
  EXPECT_TRUE(Take(Plan()).empty());
}

TEST_F(KernelTest, SymbolsOfModulesArentItsOwn) {
  tree_.Write("proc/kallsyms", "ffffffffc0000000 t _text\t[fuse]\n");
  EXPECT_TRUE(Take(Plan()).empty());
}

TEST_F(KernelTest, ModulesHaveThePathsOfModulesDep) {
  tree_.Write("proc/modules",
              "nf_tables 245760 4 nft_ct, Live 0xffffffffc0a00000\n"
              "fuse 180224 1 - Live 0xffffffffc0b00000 (E)\n"
              "unknown 4096 0 - Live 0xffffffffc0c00000\n"
              "coming 4096 1 - Loading 0xffffffffc0d00000\n"
              "going 4096 1 - Unloading 0xffffffffc0e00000\n"
              "nonsense\n");
  tree_.Write("proc/1/root/lib/modules/" + release_ + "/modules.dep",
              "kernel/net/xnf_tables.ko:\n"
              "kernel/net/netfilter/nf-tables.ko.xz: kernel/lib/crc32.ko\n"
              "/updates/fuse.ko:\n");
  const Plan plan;
  const std::vector<Taken> maps = Take(plan);
  ASSERT_EQ(maps.size(), 3u);
  const perfc_record_mmap module = Mmap(plan, maps[0]);
  EXPECT_EQ(module.pid, 0xffffffffu);
  EXPECT_EQ(module.tid, 0u);
  EXPECT_EQ(module.addr, 0xffffffffc0a00000u);
  EXPECT_EQ(module.len, 245760u);
  EXPECT_EQ(module.pgoff, 0u);
  EXPECT_EQ(NameOf(plan, maps[0]), "/lib/modules/" + release_ +
                                       "/kernel/net/netfilter/nf-tables.ko.xz");
  EXPECT_EQ(NameOf(plan, maps[1]), "/updates/fuse.ko");
  EXPECT_EQ(NameOf(plan, maps[2]), "[unknown]");
}

TEST_F(KernelTest, BuildIdsMakeThemMmap2) {
  tree_.Write("proc/kallsyms", kSymbols);
  tree_.Write("proc/modules",
              "fuse 180224 1 - Live 0xffffffffc0b00000\n"
              "loop 4096 1 - Live 0xffffffffc0c00000\n");
  tree_.Write("sys/kernel/notes", BuildIdNotes('k'));
  tree_.Write("sys/module/fuse/notes/.note.gnu.build-id", BuildIdNotes('f'));
  const Plan plan(PERFC_ATTR_BUILD_ID);
  const std::vector<Taken> maps = Take(plan, PERFC_SYNTHESIZE_BUILD_IDS);
  ASSERT_EQ(maps.size(), 3u);
  const char kExpected[] = {'k', 'f'};
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(maps[i].type(), uint32_t{PERFC_RECORD_MMAP2});
    EXPECT_EQ(maps[i].stream.record.misc,
              PERFC_RECORD_MISC_KERNEL | PERFC_RECORD_MISC_MMAP_BUILD_ID);
    const perfc_record_mmap mmap = Mmap(plan, maps[i]);
    ASSERT_EQ(mmap.build_id_size, 20u);
    EXPECT_EQ(mmap.build_id[0], kExpected[i]);
  }
  EXPECT_EQ(NameOf(plan, maps[0]), "[kernel.kallsyms]_text");
  EXPECT_EQ(maps[2].type(), uint32_t{PERFC_RECORD_MMAP});
}

TEST_F(KernelTest, TrampolinesOfBpfAreSymbols) {
  tree_.Write("proc/kallsyms",
              "ffffffffc0200000 t bpf_trampoline_42\t[bpf]\n"
              "ffffffffc0100000 t bpf_dispatcher_xdp\t[bpf]\n"
              "ffffffffc0300000 t bpf_prog_0123456789abcdef_x\t[bpf]\n"
              "ffffffffc0400000 t bpf_trampoline_43\t[fuse]\n");
  const Plan plan;
  std::vector<std::string> names;
  for (const Taken& taken :
       TakeAll(Open(tree_.host(), plan, PERFC_SYNTHESIZE_KERNEL).get())) {
    if (taken.type() != PERFC_RECORD_KSYMBOL) continue;
    perfc_record_ksymbol symbol = {};
    const perfc_record record = taken.record();
    ASSERT_EQ(perfc_decode_ksymbol(plan.get(), &record, &symbol, sizeof symbol),
              0);
    EXPECT_EQ(symbol.ksym_type, PERFC_RECORD_KSYMBOL_TYPE_BPF);
    EXPECT_GT(symbol.len, 0u);
    const std::string name = Text(record, symbol.name);
    if (name.find("bpf_prog_") != 0) names.push_back(name);
  }
  EXPECT_EQ(names, std::vector<std::string>(
                       {"bpf_dispatcher_xdp", "bpf_trampoline_42"}));
}

TEST(Order, FactsKernelTasks) {
  FakeTree tree;
  tree.Write("proc/kallsyms", "ffffffff81000000 T _text\n");
  tree.Thread(5, 5, 1, "x");
  const Plan plan;
  auto source = Open(tree.host(), plan,
                     PERFC_SYNTHESIZE_TASKS | PERFC_SYNTHESIZE_KERNEL |
                         PERFC_SYNTHESIZE_FACTS);
  int before = 0;
  for (const Taken& taken : TakeAll(source.get())) {
    const int part =
        taken.type() == PERFC_RECORD_HEADER_FEATURE ? 0
        : taken.type() == PERFC_RECORD_FORK || taken.type() == PERFC_RECORD_COMM
            ? 2
            : 1;
    EXPECT_GE(part, before);
    before = part;
  }
  EXPECT_EQ(before, 2);
}

}  // namespace
}  // namespace perfc::profile::synthesize
