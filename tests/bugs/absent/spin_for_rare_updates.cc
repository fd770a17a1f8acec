// REPAIRED: One thread spins until another has made a few updates, and then makes thousands of its own: however many a
// strategy expects of the first, the second gets its turns.
// OPTIONS: --strategy=surw
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> updates{0};
std::atomic<int> pending{1};
volatile int workers = 1;

void update_rarely() {
  for (int i = 0; i < 4; ++i) updates.fetch_add(1);
  pending.store(0);
}

// A spinning thread gives way after 16 rounds, and the other has seven events left to make.
constexpr int kMostRounds = 160;

void wait_for_workers() {
  for (int rounds = 0;; ++rounds) {
    assert(rounds < kMostRounds);
    int left = 0;
    for (int i = 0; i < workers; ++i) left += pending.load();
    if (left == 0) return;
  }
}

}  // namespace

int main() {
  std::thread other(update_rarely);
  wait_for_workers();
  for (int i = 0; i < 20'000; ++i) updates.fetch_add(1);
  other.join();
  return updates.load() == 20'004 ? 0 : 1;
}
