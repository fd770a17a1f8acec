// BUG: Whether amount and fee are covered is tested in one critical section, and they are taken in another.
// EXPECT: assertion
// INPUT: amount 32 bits
// WHEN: total = amount + amount / 100 * 3 + 25 (if amount > 0) is at most 1,000, and twice total is more
// RARE: 1 in 9,000,000
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: amount=600
// NEAR: amount=463
#include <sleave/sleave.hpp>

#include <cassert>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::int64_t balance = 1000;

std::int64_t with_fee(std::uint32_t amount) {
  if (amount == 0) return 0;
  return std::int64_t{amount} + amount / 100 * 3 + 25;
}

bool covered(std::int64_t total) {
  const std::lock_guard lock(mutex);
  return total <= balance;
}

void take(std::int64_t total) {
  const std::lock_guard lock(mutex);
  balance -= total;
}

void withdraw(std::uint32_t amount) {
  const std::int64_t total = with_fee(amount);
  if (covered(total)) take(total);
}

}  // namespace

int main() {
  const auto amount = sleave::any<std::uint32_t>("amount");
  std::thread branch([=] { withdraw(amount); });
  std::thread machine([=] { withdraw(amount); });
  branch.join();
  machine.join();
  assert(balance >= 0);
}
