// BUG: Two writers share a sequence lock without a lock between them; the sequence is even while both write, or their stores cross.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<unsigned> sequence{0};
std::atomic<int> left{0};
std::atomic<int> right{0};

void write_both(int value) {
  sequence.fetch_add(1);
  left.store(value);
  right.store(value);
  sequence.fetch_add(1);
}

void read_both() {
  const unsigned before = sequence.load();
  const int a = left.load();
  const int b = right.load();
  if (before % 2 == 0 && sequence.load() == before) assert(a == b);
}

}  // namespace

int main() {
  std::thread first(write_both, 1);
  std::thread second(write_both, 2);
  std::thread reader(read_both);
  first.join();
  second.join();
  reader.join();
}
