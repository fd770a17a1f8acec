// oneTBB 2021.8 (Debian 12: libtbb-dev); link with -ltbb.
//
// range() reads the first node of a bucket through a relaxed load: what the node holds races with an insertion that
// makes the bucket. Without Sleave: g++ -std=c++17 -O1 -g -fsanitize=thread -pthread reports the data race. Matters on
// ARM and POWER. Found by clients that `sleave synth` made from the header, in run 7.
#include <tbb/concurrent_unordered_set.h>

#include <memory>
#include <thread>

// TBB's own allocator is a library that is not instrumented.
using Set = tbb::concurrent_unordered_set<int, std::hash<int>, std::equal_to<int>, std::allocator<int>>;

int main() {
  for (int round = 0; round < 2000; ++round) {
    Set set;
    std::thread other([&] {
      for (int i = 0; i < 4; ++i) set.insert(round + i);
    });
    for (int i = 0; i < 4; ++i) {
      for (int number : set.range()) (void)number;
    }
    other.join();
  }
}
