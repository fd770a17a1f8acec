// CLASSES: inc 2 1 = 4 + 0
// CLASSES: inc 3 1 = 36 + 0
// CLASSES: inc 3 2 = 7134 + 0
// CLASSES: ainc 4 = 24 + 0
// CLASSES: ainc 5 = 120 + 0
// CLASSES: binc 3 = 36 + 0
// CLASSES: cinc 3 = 216 + 0
// CLASSES: wrw 2 = 22 + 0
// CLASSES: wrw 3 = 300 + 0
// CLASSES: readers 2 = 4 + 0
// CLASSES: readers 8 = 256 + 0
// CLASSES: lastzero 3 = 12 + 0
// CLASSES: lastzero 5 = 64 + 0
// CLASSES: lastzero 7 = 320 + 0
// CLASSES: indexer 11 = 1 + 0
// CLASSES: indexer 12 = 8 + 0
// CLASSES: casrot 5 = 43 + 0
// CLASSES: casrot 7 = 523 + 0
// CLASSES: casw 3 = 66 + 0
// CLASSES: wcas 6 = 193 + 0
// CLASSES: fib 2 = 19 + 0
// CLASSES: fib 3 = 141 + 0
// CLASSES: fibread 2 = 140 + 0
// BOUNDS: casw 3 --preemptions = 6 24 54 66
// BOUNDS: cinc 2 --preemptions = 2 6 8
// BOUNDS: binc 3 --preemptions = 6 24 36
// BOUNDS: readers 3 --interferences = 1 4 7 8
// Parametric families: n threads, or n rounds. ainc n!, binc (n!)^2, cinc (n!)^3, readers 2^n, lastzero (n+3) 2^(n-2),
// wcas n 2^(n-1) + 1; the others are published or were enumerated.
// Up to a bound: published for preemptions; of the readers choose those that read the write.
#include <atomic>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "together.h"

static std::atomic<int> x;
static std::atomic<int> y;
static std::atomic<int> z;
static std::atomic<int> cells[128];

static Bodies with(Bodies bodies, const std::function<void()>& another) {
  bodies.push_back(another);
  return bodies;
}

static Bodies each(int n, const std::function<void(int)>& body) {
  Bodies bodies;
  for (int i = 0; i < n; ++i) bodies.push_back([body, i] { body(i); });
  return bodies;
}

static Bodies inc(int threads, int rounds) {
  return times(threads, [rounds] {
    for (int i = 0; i < rounds; ++i) x = x + 1;
  });
}

static Bodies last_zero(int n) {
  return with(each(n, [](int i) { cells[i + 1] = cells[i] + 1; }), [n] {
    for (int i = n; cells[i] != 0;) --i;
  });
}

static Bodies indexer(int n) {
  return each(n, [](int thread) {
    for (int i = 0; i < 4; ++i) {
      const int key = 11 * i + thread + 1;
      int at = 7 * (key - 1) % 128;
      for (int empty = 0; !cells[at].compare_exchange_strong(empty, key); empty = 0) at = (at + 1) % 128;
    }
  });
}

static Bodies fibonacci(int n) {
  return {[n] {
            for (int i = 0; i < n; ++i) x = x + y;
          },
          [n] {
            for (int i = 0; i < n; ++i) y = y + x;
          }};
}

int main(int, char** argv) {
  const int n = std::atoi(argv[2]);
  const std::map<std::string, std::function<Bodies()>> families{
      {"inc", [&] { return inc(n, std::atoi(argv[3])); }},
      {"ainc", [&] { return times(n, [] { ++x; }); }},
      {"binc", [&] { return times(n, [] { ++x, ++y; }); }},
      {"cinc", [&] { return times(n, [] { ++x, ++y, ++z; }); }},
      {"wrw", [&] { return with(inc(n, 1), [] { x = 1; }); }},
      {"readers", [&] { return with(times(n, [] { x.load(); }), [] { x = 42; }); }},
      {"lastzero", [&] { return last_zero(n); }},
      {"indexer", [&] { return indexer(n); }},
      {"casrot", [&] { return each(n, [](int i) { x.compare_exchange_strong(i, i + 1); }); }},
      {"casw",
       [&] {
         return each(n, [](int i) {
           int old = 0;
           x.compare_exchange_strong(old, 1), x = i + 3;
         });
       }},
      {"wcas",
       [&] {
         return with(times(n,
                           [] {
                             int old = 2;
                             x.compare_exchange_strong(old, 3);
                           }),
                     [] { x = 2; });
       }},
      {"fib", [&] { return fibonacci(n); }},
      {"fibread", [&] { return with(fibonacci(n), [] { x.load(), y.load(); }); }},
  };
  together(families.at(argv[1])());
}
