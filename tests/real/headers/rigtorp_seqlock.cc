#include <rigtorp/Seqlock.h>
#include "client.h"
struct Pair {
  int a, b;
};
int main() {
  rigtorp::Seqlock<Pair> lock;
  lock.store({0, 0});
  together({[&] { lock.store({1, 1}); },
            [&] {
              Pair p = lock.load();
              assert(p.a == p.b);
            }});
}
