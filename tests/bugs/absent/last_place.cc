// REPAIRED: A thread takes a place and then looks whether there was one.
#include <atomic>
#include <memory>
#include <thread>

namespace {

constexpr unsigned kPlaces = 3;
std::unique_ptr<int[]> places = std::make_unique<int[]>(kPlaces);
std::atomic<unsigned> taken{0};

void take(int who) {
  const unsigned place = taken.fetch_add(1);
  if (place < kPlaces) places[place] = who;
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
