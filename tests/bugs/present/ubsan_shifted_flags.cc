// BUG: The width is widened step by step past the size of the word when both threads see room for one more step.
// EXPECT: sanitizer_report
// FLAGS: -fsanitize=undefined
#include <atomic>
#include <thread>

std::atomic<int> width{31};

void widen() {
  if (width.load() < 32) width.fetch_add(1);
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
