// REPAIRED: A producer waits until all slots before its own are announced.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

std::array<std::atomic<int>, 4> slots{};
std::atomic<std::size_t> reserved{0};
std::atomic<std::size_t> announced{0};

void produce(int value) {
  const std::size_t position = reserved.fetch_add(1);
  slots[position].store(value);
  for (std::size_t expected = position; !announced.compare_exchange_strong(expected, position + 1);
       expected = position) {
    std::this_thread::yield();
  }
}

void consume() {
  const std::size_t end = announced.load();
  for (std::size_t i = 0; i < end; ++i) {
    const int value = slots[i].load();
    assert(value != 0);
  }
}

}  // namespace

int main() {
  std::thread a(produce, 1);
  std::thread b(produce, 2);
  std::thread c(consume);
  a.join();
  b.join();
  c.join();
}
