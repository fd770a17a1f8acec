// COVERS: atomic wait and notify, counting_semaphore, latch, barrier.
#include <atomic>
#include <barrier>
#include <latch>
#include <semaphore>
#include <thread>
#include <vector>

namespace {

std::atomic<int> turn{0};
std::atomic<int> seen{0};
std::counting_semaphore<2> ball{0};
std::latch start{3};
std::barrier<> phase{2};

void play(int self) {
  start.arrive_and_wait();
  turn.wait(1 - self);
  seen.fetch_add(turn.load());
  turn.store(1 - self);
  turn.notify_all();
  // Not more than one at a time takes: libstdc++ 12 loses wake-ups (tests/bugs/present/semaphore_sleeper.cc).
  if (self == 0) {
    ball.acquire();
  } else {
    ball.release();
  }
  phase.arrive_and_wait();
}

}  // namespace

int main() {
  std::vector<std::thread> players;
  for (int self = 0; self < 2; ++self) players.emplace_back(play, self);
  start.count_down();
  for (std::thread& player : players) player.join();
}
