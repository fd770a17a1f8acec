// BUG: Neighbours compare their elements and exchange them in two steps; an element that changed in between is lost.
// EXPECT: assertion
// FROM: Khurshid, Pasareanu and Visser 2003; jCUTE, section 8.2: distributed sorting
// INPUT: elements, 3 bytes
// WHEN: the first is over the second, the second over the third
// RARE: 1 in 6
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: elements=x030201
// NEAR: elements=x020301
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

using Element = std::uint8_t;

std::array<std::atomic<Element>, 3> cells;

void order(std::size_t place) {
  const Element left = cells[place].load();
  const Element right = cells[place + 1].load();
  if (left <= right) return;
  cells[place].store(right);
  cells[place + 1].store(left);
}

}  // namespace

int main() {
  const auto elements = sleave::any<std::array<Element, 3>>("elements");
  for (std::size_t i = 0; i < elements.size(); ++i) cells[i].store(elements[i]);
  std::thread lower([] { order(0); });
  std::thread upper([] { order(1); });
  lower.join();
  upper.join();
  int sum = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) sum += elements[i] - cells[i].load();
  assert(sum == 0);
}
