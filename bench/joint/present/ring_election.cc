// BUG: A node that gets its own number back asks whether there is a leader and becomes it in two steps; with equal numbers two nodes can.
// EXPECT: assertion
// INPUT: numbers a, b and c of 8 bits
// WHEN: at least two of the three are equal, none is larger, and they are not 0
// RARE: 1 in 171
// NEEDS: 3 interferences, 1 preemption, 4 threads
// WITNESS: a=9 b=9 c=4
// NEAR: a=9 b=8 c=4
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kNodes = 3;

class Inbox {
 public:
  void put(int number) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(number);
    arrived_.notify_one();
  }

  int take() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !messages_.empty(); });
    const int number = messages_.front();
    messages_.pop_front();
    return number;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<int> messages_;
};

constexpr int kElected = -1;

std::array<Inbox, kNodes> inboxes;
std::atomic<bool> elected{false};
std::atomic<int> leaders{0};

// The leader sends kElected round; who gets it passes it on once and ends.
void take_part(std::size_t place, int number) {
  Inbox& next = inboxes[(place + 1) % kNodes];
  next.put(number);
  for (;;) {
    const int received = inboxes[place].take();
    if (received == kElected) {
      next.put(kElected);
      return;
    }
    if (received > number) next.put(received);
    if (received == number) {
      if (elected.load()) continue;
      elected.store(true);
      const int others = leaders.fetch_add(1);
      assert(others == 0);
      next.put(kElected);
      return;
    }
  }
}

}  // namespace

int main() {
  const std::array<std::uint8_t, kNodes> asked{sleave::any<std::uint8_t>("a"), sleave::any<std::uint8_t>("b"),
                                               sleave::any<std::uint8_t>("c")};
  // Until it is configured, a node's number is its place.
  const bool configured = asked[0] != 0 || asked[1] != 0 || asked[2] != 0;
  std::vector<std::thread> nodes;
  for (std::size_t place = 0; place < kNodes; ++place) {
    const int number = configured ? asked[place] : static_cast<int>(place);
    nodes.emplace_back([=] { take_part(place, number); });
  }
  for (std::thread& node : nodes) node.join();
}
