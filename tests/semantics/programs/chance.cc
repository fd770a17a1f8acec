// COVERS: sources of chance give what is asked for, within bounds, and not the same twice.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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

void device_files() {
  for (const char* path : {"/dev/urandom", "/dev/random"}) {
    std::set<unsigned> seen;
    const int file = open(path, O_RDONLY);
    for (int i = 0; i < 8; ++i) {
      unsigned word = 0;
      RESULT(read(file, &word, sizeof word));
      seen.insert(word);
    }
    VALUE(seen.size() > 6);
    char halves[2][3];
    const iovec parts[] = {{halves[0], 3}, {halves[1], 3}};
    RESULT(readv(file, parts, 2));
    RESULT(read(file, halves[0], 0));
    RESULT(close(file));
    RESULT(read(file, halves[0], 1));
  }
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
  numbers();
  bytes();
  device();
  device_files();
  direct_calls();
  return 0;
}
