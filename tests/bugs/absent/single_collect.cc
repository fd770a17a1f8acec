// REPAIRED: The auditor reads the number of transfers before and after, and adds up again if it changed.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::array<std::atomic<int>, 2> accounts{50, 50};
std::atomic<int> under_way{0};
std::atomic<int> finished{0};

void transfer(int amount) {
  under_way.fetch_add(1);
  accounts[0].fetch_sub(amount);
  accounts[1].fetch_add(amount);
  finished.fetch_add(1);
}

int total() {
  for (;;) {
    const int before = finished.load();
    const int sum = accounts[0].load() + accounts[1].load();
    if (under_way.load() == before) return sum;
    std::this_thread::yield();
  }
}

}  // namespace

int main() {
  std::thread mover([] {
    transfer(10);
    transfer(-20);
  });
  std::thread auditor([] {
    const int sum = total();
    assert(sum == 100);
  });
  mover.join();
  auditor.join();
}
