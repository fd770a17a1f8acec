// BUG: An acceptor promises and accepts in two steps and takes an equal ballot for a repetition; two proposers with one ballot are both chosen.
// EXPECT: assertion
// INPUT: ballots p and q of 16 bits
// WHEN: p == q and p != 0
// RARE: 1 in 2^16
// NEEDS: 3 interferences, 1 preemption, 3 threads
// WITNESS: p=7 q=7
// NEAR: p=7 q=8
#include <sleave/sleave.hpp>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::uint16_t promised = 0;
std::uint16_t accepted_ballot = 0;
int accepted_value = 0;
std::atomic<int> chosen{0};

bool prepare(std::uint16_t ballot, int& value) {
  const std::lock_guard lock(mutex);
  if (ballot == 0 || ballot < promised) return false;
  promised = ballot;
  if (accepted_value != 0) value = accepted_value;
  return true;
}

bool accept(std::uint16_t ballot, int value) {
  const std::lock_guard lock(mutex);
  if (ballot < promised) return false;
  accepted_ballot = ballot;
  accepted_value = value;
  return true;
}

void propose(std::uint16_t ballot, int value) {
  if (!prepare(ballot, value) || !accept(ballot, value)) return;
  int nothing = 0;
  if (!chosen.compare_exchange_strong(nothing, value)) assert(nothing == value);
}

}  // namespace

int main() {
  const auto p = sleave::any<std::uint16_t>("p");
  const auto q = sleave::any<std::uint16_t>("q");
  std::thread one([=] { propose(p, 1); });
  std::thread two([=] { propose(q, 2); });
  one.join();
  two.join();
}
