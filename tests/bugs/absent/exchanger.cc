// REPAIRED: An answer is put in by compare-exchange; who comes too late goes away.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

struct Offer {
  std::atomic<int> gift{0};
  std::atomic<int> answer{0};
};

std::array<Offer, 3> offers;
std::atomic<Offer*> slot{nullptr};
std::array<std::atomic<int>, 4> given{};  // how often a gift was received

void receive(int gift) {
  const int before = given[static_cast<std::size_t>(gift)].fetch_add(1);
  assert(before == 0);
}

// Answers an offer that is there, or leaves its own; the answer is collected after the joins.
void exchange(int gift) {
  Offer& mine = offers[static_cast<std::size_t>(gift - 1)];
  mine.gift.store(gift);
  Offer* there = nullptr;
  if (slot.compare_exchange_strong(there, &mine)) return;
  int none = 0;
  if (!there->answer.compare_exchange_strong(none, gift)) return;
  receive(there->gift.load());
}

}  // namespace

int main() {
  std::thread a(exchange, 1);
  std::thread b(exchange, 2);
  std::thread c(exchange, 3);
  a.join();
  b.join();
  c.join();
}
