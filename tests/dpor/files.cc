// CLASSES: own 2 4 = 1 + 0
// CLASSES: own 3 3 = 1 + 0
// CLASSES: opened 2 3 = 6 + 0
// CLASSES: opened 3 1 = 90 + 0
// CLASSES: same 2 2 = 6 + 0
// CLASSES: readers 3 2 = 1 + 0
// CLASSES: place 3 1 = 6 + 0
// CLASSES: beside 2 3 = 1 + 0
// CLASSES: status 2 1 = 2 + 0 anew
// CLASSES: cut 2 1 = 2 + 0 anew
// CLASSES: names 2 2 = 1 + 0
// CLASSES: locked 2 2 = 2 + 0
// Files. Reads and writes of the contents of one are ordered with each other and with what else depends on them. N
// threads that write M times to a file of their own: one class. That open and close it as well: the lowest free number
// is given out, so these two are ordered, (2N)! / 2^N. To the same file: (2M)! / M!^2. Reads at a given place do not
// change anything, reads at the descriptor's place move it: N!. A writer next to a thread that asks for the size of
// another file, or makes and removes names M times: 1; of the same file, or cuts it: 2, after the search has learned
// that the file is shared. Under a lock its orders are all: N!.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cstdlib>
#include <mutex>
#include <string>

#include "together.h"

static int rounds;
static std::mutex lock;

static std::string path(int i) { return "/tmp/sleave-dpor-files-" + std::to_string(i); }

static int open_file(int i) {
  const int file = open(path(i).c_str(), O_RDWR | O_CREAT, 0600);
  assert(file >= 0);
  return file;
}

static void write_to(int file) {
  for (int i = 0; i < rounds; ++i) assert(write(file, "x", 1) == 1);
}

static Bodies own(int threads) {
  Bodies bodies;
  for (int i = 0; i < threads; ++i) bodies.emplace_back([file = open_file(i)] { write_to(file); });
  return bodies;
}

static Bodies opened(int threads) {
  Bodies bodies;
  for (int i = 0; i < threads; ++i) {
    bodies.emplace_back([i] {
      const int file = open_file(i);
      write_to(file);
      close(file);
    });
  }
  return bodies;
}

static Bodies same(int threads) {
  Bodies bodies;
  for (int i = 0; i < threads; ++i) bodies.emplace_back([file = open_file(0)] { write_to(file); });
  return bodies;
}

static Bodies readers(int threads) {
  const int file = open_file(0);
  write_to(file);
  return times(threads, [file] {
    char byte = 0;
    for (int i = 0; i < rounds; ++i) assert(pread(file, &byte, 1, i) == 1);
  });
}

static Bodies place(int threads) {
  const int file = open_file(0);
  return times(threads, [file] {
    char byte = 0;
    for (int i = 0; i < rounds; ++i) assert(read(file, &byte, 1) == 0);
  });
}

static Bodies beside(int) {
  const int file = open_file(0);
  close(open_file(1));
  return {[file] { write_to(file); },
          [] {
            struct stat status;
            for (int i = 0; i < rounds; ++i) assert(stat(path(1).c_str(), &status) == 0 && status.st_size == 0);
          }};
}

static Bodies status(int) {
  const int file = open_file(0);
  return {[file] { write_to(file); },
          [] {
            struct stat found;
            assert(stat(path(0).c_str(), &found) == 0 && found.st_size <= 1);
          }};
}

static Bodies cut(int) {
  const int file = open_file(0);
  return {[file] { write_to(file); }, [] { assert(truncate(path(0).c_str(), 0) == 0); }};
}

static Bodies names(int) {
  const int file = open_file(0);
  return {[file] { write_to(file); },
          [] {
            for (int i = 0; i < rounds; ++i) {
              assert(rename(path(0).c_str(), path(2).c_str()) == 0);
              assert(link(path(2).c_str(), path(0).c_str()) == 0);
              assert(unlink(path(2).c_str()) == 0);
            }
          }};
}

static Bodies locked(int threads) {
  const int file = open_file(0);
  return times(threads, [file] {
    const std::scoped_lock held(lock);
    struct stat status;
    write_to(file);
    assert(fstat(file, &status) == 0 && status.st_size % rounds == 0);
  });
}

int main(int, char** words) {
  const std::string what = words[1];
  const int threads = std::atoi(words[2]);
  rounds = std::atoi(words[3]);
  together(what == "own"       ? own(threads)
           : what == "opened"  ? opened(threads)
           : what == "same"    ? same(threads)
           : what == "readers" ? readers(threads)
           : what == "place"   ? place(threads)
           : what == "beside"  ? beside(threads)
           : what == "status"  ? status(threads)
           : what == "cut"     ? cut(threads)
           : what == "names"   ? names(threads)
                               : locked(threads));
}
