// CLASSES: pipe 1 = 1 + 0
// CLASSES: pipe 2 = 2 + 0
// CLASSES: pipe 3 = 5 + 0
// CLASSES: pipe 4 = 14 + 0
// CLASSES: readers = 0 + 2
// CLASSES: try = 2 + 0
// CLASSES: count 3 = 6 + 0
// CLASSES: poll = 2 + 0
// CLASSES: numbers = 2 + 0
// CLASSES: stream 2 = 2 + 0 anew
// Descriptors. All calls on them are ordered with each other. N bytes through a pipe, one by one: a read comes after
// the write of its byte, so the orders are the Catalan numbers. Two readers of one byte: either gets it, and the other
// waits for ever. A read that does not wait comes before the write or after it. N additions to an event counter: N!.
// Two bytes and a poll: the poll waits for the first, and sees one or two. A number that is closed and one that is
// opened, which may be the same: 2. Two lines into one stream: 2, after the search has learned that libc writes to the
// file.
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "together.h"

static int ends[2];
static int number;
std::atomic<bool> reused;  // not static: a compiler may leave out what nobody reads
static FILE* stream;

static void write_one() { assert(write(ends[1], "x", 1) == 1); }

static void read_one() {
  char byte = 0;
  assert(read(ends[0], &byte, 1) == 1);
}

static void write_all() {
  for (int i = 0; i < number; ++i) write_one();
}

static void read_all() {
  for (int i = 0; i < number; ++i) read_one();
}

static void read_without_waiting() {
  char byte = 0;
  const ssize_t got = read(ends[0], &byte, 1);
  assert(got == 1 || got == -1);
}

static void add() { assert(eventfd_write(number, 1) == 0); }

static void wait_for_input() {
  pollfd one{ends[0], POLLIN, 0};
  assert(poll(&one, 1, -1) == 1);
}

static void close_one() { close(number); }

static void open_one() {
  if (eventfd(0, 0) == number) reused = true;
}

static void print() { assert(std::fputs("a line\n", stream) >= 0); }

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  number = count > 2 ? std::atoi(arguments[2]) : 2;
  if (pipe2(ends, what == "try" ? O_NONBLOCK : 0) != 0) return EXIT_FAILURE;
  if (what == "pipe") {
    together({write_all, read_all});
  } else if (what == "readers") {
    together({write_one, read_one, read_one});
  } else if (what == "try") {
    together({write_one, read_without_waiting});
  } else if (what == "count") {
    const Bodies threads = times(number, add);
    number = eventfd(0, 0);
    together(threads);
  } else if (what == "poll") {
    together({write_all, wait_for_input});
  } else if (what == "numbers") {
    number = eventfd(0, 0);
    together({close_one, open_one});
  } else if (what == "stream") {
    stream = std::tmpfile();
    together({print, print});
  } else {
    return EXIT_FAILURE;
  }
}
