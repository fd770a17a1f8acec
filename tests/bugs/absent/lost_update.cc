// REPAIRED: The addition is one atomic operation.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> visitors{0};

void enter() { visitors.fetch_add(1); }

}  // namespace

int main() {
  std::thread north(enter);
  std::thread south(enter);
  north.join();
  south.join();
  assert(visitors.load() == 2);
}
