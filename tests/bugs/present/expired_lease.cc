// BUG: A holder renews its lease after a look at it; the lease ran out and was given to another in between.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

constexpr int kNobody = 0;

std::atomic<int> holder{1};
std::atomic<int> second_works{0};

bool renew() {
  int expected = 1;
  if (holder.load() != expected) return false;
  holder.store(1);
  return true;
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
