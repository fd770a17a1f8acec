/* Linked beside a program to see what it did: at its end, the file $SLEAVE_MADE must equal the file $SLEAVE_WANTED. For
 * a program that ends by _exit() link with --wrap=_exit. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  const char* bytes;
  size_t size;
} contents;

static contents contents_of(const char* variable) {
  contents none = {NULL, 0};
  const char* path = getenv(variable);
  int file = path ? open(path, O_RDONLY) : -1;
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return none;
  contents found = {mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0), (size_t)status.st_size};
  close(file);
  return found.bytes == MAP_FAILED ? none : found;
}

static void compare(void) {
  if (!getenv("SLEAVE_WANTED")) return;
  contents made = contents_of("SLEAVE_MADE");
  contents wanted = contents_of("SLEAVE_WANTED");
  if (made.bytes && wanted.bytes && made.size == wanted.size && memcmp(made.bytes, wanted.bytes, made.size) == 0)
    return;
  fputs("witness: the program wrote something else\n", stderr);
  abort();
}

__attribute__((destructor)) static void at_exit(void) { compare(); }

_Noreturn void __real__exit(int code) __attribute__((weak));
_Noreturn void __wrap__exit(int code);
void __wrap__exit(int code) {
  if (code == 0) compare();
  __real__exit(code);
}
