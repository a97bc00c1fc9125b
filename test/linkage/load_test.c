/* The library works however it is loaded: by a thread, with symbols of its own first, lazily, and
 * twice, in namespaces with a C library of their own. Each time it can be unloaded. The library's
 * path is the argument; "files" behind it: the library opens files, too. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "perfc/perfc.h"
#include "perfc/profile.h"

static const char *g_path;
static int g_opens_files;

static int OpensFiles(void *library) {
  int (*open)(const struct perfc_file_options *, perfc_file **,
              struct perfc_error *) = dlsym(library, "perfc_file_open");
  static const char content[] = "no perf.data file";
  struct perfc_file_options options = {.size = sizeof(options)};
  options.data = content;
  options.data_size = sizeof(content);
  perfc_file *file = NULL;
  return open && open(&options, &file, NULL) == -EBADMSG;
}

static int Uses(void *library) {
  int (*create)(uint32_t, perfc_plan **, struct perfc_error *) =
      dlsym(library, "perfc_plan_create");
  void (*destroy)(perfc_plan *) = dlsym(library, "perfc_plan_destroy");
  int (*text)(const struct perfc_error *, char *, size_t) =
      dlsym(library, "perfc_error_text");
  if (!create || !destroy || !text) return 0;

  struct perfc_error error = {0};
  perfc_plan *plan = NULL;
  const int created = create(PERFC_BYTE_ORDER_NATIVE, &plan, NULL);
  destroy(plan);
  const int refused = create(99, &plan, &error);
  char words[512] = "";
  return created == 0 && refused < 0 &&
         text(&error, words, sizeof(words)) > 0 &&
         strstr(words, "EINVAL") != NULL &&
         (!g_opens_files || OpensFiles(library));
}

static int Unloads(void *library, const char *how) {
  if (library == NULL) {
    fprintf(stderr, "%s: %s\n", how, dlerror());
    return 0;
  }
  const int used = Uses(library);
  const int closed = dlclose(library);
  if (!used || closed != 0) fprintf(stderr, "%s: doesn't work\n", how);
  return used && closed == 0;
}

static int OpensWith(int flags, const char *how) {
  const int works = Unloads(dlopen(g_path, flags), how);
  if (dlopen(g_path, RTLD_NOW | RTLD_NOLOAD) == NULL) return works;
  fprintf(stderr, "%s: still loaded\n", how);
  return 0;
}

static void *InThread(void *works) {
  *(int *)works = OpensWith(RTLD_NOW | RTLD_LOCAL, "in a thread");
  return NULL;
}

static int OpensInAThread(void) {
  pthread_t thread;
  int works = 0;
  if (pthread_create(&thread, NULL, InThread, &works) != 0) return 0;
  return pthread_join(thread, NULL) == 0 && works;
}

static int OpensInTwoNamespaces(void) {
  void *first = dlmopen(LM_ID_NEWLM, g_path, RTLD_NOW);
  void *second = dlmopen(LM_ID_NEWLM, g_path, RTLD_NOW);
  const int apart = first != second;
  return Unloads(first, "in a namespace") &
         Unloads(second, "in a second namespace") & apart;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  g_path = argv[1];
  g_opens_files = argc > 2 && strcmp(argv[2], "files") == 0;
  const int all_work =
      OpensWith(RTLD_NOW | RTLD_LOCAL, "RTLD_LOCAL") &
      OpensWith(RTLD_NOW | RTLD_GLOBAL, "RTLD_GLOBAL") &
      OpensWith(RTLD_LAZY | RTLD_LOCAL, "RTLD_LAZY") &
      OpensWith(RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND, "RTLD_DEEPBIND") &
      OpensInAThread() & OpensInTwoNamespaces();
  return all_work ? 0 : 1;
}
