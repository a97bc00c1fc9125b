/* The Python binding as a contender of the benchmark: contender.py in a process of
 * its own, for PYTHON of which that is. tools/bench says where all is. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/bench/peers.h"

#define EVENT 3 /* as contender.py knows it */

struct contender {
  pid_t pid;
  int socket;
};

static int spawn(const char *pages, const char *attr_size, int event,
                 int socket, pid_t *pid) {
  char *const arguments[] = {"env",
                             "PERFC_LIBRARY=" LIBRARY,
                             "PYTHONPATH=" BINDING "/src",
                             PYTHON,
                             BINDING "/bench/contender.py",
                             (char *)pages,
                             (char *)attr_size,
                             NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, event, EVENT);
  const int result =
      posix_spawnp(pid, "env", &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

static void close_contender(void *opened) {
  struct contender *contender = opened;
  close(contender->socket);
  waitpid(contender->pid, NULL, 0);
  free(contender);
}

static void *open_contender(int fd, const void *attr, size_t attr_size,
                            uint32_t data_pages) {
  char pages[16], size[16], ready;
  int sockets[2];
  snprintf(pages, sizeof pages, "%u", data_pages);
  snprintf(size, sizeof size, "%zu", attr_size);
  struct contender *contender = malloc(sizeof *contender);
  if (contender == NULL ||
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    free(contender);
    return NULL;
  }
  contender->socket = sockets[0];
  const int failed = spawn(pages, size, fd, sockets[1], &contender->pid);
  close(sockets[1]);
  if (failed) {
    close(sockets[0]);
    free(contender);
    return NULL;
  }
  if (write(contender->socket, attr, attr_size) != (ssize_t)attr_size ||
      read(contender->socket, &ready, 1) != 1) {
    close_contender(contender);
    return NULL;
  }
  return contender;
}

static struct bench_sum drain(void *opened, const struct bench_ring *ring) {
  const struct contender *contender = opened;
  struct bench_sum sum = {0, 0};
  (void)ring;
  if (write(contender->socket, "", 1) != 1 ||
      recv(contender->socket, &sum, sizeof sum, MSG_WAITALL) != sizeof sum) {
    sum.records = 0;
  }
  return sum;
}

bench_peers_function bench_peers;

const struct bench_peer *bench_peers(uint32_t *count) {
  static const struct bench_peer peer = {"Python: columns, numpy sums",
                                         0,
                                         0,
                                         open_contender,
                                         drain,
                                         close_contender};
  *count = 1;
  return &peer;
}
