// REPAIRED: Length and stride are one atomic value.
// OPTIONS: --hang-time=300ms
#include <atomic>
#include <thread>

namespace {

struct Shape {
  unsigned length;
  unsigned stride;
};

std::atomic<Shape> stream{Shape{8, 2}};

Shape shape() { return stream.load(); }

void play() {
  volatile unsigned sample = 0;
  const Shape current = shape();
  for (unsigned left = current.length; left != 0; left -= current.stride) sample = left;
}

void mute() { stream.store(Shape{0, 0}); }

}  // namespace

int main() {
  std::thread player(play);
  std::thread remote(mute);
  player.join();
  remote.join();
}
