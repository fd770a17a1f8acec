// REPAIRED: One compare-exchange tests and widens.
// FLAGS: -fsanitize=undefined
#include <atomic>
#include <thread>

std::atomic<int> width{31};

void widen() {
  int bits = width.load();
  while (bits < 32 && !width.compare_exchange_weak(bits, bits + 1)) {
  }
}

unsigned mask() {
  const int bits = width.load();
  return bits == 32 ? ~0u : (1u << bits) - 1;
}

int main() {
  std::thread one(widen);
  std::thread two(widen);
  one.join();
  two.join();
  return mask() == 0;
}
