// REPAIRED: Everybody takes the fork with the lower number first.
#include <algorithm>
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
  const std::size_t first = std::min(seat, (seat + 1) % kSeats);
  const std::size_t second = std::max(seat, (seat + 1) % kSeats);
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
