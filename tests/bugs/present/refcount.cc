// BUG: The count is decremented and then read again; two owners see zero and both destroy.
// EXPECT: assertion
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
  object.references.fetch_sub(1);
  if (object.references.load() == 0) destroy(object);
}

}  // namespace

int main() {
  std::thread renderer([] { release(texture); });
  std::thread loader([] { release(texture); });
  renderer.join();
  loader.join();
  assert(texture.destroyed.load() == 1);
}
