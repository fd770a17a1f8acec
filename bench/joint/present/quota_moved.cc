// BUG: A quota is moved between three departments in two steps; an audit of all three in between misses what is on its way, if it is over the tolerance.
// EXPECT: assertion
// INPUT: amount 16 bits, percent 0..100
// WHEN: 100 <= amount * percent / 100 <= 300
// RARE: 1 in 63
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: amount=500 percent=40
// NEAR: amount=240 percent=40
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

void change(int department, int by) {
  const std::lock_guard lock(mutex);
  quotas[department] += by;
}

void move_share(int from, int to, int share) {
  if (share > 300) return;
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
