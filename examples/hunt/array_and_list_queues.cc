// ConcurrencyFreaks, commit ae40ca8 (October 2025), CPP/queues; needs -DQ=NAME -DHDR='"NAME.hpp"'.
//
// Values in = values out, for eleven queues with the same interface. CRDoubleLinkQueue: the first enqueue links the
// sentinel to itself, a dequeue returns nothing and retires the head twice: use after free. Found in run 12.
#include <atomic>
#include <cassert>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
using namespace std;
#include HDR
int main() {
  Q<int> q(4);
  static int v[64];
  std::atomic<int> sum{0};
  std::vector<std::thread> t;
  for (int p = 0; p < 2; p++)
    t.emplace_back([&, p] {
      q.enqueue(&v[p + 1], p);
      q.enqueue(&v[(p + 1) * 10], p);
    });
  for (int p = 2; p < 4; p++)
    t.emplace_back([&, p] {
      for (int i = 0; i < 2; i++)
        if (int* x = q.dequeue(p)) sum += x - v;
    });
  for (auto& x : t) x.join();
  while (int* x = q.dequeue(0)) sum += x - v;
  assert(sum == 33);
}
