// REPAIRED: The place is taken first, and used if there is one.
// FLAGS: -fsanitize=address
#include <atomic>
#include <memory>
#include <thread>

constexpr int kPlaces = 3;

struct Buffer {
  std::unique_ptr<int[]> values = std::make_unique<int[]>(kPlaces);
  std::atomic<int> used{0};

  void add(int value) {
    const int place = used.fetch_add(1);
    if (place < kPlaces) values[static_cast<std::size_t>(place)] = value;
  }
};

int main() {
  Buffer buffer;
  auto fill = [&] {
    for (int i = 0; i < 2; ++i) buffer.add(i);
  };
  std::thread one(fill);
  std::thread two(fill);
  one.join();
  two.join();
}
