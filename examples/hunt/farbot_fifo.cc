// farbot, commit 0416705 (March 2023); needs its folder include/ and -include array.
//
// A push that finds the queue full resets its position with a relaxed store, which hides the release of the push before
// from a reader: a data race by C++20. Found in run 18.
#include <cassert>
#include <farbot/fifo.hpp>
int main() {
  farbot::fifo<int> q(2);
  std::atomic<int> in{0}, out{0};
  std::vector<std::thread> t;
  for (int p = 1; p <= 2; p++)
    t.emplace_back([&, p] {
      int a = p, b = p * 10;
      if (q.push(std::move(a))) in += p;
      if (q.push(std::move(b))) in += p * 10;
    });
  for (int p = 0; p < 2; p++)
    t.emplace_back([&] {
      int v;
      for (int i = 0; i < 2; i++)
        if (q.pop(v)) out += v;
    });
  for (auto& x : t) x.join();
  int v;
  while (q.pop(v)) out += v;
  assert(in == out);
}
