// A ring that one writes and others follow by its cursor, as in a disruptor.
// 1: relaxed store of the cursor
// 2: relaxed load of the cursor
#include "mutant.h"

namespace {

std::atomic<int> events[2];
std::atomic<unsigned> cursor;

void follow() {
  unsigned next = 0;
  while (next < 2) {
    const unsigned published = cursor.load(weakened(2, acquire));
    for (; next < published; ++next) assert(events[next].load(relaxed) == static_cast<int>(next) + 1);
    if (published == 0) return;
    if (published < 2) break;
  }
}

}  // namespace

int main() {
  run_both(
      [] {
        for (unsigned i = 0; i < 2; ++i) {
          events[i].store(static_cast<int>(i) + 1, relaxed);
          cursor.store(i + 1, weakened(1, release));
        }
      },
      follow);
}
