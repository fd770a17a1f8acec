// BUG: Two threads count in a plain integer.
// EXPECT: data_race
#include <cassert>
#include <thread>

namespace {

int hits = 0;

void hit() { ++hits; }

}  // namespace

int main() {
  std::thread one(hit);
  std::thread two(hit);
  one.join();
  two.join();
  assert(hits == 2);
}
