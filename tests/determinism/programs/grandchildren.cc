// COVERS: threads created by threads, joined by others than their creators, and allocating in all of them.
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

// Visible outside: a variable that nobody reads would be optimised away, and its stores with it.
std::atomic<std::size_t> address{0};

namespace {

std::atomic<int> leaves{0};

void grow(int depth) {
  const auto block = std::make_unique<int>(depth);
  address.store(reinterpret_cast<std::size_t>(block.get()));
  if (depth == 0) {
    leaves.fetch_add(1);
    return;
  }
  std::thread left(grow, depth - 1);
  std::thread right(grow, depth - 1);
  left.join();
  right.join();
}

}  // namespace

int main() {
  std::vector<std::thread> adopted(1);
  std::thread parent([&adopted] { adopted[0] = std::thread(grow, 1); });
  grow(2);
  parent.join();
  adopted[0].join();
  return leaves.load() == 6 ? 0 : 1;
}
