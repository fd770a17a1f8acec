// COVERS: sources of chance give what is asked for, within bounds, and not the same twice.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <random>
#include <set>

#include "say.h"

namespace {

void numbers() {
  std::set<unsigned> seen;
  for (int i = 0; i < 8; ++i) seen.insert(arc4random());
  VALUE(seen.size() > 6);
  bool within = true;
  for (int i = 0; i < 100; ++i) within = within && arc4random_uniform(7) < 7;
  VALUE(within);
  VALUE(arc4random_uniform(0));
  VALUE(arc4random_uniform(1));
}

void bytes() {
  unsigned char buffer[64] = {};
  arc4random_buf(buffer, sizeof buffer);
  int zeros = 0;
  for (const unsigned char byte : buffer) zeros += byte == 0;
  VALUE(zeros < 10);
  RESULT(getrandom(buffer, sizeof buffer, 0));
  RESULT(getrandom(buffer, 16, GRND_NONBLOCK));
  RESULT(getentropy(buffer, 32));
  RESULT(getentropy(buffer, 300));
}

void device() {
  std::random_device source;
  std::set<unsigned> seen;
  for (int i = 0; i < 8; ++i) seen.insert(source());
  VALUE(seen.size() > 6);
  VALUE(source.min() == 0);
}

// Bytes of a source, and whether they look random: not all the same.
void say_bytes(const char* what, const unsigned char* buffer, size_t size) {
  std::set<unsigned char> seen(buffer, buffer + size);
  printf("%s: %d\n", what, seen.size() > size / 4);
}

void random_file(const char* path) {
  unsigned char buffer[32] = {};
  unsigned char second[32] = {};
  const int file = open(path, O_RDONLY);
  RESULT(read(file, buffer, sizeof buffer));
  say_bytes("read", buffer, sizeof buffer);
  RESULT(pread(file, second, sizeof second, 0));
  VALUE(memcmp(buffer, second, sizeof buffer) != 0);
  iovec parts[2] = {{buffer, 20}, {second, 12}};
  RESULT(readv(file, parts, 2));
  RESULT(read(file, buffer, 0));
  RESULT(close(file));
  FILE* stream = fopen(path, "r");
  VALUE(fread(buffer, 1, sizeof buffer, stream));
  say_bytes("fread", buffer, sizeof buffer);
  VALUE(fgetc(stream) != EOF);
  VALUE(fread(second, 1, sizeof second, stream));
  VALUE(memcmp(buffer, second, sizeof buffer) != 0);
  VALUE(fclose(stream));
}

void direct_calls() {
  char bytes[16];
  RESULT(syscall(SYS_getrandom, bytes, sizeof bytes, 0));
  struct statx status;
  RESULT(syscall(SYS_statx, AT_FDCWD, "/dev/null", 0, STATX_MODE, &status));
  VALUE(S_ISCHR(status.stx_mode));
  const int file = open("/dev/null", O_RDONLY);
  RESULT(syscall(SYS_close, file));
  RESULT(syscall(SYS_close, file));
}

}  // namespace

int main() {
  random_file("/dev/urandom");
  random_file("/dev/random");
  numbers();
  bytes();
  device();
  direct_calls();
  return 0;
}
