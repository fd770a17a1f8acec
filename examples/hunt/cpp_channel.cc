// cpp-channel, commit 1ec5d07 (July 2025); needs its folder include/.
//
// Two writers and two readers of a channel with one slot. Readers and writers share a condition variable, and
// notify_one() can wake a thread of the wrong kind: deadlock. Found in run 3.
#include <atomic>
#include <cassert>
#include <msd/channel.hpp>
#include <thread>
#include <vector>
int main() {
  msd::channel<int> c(1);
  std::atomic<int> sum{0};
  std::vector<std::thread> t;
  for (int p = 1; p <= 2; p++)
    t.emplace_back([&, p] {
      c.write(p);
      c.write(p * 10);
    });
  for (int p = 0; p < 2; p++)
    t.emplace_back([&] {
      int v;
      for (int i = 0; i < 2; i++)
        if (c.read(v)) sum += v;
    });
  for (auto& x : t) x.join();
  assert(sum == 33);
}
