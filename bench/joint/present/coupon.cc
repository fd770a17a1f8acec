// BUG: Whether a coupon was used is asked before its check digit is computed, and noted after: two tills accept it.
// EXPECT: assertion
// INPUT: coupon 0..999999
// WHEN: coupon > 0, its Luhn sum is divisible by 10, and it begins with 7
// RARE: 1 in 90
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: coupon=700005
// NEAR: coupon=700004
#include <sleave/sleave.hpp>

#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<bool> used{false};
std::atomic<int> accepted{0};

bool is_valid(long coupon) {
  int sum = 0;
  long first = 0;
  for (int place = 0; coupon > 0; ++place, coupon /= 10) {
    first = coupon % 10;
    const int digit = static_cast<int>(first) << (place & 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return first == 7 && sum % 10 == 0;
}

void redeem(long coupon) {
  if (used.load()) return;
  if (!is_valid(coupon)) return;
  used.store(true);
  accepted.fetch_add(1);
}

}  // namespace

int main() {
  const long coupon = sleave::any_in(0L, 999'999L, "coupon");
  std::thread one([=] { redeem(coupon); });
  std::thread two([=] { redeem(coupon); });
  one.join();
  two.join();
  assert(accepted.load() <= 1);
}
