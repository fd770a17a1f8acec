// A queue whose consumers wait, judged by its name. WRONG: an item that comes while two consumers wait wakes neither.
// Clients of three calls that show it wait in every order of their calls.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <sleave/client.hpp>

class Queue {
 public:
  void push(int item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(item);
#ifdef WRONG
    if (waiting_ == 2) return;
#endif
    filled_.notify_one();
  }

  int pop() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    filled_.wait(lock, [this] { return !items_.empty(); });
    --waiting_;
    const int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> items_;
  int waiting_ = 0;
};

SLEAVE_CLIENT(awaited_queue, Queue) {
  model("queue");
  op("push", [](Queue& queue, int item) { queue.push(item); }, fresh()).inserts();
  op("pop", [](Queue& queue) { return queue.pop(); }).removes();
}
