// Futexes with bitsets: a wake concerns only sleepers that have a bit in common with it.
//   missed: one sleeps for bit 1 unless the word has changed; it changes, and a wake is for bit 2. Asleep before the
//   change: for ever. any: the same, and the wake is for all bits. own: two sleep, for bits 1 and 2; a third thread
//   wakes one sleeper for bit 1, then one for bit 2. All four operations change the list or see it, and each order of
//   them is another class: 4! / 2 = 12. Nobody is left asleep if each went to sleep before its wake, so that the second
//   wake is the last of all: 3. first: the same, but both sleep for bit 1, and the second wake is for bits 1 and 2.
//   Where a wake finds two sleepers, in the orders SSWW and WSSW, either may be woken: 12 + 2 + 2. Nobody is left
//   asleep in the orders SSWW and SWSW: 4 + 2.
// The first run shows the futex.
// CLASSES: missed = 1 + 1 anew
// CLASSES: any = 2 + 0 anew
// CLASSES: own = 3 + 9 anew
// CLASSES: first = 6 + 10 anew
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <string>

#include "together.h"

static std::atomic<unsigned> word;

static void wait_for(unsigned bits) { syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, nullptr, nullptr, bits); }

static void wake_one(unsigned bits) { syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, nullptr, nullptr, bits); }

int main(int, char** argv) {
  const std::map<std::string, Bodies> shapes{
      {"missed", {[] { wait_for(1); }, [] { word = 1, wake_one(2); }}},
      {"any", {[] { wait_for(1); }, [] { word = 1, syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1); }}},
      {"own", {[] { wait_for(1); }, [] { wait_for(2); }, [] { wake_one(1), wake_one(2); }}},
      {"first", {[] { wait_for(1); }, [] { wait_for(1); }, [] { wake_one(1), wake_one(3); }}},
  };
  together(shapes.at(argv[1]));
}
