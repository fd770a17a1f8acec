// BUG: Room is asked for before a place is taken: two threads see the last place, and one writes behind the buffer.
// EXPECT: sanitizer_report
// FLAGS: -fsanitize=address
#include <atomic>
#include <memory>
#include <thread>

constexpr int kPlaces = 3;

struct Buffer {
  std::unique_ptr<int[]> values = std::make_unique<int[]>(kPlaces);
  std::atomic<int> used{0};

  void add(int value) {
    if (used.load() < kPlaces) values[static_cast<std::size_t>(used.fetch_add(1))] = value;
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
