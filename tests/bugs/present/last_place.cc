// BUG: A thread looks whether there is room and takes a place later, when another may have taken the last one.
// EXPECT: heap_overflow
#include <atomic>
#include <memory>
#include <thread>

namespace {

constexpr unsigned kPlaces = 3;
std::unique_ptr<int[]> places = std::make_unique<int[]>(kPlaces);
std::atomic<unsigned> taken{0};

void take(int who) {
  if (taken.load() == kPlaces) return;
  places[taken.fetch_add(1)] = who;
}

}  // namespace

int main() {
  take(1);
  take(2);
  std::thread one(take, 3);
  std::thread other(take, 4);
  one.join();
  other.join();
}
