// A ticket lock.
// 1: relaxed store of the next to be served
// 2: relaxed load of it
#include "mutant.h"

namespace {

std::atomic<unsigned> next;
std::atomic<unsigned> served;
std::atomic<int> count;

void enter() {
  const unsigned ticket = next.fetch_add(1, relaxed);
  while (served.load(weakened(2, acquire)) != ticket) {
  }
  count.store(count.load(relaxed) + 1, relaxed);
  served.store(ticket + 1, weakened(1, release));
}

}  // namespace

int main() {
  run_both(enter, enter);
  assert(count.load() == 2);
}
