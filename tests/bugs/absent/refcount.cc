// REPAIRED: The value returned by the decrement decides who destroys.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Texture {
  std::atomic<int> references{2};
  std::atomic<int> destroyed{0};
};

Texture texture;

void destroy(Texture& object) {
  const int before = object.destroyed.fetch_add(1);
  assert(before == 0);
}

void release(Texture& object) {
  if (object.references.fetch_sub(1) == 1) destroy(object);
}

}  // namespace

int main() {
  std::thread renderer([] { release(texture); });
  std::thread loader([] { release(texture); });
  renderer.join();
  loader.join();
  assert(texture.destroyed.load() == 1);
}
