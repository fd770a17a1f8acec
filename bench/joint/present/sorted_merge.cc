// BUG: Equal elements of two halves that are merged have the same place; who finds it taken goes on to the next, but both can find it free.
// EXPECT: assertion
// INPUT: values, 4 bytes, sorted pairwise by the workers
// WHEN: a value other than 0 is among the first two and among the last two
// RARE: 1 in 65
// NEEDS: 3 interferences, 1 preemption, 3 threads
// WITNESS: values=x05070905
// NEAR: values=x05050600
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

using Byte = std::uint8_t;

std::array<Byte, 4> values;
std::array<std::atomic<Byte>, 4> sorted{};

// How many of the other half are smaller; of equal ones the first half's come first.
int rank(Byte value, int other_half, bool after_equals) {
  int smaller = 0;
  for (int i = 0; i < 2; ++i) {
    const Byte other = values[2 * other_half + i];
    smaller += other < value || (after_equals && other == value);
  }
  return smaller;
}

// Zeros are common, and need not be stored.
void place(Byte value, int at) {
  if (value == 0) return;
  while (at < 3 && sorted[at].load() != 0) ++at;
  sorted[at].store(value);
}

void merge_half(int half) {
  const Byte a = values[2 * half];
  const Byte b = values[2 * half + 1];
  const Byte low = a < b ? a : b;
  const Byte high = a < b ? b : a;
  const bool after_equals = false;
  place(low, rank(low, 1 - half, after_equals));
  place(high, 1 + rank(high, 1 - half, after_equals));
}

}  // namespace

int main() {
  values = sleave::any<std::array<Byte, 4>>("values");
  std::thread left([] { merge_half(0); });
  std::thread right([] { merge_half(1); });
  left.join();
  right.join();
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += values[i] - sorted[i].load();
  assert(sum == 0);
}
