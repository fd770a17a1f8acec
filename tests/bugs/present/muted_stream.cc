// BUG: Length and stride are read apart; an old length with a stride of zero never counts down.
// EXPECT: endless_loop
// OPTIONS: --hang-time=300ms
#include <atomic>
#include <thread>

namespace {

struct Shape {
  unsigned length;
  unsigned stride;
};

std::atomic<unsigned> length{8};
std::atomic<unsigned> stride{2};

Shape shape() {
  const unsigned current_length = length.load();
  return {current_length, stride.load()};
}

void play() {
  volatile unsigned sample = 0;
  const Shape current = shape();
  for (unsigned left = current.length; left != 0; left -= current.stride) sample = left;
}

void mute() {
  length.store(0);
  stride.store(0);
}

}  // namespace

int main() {
  std::thread player(play);
  std::thread remote(mute);
  player.join();
  remote.join();
}
