// libcuckoo, commit 0b0ffe0 (April 2026); needs its root folder in the include path.
//
// lock_all() walks a list of lock arrays before it has a lock, while a resize appends to the list. Without Sleave:
// clang++ -stdlib=libc++ -std=c++17 -O1 -g -fsanitize=thread -pthread reports the data race (libstdc++ links lists in
// code that ThreadSanitizer does not see). Found by clients that `sleave synth` made from the header, in run 1.
#include <atomic>
#include <libcuckoo/cuckoohash_map.hh>
#include <thread>

int main() {
  for (int round = 0; round < 1000; ++round) {
    libcuckoo::cuckoohash_map<int, int> map(1);
    std::atomic<bool> go{false};
    std::thread other([&] {
      while (!go.load(std::memory_order_relaxed)) {
      }
      map.rehash(6);
    });
    go.store(true, std::memory_order_relaxed);
    map.rehash(7);
    other.join();
  }
}
