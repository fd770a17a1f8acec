// BUG: The consumer finds the channel empty and then closed; an item that came in between is lost.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace {

class Channel {
 public:
  void send(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
  }
  void close() { closed_.store(true); }
  bool closed() const { return closed_.load(); }

  std::optional<int> receive() {
    const std::lock_guard lock(mutex_);
    if (items_.empty()) return std::nullopt;
    const int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::deque<int> items_;
  std::atomic<bool> closed_{false};
};

int sum_until_closed(Channel& channel) {
  int sum = 0;
  for (;;) {
    if (const std::optional<int> item = channel.receive()) {
      sum += *item;
    } else if (channel.closed()) {
      return sum;
    }
    std::this_thread::yield();
  }
}

}  // namespace

int main() {
  Channel channel;
  int sum = 0;
  std::thread producer([&] {
    channel.send(20);
    channel.send(22);
    channel.close();
  });
  std::thread consumer([&] { sum = sum_until_closed(channel); });
  producer.join();
  consumer.join();
  assert(sum == 42);
}
