// Vyukov's bounded queue: a number in each cell says whose turn it is.
// 1: relaxed store of the number by the producer
// 2: relaxed load of the number by the consumer
#include "mutant.h"

namespace {

struct Cell {
  std::atomic<unsigned> number;
  Data<int> item{0};
};

Cell cells[2] = {{0}, {1}};
std::atomic<unsigned> in;
std::atomic<unsigned> out;

bool push(int item) {
  unsigned at = in.load(relaxed);
  for (;;) {
    Cell& cell = cells[at % 2];
    const int ahead = static_cast<int>(cell.number.load(acquire) - at);
    if (ahead < 0) return false;
    if (ahead == 0 && in.compare_exchange_strong(at, at + 1, relaxed)) {
      cell.item.store(item, relaxed);
      cell.number.store(at + 1, weakened(1, release));
      return true;
    }
    if (ahead > 0) at = in.load(relaxed);
  }
}

bool pop(int& item) {
  unsigned at = out.load(relaxed);
  for (;;) {
    Cell& cell = cells[at % 2];
    const int ahead = static_cast<int>(cell.number.load(weakened(2, acquire)) - (at + 1));
    if (ahead < 0) return false;
    if (ahead == 0 && out.compare_exchange_strong(at, at + 1, relaxed)) {
      item = cell.item.load(relaxed);
      cell.number.store(at + 2, release);
      return true;
    }
    if (ahead > 0) at = out.load(relaxed);
  }
}

}  // namespace

int main() {
  run_both([] { push(7); },
           [] {
             push(8);
             int item = -1;
             if (pop(item)) assert(item == 7 || item == 8);
           });
}
