// CLASSES: increment 2 = 2 + 0
// CLASSES: increment 4 = 24 + 0
// CLASSES: opposite = 2 + 1
// CLASSES: philosophers 3 = 6 + 1
// CLASSES: philosophers 4 = 14 + 1
// CLASSES: philosophers 5 = 30 + 1
// CLASSES: files 13 = 1 + 0
// CLASSES: files 16 = 8 + 0
// CLASSES: try 2 = 4 + 0
// CLASSES: try 3 = 21 + 0
// CLASSES: around = 3 + 0
// CLASSES: beside = 8 + 0
// CLASSES: recursive = 2 + 0
// Mutexes. A lock that every thread takes once has n! orders; of n philosophers who take the left fork first, each fork
// is taken by one of its two neighbors first: 2^n graphs, of which the two cycles are one deadlock and one impossible.
// The file system (Flanagan and Godefroid, 2005) has threads that look for a free block. From the fourteenth on each
// begins where an earlier one did, and either of the two comes first: 2^(n-13).
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

#include "together.h"

static std::atomic<int> x;
static std::mutex a;
static std::mutex b;
static std::recursive_mutex nested;
static std::mutex forks[8];

static constexpr int kBlocks = 26;
static std::mutex inode_locks[32];
static std::mutex block_locks[kBlocks];
static int inodes[32];
static bool busy[kBlocks];

static Bodies philosophers(int n) {
  Bodies bodies;
  for (int i = 0; i < n; ++i) {
    bodies.push_back([i, n] {
      const std::lock_guard left(forks[i]);
      const std::lock_guard right(forks[(i + 1) % n]);
    });
  }
  return bodies;
}

static void open_file(int thread) {
  const std::lock_guard held(inode_locks[thread]);
  if (inodes[thread] != 0) return;
  for (int block = thread * 2 % kBlocks;; block = (block + 1) % kBlocks) {
    const std::lock_guard looking(block_locks[block]);
    if (busy[block]) continue;
    busy[block] = true;
    inodes[thread] = block + 1;
    return;
  }
}

static Bodies file_system(int n) {
  Bodies bodies;
  for (int i = 0; i < n; ++i) bodies.push_back([i] { open_file(i); });
  return bodies;
}

static void take(std::mutex& first, std::mutex& second) {
  const std::lock_guard one(first);
  const std::lock_guard two(second);
}

static void increment() {
  const std::lock_guard held(a);
  x = x + 1;
}

static void increment_if_free() {
  if (!a.try_lock()) return;
  ++x;
  a.unlock();
}

static void locked(int value, bool reads) {
  const std::lock_guard held(a);
  x = value;
  if (reads) x.load();
}

static void add_nested() {
  const std::lock_guard outer(nested);
  const std::lock_guard inner(nested);
}

int main(int count, char** argv) {
  const std::string shape = argv[1];
  const int n = count > 2 ? std::atoi(argv[2]) : 0;
  if (shape == "increment") together(times(n, increment));
  if (shape == "opposite") together({[] { take(a, b); }, [] { take(b, a); }});
  if (shape == "philosophers") together(philosophers(n));
  if (shape == "files") together(file_system(n));
  if (shape == "try") together(times(n, increment_if_free));
  if (shape == "around") together({[] { ++x, a.lock(), a.unlock(); }, [] { a.lock(), ++x, a.unlock(); }});
  if (shape == "beside") together({[] { x = 42; }, [] { locked(1, false); }, [] { locked(2, true); }});
  if (shape == "recursive") together(times(2, add_nested));
}
