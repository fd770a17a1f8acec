/* COVERS: what the kernel keeps for a process: working folder, mask of new files, limits, urgency, mappings. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "say.h"

static void folders(void) {
  char path[256] = "";
  RESULT(chdir("/no/such/folder"));
  RESULT(chdir("/usr"));
  VALUE(getcwd(path, sizeof path) != NULL);
  say(path);
  const int root = open("/", O_RDONLY | O_DIRECTORY);
  RESULT(fchdir(root));
  RESULT(fchdir(-1));
  VALUE(getcwd(path, sizeof path) != NULL);
  say(path);
  RESULT(close(root));
  umask(022);
  VALUE(umask(027) == 022);
  VALUE(umask(022) == 027);
}

static void limits(void) {
  struct rlimit limit;
  RESULT(getrlimit(RLIMIT_FSIZE, &limit));
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? 1u << 30 : limit.rlim_max;
  RESULT(setrlimit(RLIMIT_FSIZE, &limit));
  RESULT(setrlimit((__rlimit_resource_t)77, &limit));
  RESULT(setpriority(PRIO_PROCESS, 0, 5));
  VALUE(getpriority(PRIO_PROCESS, 0));
  RESULT(setpriority((__priority_which_t)77, 0, 5));
}

static void mappings(void) {
  const size_t bytes = 8192;
  char* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  VALUE(memory != MAP_FAILED);
  memory[0] = 7;
  RESULT(mprotect(memory, bytes, PROT_READ));
  VALUE(memory[0]);
  RESULT(mprotect(memory + 1, bytes, PROT_READ));
  RESULT(mprotect(memory, bytes, PROT_READ | PROT_WRITE));
  RESULT(madvise(memory, bytes, MADV_DONTNEED));
  VALUE(memory[0]);
  RESULT(madvise(memory, bytes, 7777));
  RESULT(munmap(memory, bytes));
  RESULT(munmap(memory + 1, bytes));
}

int main(void) {
  folders();
  limits();
  mappings();
  return 0;
}
