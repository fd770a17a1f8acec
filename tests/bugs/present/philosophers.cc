// BUG: Three philosophers each take the left fork first, and all wait for the right one.
// EXPECT: deadlock
#include <array>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kSeats = 3;
std::array<std::mutex, kSeats> forks;
std::array<int, kSeats> meals{};

void dine(std::size_t seat) {
  const std::size_t first = seat;
  const std::size_t second = (seat + 1) % kSeats;
  const std::lock_guard one(forks[first]);
  const std::lock_guard other(forks[second]);
  ++meals[seat];
}

}  // namespace

int main() {
  std::vector<std::thread> table;
  for (std::size_t seat = 0; seat < kSeats; ++seat) table.emplace_back(dine, seat);
  for (std::thread& philosopher : table) philosopher.join();
}
