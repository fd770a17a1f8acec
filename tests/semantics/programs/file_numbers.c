/* COVERS: descriptors of files: openat, creat, ranges that are closed, streams opened and written in every way. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "say.h"

static int formatted(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int length = stream == NULL ? vprintf(format, list) : vfprintf(stream, format, list);
  va_end(list);
  fflush(stream);
  return length;
}

static void files(const char* folder) {
  char path[128];
  const int place = open(folder, O_RDONLY | O_DIRECTORY);
  VALUE(place >= 0);
  const int made = openat(place, "made", O_CREAT | O_RDWR, 0600);
  VALUE(made >= 0);
  RESULT(openat(place, "missing", O_RDONLY));
  RESULT(openat(-1, "missing", O_RDONLY));
  RESULT(flock(made, LOCK_EX | LOCK_NB));
  RESULT(flock(made, LOCK_UN));
  RESULT(flock(made, 99));
  snprintf(path, sizeof path, "%s/second", folder);
  const int second = creat(path, 0600);
  VALUE(second >= 0);
  RESULT(write(second, "abc", 3));
  RESULT(read(second, path, 1));
  RESULT(close_range(made, second, 0));
  RESULT(close(made));
  RESULT(close(second));
  RESULT(close_range(5, 4, 0));
  const int third = dup(place);
  closefrom(third);
  RESULT(close(third));
  unlinkat(place, "made", 0);
  unlinkat(place, "second", 0);
  RESULT(close(place));
}

static void streams(void) {
  FILE* nothing = fopen("/dev/null", "w");
  VALUE(nothing != NULL);
  VALUE(formatted(nothing, "%d %s\n", 5, "words"));
  VALUE(formatted(NULL, "%d %s\n", 5, "words"));
  VALUE(fclose(nothing));
  VALUE(fopen("/no/such/file", "r") == NULL);
  VALUE(fopen("/dev/null", "nonsense") == NULL);
  VALUE(dlmopen(LM_ID_BASE, "libm.so.6", RTLD_NOW) != NULL);
  VALUE(dlmopen(LM_ID_BASE, "no_such_library.so", RTLD_NOW) == NULL);
}

int main(void) {
  char folder[] = "/tmp/sleave_semantics_XXXXXX";
  VALUE(mkdtemp(folder) != NULL);
  files(folder);
  streams();
  RESULT(rmdir(folder));
  return 0;
}
