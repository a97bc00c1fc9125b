/* The library is loaded, used and unloaded a thousand times, and leaves nothing
 * mapped and no memory behind. The library's path is the argument; "files" behind it: the library
 * opens files, too. */

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "perfc/perfc.h"
#include "perfc/profile.h"

enum { kRounds = 1000, kWarmUp = 10 };

/* What libc's loader keeps of itself in a thousand rounds stays far below. */
static const size_t kMostBytesLeft = 64 * 1024;

static int Mapped(const char *name) {
  char line[4096];
  int found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  if (maps == NULL) return -1;
  while (fgets(line, sizeof(line), maps) != NULL)
    found |= strstr(line, name) != NULL;
  fclose(maps);
  return found;
}

static void *Symbol(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL) fprintf(stderr, "%s\n", dlerror());
  return symbol;
}

static struct perfc_attr TaskClock(void) {
  struct perfc_attr attr;
  memset(&attr, 0, sizeof(attr));
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof(attr);
  attr.config = PERFC_COUNT_SW_TASK_CLOCK;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER;
  attr.flags = PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
  return attr;
}

/* Where the machine forbids events, the way to that answer is the use. */
static int UseEvent(void *library) {
  int (*open_event)(const perfc_host *, const void *, size_t, int32_t, int32_t,
                    perfc_event *, uint64_t, perfc_event **,
                    struct perfc_error *) = Symbol(library, "perfc_open");
  void (*close_event)(perfc_event *) = Symbol(library, "perfc_close");
  if (open_event == NULL || close_event == NULL) return -1;

  const struct perfc_attr attr = TaskClock();
  perfc_event *event = NULL;
  struct perfc_error error;
  const int result =
      open_event(NULL, &attr, sizeof(attr), 0, -1, NULL, 0, &event, &error);
  if (result < 0 && result != -EACCES && result != -EPERM) {
    fprintf(stderr, "perfc_open: %s\n", strerror(-result));
    return -1;
  }
  close_event(event);
  return 0;
}

static int UsePlan(void *library) {
  int (*create)(uint32_t, perfc_plan **, struct perfc_error *) =
      Symbol(library, "perfc_plan_create");
  int (*add)(perfc_plan *, const void *, size_t, const uint64_t *, size_t,
             struct perfc_error *) = Symbol(library, "perfc_plan_add_attr");
  void (*destroy)(perfc_plan *) = Symbol(library, "perfc_plan_destroy");
  if (create == NULL || add == NULL || destroy == NULL) return -1;

  const struct perfc_attr attr = TaskClock();
  const uint64_t ids[] = {1, 2, 3};
  perfc_plan *plan = NULL;
  int result = create(PERFC_BYTE_ORDER_NATIVE, &plan, NULL);
  if (result == 0) result = add(plan, &attr, sizeof(attr), ids, 3, NULL);
  destroy(plan);
  return result;
}

static int UseVersion(void *library) {
  uint32_t (*version)(void) = Symbol(library, "perfc_version");
  return version != NULL && version() != 0 ? 0 : -1;
}

static int UseFile(void *library) {
  int (*open)(const struct perfc_file_options *, perfc_file **,
              struct perfc_error *) = Symbol(library, "perfc_file_open");
  if (open == NULL) return -1;

  static const char content[] = "no perf.data file";
  struct perfc_file_options options;
  memset(&options, 0, sizeof(options));
  options.size = sizeof(options);
  options.data = content;
  options.data_size = sizeof(content);
  perfc_file *file = NULL;
  struct perfc_error error;
  return open(&options, &file, &error) == -EBADMSG ? 0 : -1;
}

static int Round(const char *path, int opens_files) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return -1;
  }
  if (UseVersion(library) < 0 || UseEvent(library) < 0 || UsePlan(library) < 0)
    return -1;
  if (opens_files && UseFile(library) < 0) return -1;
  if (Mapped("libperfc") != 1) {
    fprintf(stderr, "/proc/self/maps doesn't show the loaded library\n");
    return -1;
  }
  return dlclose(library);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  const int opens_files = argc > 2 && strcmp(argv[2], "files") == 0;
  size_t before = 0;
  for (int i = 0; i < kWarmUp + kRounds; ++i) {
    if (i == kWarmUp) before = mallinfo2().uordblks;
    if (Round(argv[1], opens_files) < 0) return 1;
  }
  if (Mapped("libperfc") != 0) {
    fprintf(stderr, "still mapped after dlclose\n");
    return 1;
  }
  const size_t after = mallinfo2().uordblks;
  if (after > before + kMostBytesLeft) {
    fprintf(stderr, "%zu bytes left behind\n", after - before);
    return 1;
  }
  return 0;
}
