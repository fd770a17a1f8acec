// REPAIRED: The lease is renewed by compare-exchange against the state that was looked at.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

constexpr int kNobody = 0;

std::atomic<int> holder{1};
std::atomic<int> second_works{0};

bool renew() {
  int expected = 1;
  return holder.compare_exchange_strong(expected, 1);
}

void first() {
  if (!renew()) return;
  // While the lease is renewed, nobody else may hold it.
  const int other = second_works.load();
  const int now = holder.load();
  assert(now != 1 || other == 0);
}

void expire() {
  int expected = 1;
  holder.compare_exchange_strong(expected, kNobody);
}

void second() {
  int expected = kNobody;
  if (!holder.compare_exchange_strong(expected, 2)) return;
  second_works.store(1);
}

}  // namespace

int main() {
  std::thread a(first);
  std::thread b(expire);
  std::thread c(second);
  a.join();
  b.join();
  c.join();
}
