// A queue for each producing thread; pop() asks one after the other. Not linearizable, but first in, first out per
// producer. WRONG: the newest of a producer is removed first.
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <sleave/client.hpp>
#include <thread>
#include <vector>

class Queue {
 public:
  void push(int item) {
    const std::lock_guard lock(mutex_);
    queues_[std::this_thread::get_id()].push_back(item);
  }

  std::optional<int> pop() {
    const std::lock_guard lock(mutex_);
    for (auto& [thread, queue] : queues_) {
      if (queue.empty()) continue;
#ifdef WRONG
      const int item = queue.back();
      queue.pop_back();
#else
      const int item = queue.front();
      queue.pop_front();
#endif
      return item;
    }
    return std::nullopt;
  }

 private:
  std::mutex mutex_;
  std::map<std::thread::id, std::deque<int>> queues_;
};

SLEAVE_CLIENT(per_producer, Queue) {
  contract("fifo-per-producer");
  op("push", [](Queue& queue, int item) { queue.push(item); }, fresh()).inserts();
  op("pop", [](Queue& queue) { return queue.pop(); }).removes();
  finally("drain", [](Queue& queue) {
    std::vector<int> all;
    for (auto item = queue.pop(); item; item = queue.pop()) all.push_back(*item);
    return all;
  }).removes();
}
