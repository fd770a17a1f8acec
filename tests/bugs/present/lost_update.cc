// BUG: Two threads add to a counter by load and store; one addition is lost.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> visitors{0};

void enter() {
  const int seen = visitors.load();
  visitors.store(seen + 1);
}

}  // namespace

int main() {
  std::thread north(enter);
  std::thread south(enter);
  north.join();
  south.join();
  assert(visitors.load() == 2);
}
