// Records of many tracepoints, whose values libtraceevent reads alike: one by
// one, and as columns of a batch.
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "test/live/events.h"
#include "test/live/machine.h"
#include "test/live/needs.h"
#include "test/tracepoints/peer.h"

namespace {

using live::Event;
using live::Paranoid;
using live::Tracefs;

// What happens on any machine while a program works, and costs little to trace.
const std::set<std::string> kSystems = {
    "block",        "capability", "cgroup",   "console",   "csd",
    "ext4",         "fib",        "filelock", "filemap",   "huge_memory",
    "icmp",         "ipi",        "irq",      "jbd2",      "kmem",
    "mmap",         "mmap_lock",  "module",   "napi",      "neigh",
    "net",          "netlink",    "percpu",   "printk",    "qdisc",
    "raw_syscalls", "rcu",        "rseq",     "sched",     "scsi",
    "signal",       "skb",        "sock",     "syscalls",  "task",
    "tcp",          "timer",      "tlb",      "udp",       "vmscan",
    "workqueue",    "writeback",  "xdp",      "maple_tree"};
constexpr uint64_t kSamplesEach = 20;

bool Wanted(const std::string &name) {
  static const std::set<std::string> kSyscalls = {
      "openat", "close", "read",   "write",     "mmap",   "munmap",
      "clone",  "wait4", "execve", "nanosleep", "socket", "sendto"};
  const size_t colon = name.find(':');
  const std::string system = name.substr(0, colon);
  if (kSystems.count(system) == 0) return false;
  if (system != "syscalls") return true;
  const size_t call = name.find('_', colon + 5) + 1;
  return kSyscalls.count(name.substr(call)) > 0;
}

void RunProgram() {
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/true", "true", nullptr);
    _exit(1);
  }
  waitpid(child, nullptr, 0);
}

void UseFiles() {
  char path[] = "/tmp/perfc-tracepoints-XXXXXX";
  const int fd = mkstemp(path);
  const std::string text(100000, 'x');
  EXPECT_EQ(write(fd, text.data(), text.size()), 100000);
  fsync(fd);
  flock lock = {};
  lock.l_type = F_WRLCK;
  fcntl(fd, F_SETLK, &lock);
  void *at =
      mmap(nullptr, text.size(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  memset(at, 'y', text.size());
  msync(at, text.size(), MS_SYNC);
  munmap(at, text.size());
  close(fd);
  rename(path, (std::string(path) + "b").c_str());
  unlink((std::string(path) + "b").c_str());
  sync();
}

void UseLoopback(int type) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto *generic = reinterpret_cast<sockaddr *>(&address);
  const int server = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  EXPECT_EQ(bind(server, generic, sizeof address), 0);
  if (type == SOCK_STREAM) listen(server, 1);
  getsockname(server, generic, &length);
  const int client = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  EXPECT_EQ(connect(client, generic, sizeof address), 0);
  send(client, "hello", 5, 0);
  char buffer[8];
  if (type == SOCK_STREAM) {
    const int accepted = accept4(server, nullptr, nullptr, SOCK_CLOEXEC);
    recv(accepted, buffer, sizeof buffer, 0);
    close(accepted);
  } else {
    recv(server, buffer, sizeof buffer, 0);
  }
  close(client);
  close(server);
}

void UseSignalsAndTimers() {
  signal(SIGALRM, [](int) {});
  const itimerval soon = {{0, 0}, {0, 1000}};
  setitimer(ITIMER_REAL, &soon, nullptr);
  const timespec pause = {0, 5000000};
  nanosleep(&pause, nullptr);
  signal(SIGALRM, SIG_DFL);
  std::thread([] { raise(SIGURG); }).join();
  char name[16];
  prctl(PR_GET_NAME, name);
  prctl(PR_SET_NAME, "renamed");
  prctl(PR_SET_NAME, name);
  // Interrupts the other CPUs that run a thread of this process.
  bool done = false;
  std::thread other([&] {
    while (!__atomic_load_n(&done, __ATOMIC_RELAXED)) {
    }
  });
  syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  for (int i = 0; i < 50; ++i) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    void *at = mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *static_cast<char *>(at) = 1;
    munmap(at, 4096);
  }
  __atomic_store_n(&done, true, __ATOMIC_RELAXED);
  other.join();
}

void UseCgroup() {
  for (const char *root : {"/sys/fs/cgroup/unified", "/sys/fs/cgroup"}) {
    const std::string path = std::string(root) + "/perfc-tracepoints";
    if (mkdir(path.c_str(), 0755) == 0) rmdir(path.c_str());
  }
}

void Work() {
  for (int round = 0; round < 3; ++round) {
    RunProgram();
    UseFiles();
    UseLoopback(SOCK_STREAM);
    UseLoopback(SOCK_DGRAM);
    UseSignalsAndTimers();
    UseCgroup();
  }
}

struct Both {
  std::string name;
  peer::Tracepoint ours;
  tep_event *theirs = nullptr;
  std::vector<struct perfc_tracepoint_field> fields;
  std::vector<tep_format_field *> their_fields;
  size_t records = 0;
  bool located = false;
};

struct RawRow {
  const uint8_t *data;
  size_t size;
  std::string Bytes(uint32_t offset, uint32_t length) const {
    return {reinterpret_cast<const char *>(data) + offset, length};
  }
};

// The raw column, row by row.
std::vector<RawRow> RowsOf(const perfc_batch *batch) {
  perfc_column column = {};
  std::vector<RawRow> rows;
  if (perfc_batch_column(batch, PERFC_TABLE_SAMPLES, PERFC_COLUMN_RAW, &column,
                         sizeof column) != 0) {
    return rows;
  }
  const auto *values = static_cast<const uint8_t *>(column.values);
  for (uint64_t i = 0; i < column.rows; ++i) {
    const int32_t begin = column.offsets[i];
    rows.push_back(
        {values + begin, static_cast<size_t>(column.offsets[i + 1] - begin)});
  }
  return rows;
}

class Values : public testing::Test {
 protected:
  // The bytes of a field as libtraceevent finds them.
  std::string Theirs(const Both &both, size_t field, const RawRow &raw) {
    const auto &mine = both.fields[field];
    if (mine.flags & PERFC_FIELD_FLAG_COMMON) {
      return raw.Bytes(mine.offset, mine.size);  // It finds only the others.
    }
    tep_record record = {};
    record.data = const_cast<uint8_t *>(raw.data);
    record.size = static_cast<int>(raw.size);
    int length = 0;
    const void *at =
        tep_get_field_raw(nullptr, both.theirs, mine.name, &record, &length, 0);
    if (at == nullptr) return "libtraceevent has none";
    return {static_cast<const char *>(at), static_cast<size_t>(length)};
  }

  void CompareNumber(const Both &both, uint32_t i, const RawRow &raw) {
    unsigned long long theirs = 0;
    uint64_t mine = 0;
    ASSERT_EQ(tep_read_number_field(both.their_fields[i], raw.data, &theirs),
              0);
    ASSERT_EQ(perfc_tracepoint_value(both.ours.get(), raw.data, raw.size, i, 0,
                                     &mine),
              0);
    const uint32_t unused = 64 - 8 * both.fields[i].size;
    EXPECT_EQ(mine << unused, theirs << unused);
    const bool negative = both.fields[i].flags & PERFC_FIELD_FLAG_SIGNED &&
                          theirs >> (63 - unused) & 1;
    EXPECT_EQ(mine >> 63, negative || (unused == 0 && theirs >> 63));
    ++values_;
  }

  void CompareElements(const Both &both, uint32_t i, const RawRow &raw,
                       const std::string &bytes) {
    const uint32_t size = both.fields[i].element_size;
    uint64_t mine = 0;
    for (uint32_t k = 0; k < bytes.size() / size; ++k) {
      ASSERT_EQ(perfc_tracepoint_value(both.ours.get(), raw.data, raw.size, i,
                                       k, &mine),
                0);
      const uint32_t unused = 64 - 8 * size;
      EXPECT_EQ(mine << unused,
                tep_read_number(tep_.get(), bytes.data() + k * size,
                                static_cast<int>(size))
                    << unused);
      ++values_;
    }
    EXPECT_EQ(perfc_tracepoint_value(both.ours.get(), raw.data, raw.size, i,
                                     static_cast<uint32_t>(bytes.size() / size),
                                     &mine),
              -ENODATA);
  }

  // What libtraceevent prints of a string.
  void CompareString(const Both &both, uint32_t i, const RawRow &raw,
                     const std::string &bytes) {
    trace_seq text;
    trace_seq_init(&text);
    tep_print_field_content(&text, const_cast<uint8_t *>(raw.data),
                            static_cast<int>(raw.size), both.their_fields[i]);
    trace_seq_terminate(&text);
    EXPECT_EQ(bytes, text.buffer);
    trace_seq_destroy(&text);
    ++values_;
  }

  void CompareRecord(Both *both, const RawRow &raw) {
    for (uint32_t i = 0; i < both->fields.size(); ++i) {
      const auto &field = both->fields[i];
      SCOPED_TRACE(both->name + " " + field.type + " " + field.name);
      uint32_t offset = 0;
      uint32_t length = 0;
      ASSERT_EQ(perfc_tracepoint_range(both->ours.get(), raw.data, raw.size, i,
                                       0, &offset, &length),
                0);
      const std::string bytes = raw.Bytes(offset, length);
      const std::string theirs = Theirs(*both, i, raw);
      const bool is_string = field.kind == PERFC_FIELD_KIND_STRING;
      // Theirs have the NUL.
      ASSERT_EQ(bytes, is_string ? theirs.c_str() : theirs);
      both->located |= (field.flags & PERFC_FIELD_FLAG_LOCATED) != 0;
      if (is_string) {
        CompareString(*both, i, raw, bytes);
      } else if (field.kind == PERFC_FIELD_KIND_BYTES) {
        ++values_;
      } else if (field.flags &
                 (PERFC_FIELD_FLAG_ARRAY | PERFC_FIELD_FLAG_LOCATED)) {
        CompareElements(*both, i, raw, bytes);
      } else {
        CompareNumber(*both, i, raw);
      }
    }
    char text[4096];
    EXPECT_GT(perfc_tracepoint_text(both->ours.get(), raw.data, raw.size,
                                    PERFC_FIELD_ALL, text, sizeof text),
              0);
    ++both->records;
  }

  // Each field of the tracepoint as a column, against the single records.
  void CompareColumns(const Both &both, const perfc_batch *batch,
                      const std::vector<RawRow> &rows) {
    const size_t count = rows.size();
    std::vector<uint64_t> values(count);
    std::vector<int32_t> offsets(count);
    std::vector<int32_t> lengths(count);
    std::vector<uint8_t> validity((count + 7) / 8);
    for (uint32_t i = 0; i < both.fields.size(); ++i) {
      SCOPED_TRACE(both.name + " " + both.fields[i].name);
      const int read = perfc_tracepoint_column_values(
          both.ours.get(), batch, i, 0, values.data(), 8, validity.data(),
          count, nullptr, 0);
      for (size_t row = 0; read >= 0 && row < count; ++row) {
        const bool present = validity[row / 8] >> row % 8 & 1;
        uint64_t value = 0;
        const bool mine = perfc_tracepoint_matches(
            both.ours.get(), rows[row].data, rows[row].size);
        const bool has =
            mine && perfc_tracepoint_value(both.ours.get(), rows[row].data,
                                           rows[row].size, i, 0, &value) == 0;
        ASSERT_EQ(present, has);
        ASSERT_EQ(values[row], has ? value : 0);
      }
      ASSERT_EQ(perfc_tracepoint_column_ranges(
                    both.ours.get(), batch, i, 0, offsets.data(),
                    lengths.data(), validity.data(), count, nullptr, 0),
                static_cast<int>(count));
      const auto *base = rows[0].data;
      for (size_t row = 0; row < count; ++row) {
        if (!(validity[row / 8] >> row % 8 & 1)) continue;
        uint32_t offset = 0;
        uint32_t length = 0;
        ASSERT_EQ(
            perfc_tracepoint_range(both.ours.get(), rows[row].data,
                                   rows[row].size, i, 0, &offset, &length),
            0);
        ASSERT_EQ(base + offsets[row], rows[row].data + offset);
        ASSERT_EQ(lengths[row], static_cast<int32_t>(length));
      }
    }
  }

  // All of them on that CPU, into one ring.
  void OpenOn(int cpu) {
    perfc_event *ring = nullptr;
    for (auto &[id, both] : both_) {
      perfc_attr attr = live::Tracepoint(both.name);
      attr.sample_period = 1;
      attr.sample_type = PERFC_SAMPLE_RAW | PERFC_SAMPLE_IDENTIFIER;
      events_.push_back(live::Open(attr, -1, cpu));
      perfc_event *event = events_.back();
      ASSERT_NE(event, nullptr);
      perfc_error error = {};
      if (ring == nullptr) {
        ring = event;
        live::Map(ring, 512);
        rings_.push_back(ring);
      } else {
        ASSERT_GE(perfc_event_set_output(event, ring, &error), 0)
            << live::Text(error);
      }
    }
  }

  peer::Tep tep_ = peer::Open();
  std::map<uint32_t, Both> both_;
  std::vector<Event> events_;
  std::vector<perfc_event *> rings_;
  size_t values_ = 0;
};

TEST_F(Values, OfRealRecordsAreAsLibtraceeventReadsThem) {
  NEEDS(Tracefs(), Paranoid(-1));
  for (const std::string &name : peer::AllTracepoints()) {
    if (!Wanted(name)) continue;
    Both both;
    both.name = name;
    both.ours = peer::Read(name);
    both.theirs = peer::Parse(tep_.get(), name);
    ASSERT_NE(both.theirs, nullptr);
    both.fields = peer::FieldsOf(both.ours.get());
    both.their_fields = peer::FieldsOf(both.theirs);
    both_.emplace(both.theirs->id, std::move(both));
  }
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  for (int cpu : live::AllowedCpus()) OpenOn(cpu);
  ASSERT_FALSE(HasFatalFailure());
  printf("%zu tracepoints open\n", both_.size());
  for (perfc_event *event : events_)
    perfc_ioctl(event, PERFC_IOC_REFRESH, kSamplesEach, nullptr);
  Work();
  for (perfc_event *event : events_)
    perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr);
  perfc_batch *batch = nullptr;
  ASSERT_EQ(perfc_batch_create(nullptr, &batch, nullptr), 0);
  for (perfc_event *ring : rings_) {
    while (perfc_batch_fill_event(batch, ring) > 0) {
      const std::vector<RawRow> rows = RowsOf(batch);
      std::set<uint32_t> seen;
      for (const RawRow &row : rows) {
        uint16_t type = 0;
        memcpy(&type, row.data, sizeof type);
        const auto found = both_.find(type);
        ASSERT_NE(found, both_.end());
        ASSERT_TRUE(perfc_tracepoint_matches(found->second.ours.get(), row.data,
                                             row.size));
        CompareRecord(&found->second, row);
        seen.insert(type);
        ASSERT_FALSE(HasFailure());
      }
      for (uint32_t type : seen) CompareColumns(both_[type], batch, rows);
    }
  }
  perfc_batch_destroy(batch);
  size_t tracepoints = 0;
  size_t located = 0;
  size_t records = 0;
  for (const auto &[id, both] : both_) {
    tracepoints += both.records > 0;
    located += both.located;
    records += both.records;
  }
  printf("%zu records of %zu tracepoints, %zu with __data_loc; %zu values\n",
         records, tracepoints, located, values_);
  EXPECT_GE(tracepoints, 50u);
  EXPECT_GE(located, 10u);
}

}  // namespace
