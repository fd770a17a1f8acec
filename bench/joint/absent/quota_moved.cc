// REPAIRED: The move is one critical section.
// INPUT: amount 16 bits, percent 0..100
// WITNESS: amount=500 percent=40
#include <sleave/sleave.hpp>

#include <array>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

constexpr int kTotal = 900;
constexpr int kTolerance = 100;

std::mutex mutex;
std::array<int, 3> quotas{300, 300, 300};

void change(int department, int by) { quotas[department] += by; }

void move_share(int from, int to, int share) {
  if (share > 300) return;
  const std::lock_guard lock(mutex);
  change(from, -share);
  change(to, share);
}

void audit() {
  const std::lock_guard lock(mutex);
  const int sum = quotas[0] + quotas[1] + quotas[2];
  assert(kTotal - sum < kTolerance);
}

}  // namespace

int main() {
  const auto amount = sleave::any<std::uint16_t>("amount");
  const auto percent = sleave::any_in(0, 100, "percent");
  const int share = amount * percent / 100;
  std::thread manager([=] { move_share(0, 2, share); });
  std::thread auditor(audit);
  manager.join();
  auditor.join();
}
