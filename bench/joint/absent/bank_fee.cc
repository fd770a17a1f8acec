// REPAIRED: Test and withdrawal are one critical section.
// INPUT: amount 32 bits
// WITNESS: amount=600
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

void withdraw(std::uint32_t amount) {
  const std::int64_t total = with_fee(amount);
  const std::lock_guard lock(mutex);
  if (total <= balance) balance -= total;
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
