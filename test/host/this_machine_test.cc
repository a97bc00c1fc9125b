// The system that there is.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "impl/host/files.h"
#include "impl/host/host.h"
#include "perfc/uapi.h"

namespace {

using perfc::host::NameList;

// A libc call's -1 and errno become one result.
TEST(ThisMachine, AnswersWithNegativeErrnosAndLeavesErrnoAlone) {
  const auto &system = perfc::host::ThisMachine().system();
  errno = 77;
  EXPECT_EQ(system.Open("/nowhere/at/all", O_RDONLY), -ENOENT);
  EXPECT_EQ(system.Close(-1), -EBADF);
  EXPECT_EQ(system.Ioctl(-1, PERFC_IOC_ENABLE, 0), -EBADF);
  EXPECT_EQ(system.Fcntl(-1, F_SETFD, FD_CLOEXEC), -EBADF);
  EXPECT_EQ(system.Getdents(-1, nullptr, 0), -EBADF);
  EXPECT_EQ(system.Mmap(nullptr, 4096, 0, 0x2, -1, 0), -EBADF);
  EXPECT_EQ(system.Munmap(nullptr, 0), -EINVAL);
  EXPECT_EQ(errno, 77);
}

TEST(ThisMachine, HasAnEventfdThatPollSees) {
  const auto &system = perfc::host::ThisMachine().system();
  const int fd = system.Eventfd(O_CLOEXEC | O_NONBLOCK);
  ASSERT_GE(fd, 0);
  uint64_t number = 5;
  EXPECT_EQ(system.Read(fd, &number, sizeof number), -EAGAIN);
  EXPECT_EQ(system.Write(fd, &number, sizeof number), 8);
  pollfd polled = {fd, POLLIN, 0};
  EXPECT_EQ(system.Poll(&polled, 1, 0), 1);
  EXPECT_EQ(polled.revents, POLLIN);
  EXPECT_EQ(system.Close(fd), 0);
}

TEST(ThisMachine, ListsADirectory) {
  NameList list;
  ASSERT_EQ(perfc::host::ThisMachine().ListSys("", &list), 0);
  bool found = false;
  for (size_t i = 0; i < list.size(); ++i) found |= list[i] == "devices";
  EXPECT_TRUE(found);
}

pid_t Pid() { return perfc::host::ThisMachine().system().Getpid(); }

// What a child ended with.
int StatusOf(pid_t child) {
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ThisMachine, KnowsThePidInEachGenerationOfChildren) {
  EXPECT_EQ(Pid(), getpid());
  EXPECT_EQ(Pid(), getpid());
  const pid_t child = fork();
  if (child == 0) {
    if (Pid() != getpid()) _exit(1);
    const pid_t grandchild = fork();
    if (grandchild == 0) _exit(Pid() == getpid() && Pid() == getpid() ? 0 : 1);
    _exit(StatusOf(grandchild));
  }
  EXPECT_EQ(StatusOf(child), 0);
  EXPECT_EQ(Pid(), getpid());
}

TEST(ThisMachine, KnowsThePidInAChildThatLibcDoesNotKnowOf) {
  EXPECT_EQ(Pid(), getpid());
  const auto child =
      static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  if (child == 0) _exit(Pid() == syscall(SYS_getpid) ? 0 : 1);
  EXPECT_EQ(StatusOf(child), 0);
}

#ifndef __SANITIZE_THREAD__  // It makes a fork of vfork.
// Which also shows that the kernel isn't asked again.
TEST(ThisMachine, TellsAChildThatSharesMemoryTheParentsPid) {
  const pid_t parent = Pid();
  const pid_t child = vfork();
  if (child == 0) _exit(Pid() == parent ? 0 : 1);
  EXPECT_EQ(StatusOf(child), 0);
}
#endif

}  // namespace
