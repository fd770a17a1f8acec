// REPAIRED: The worker expects the queue to be closed under it.
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Queue {
 public:
  bool open() {
    const std::lock_guard lock(mutex_);
    return open_;
  }
  void push(int item) {
    const std::lock_guard lock(mutex_);
    if (!open_) throw std::runtime_error("push to a closed queue");
    items_.push_back(item);
  }
  void close() {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }

 private:
  std::mutex mutex_;
  bool open_ = true;
  std::vector<int> items_;
};

Queue queue;

void produce() {
  for (int item = 0; item < 2; ++item) {
    try {
      queue.push(item);
    } catch (const std::runtime_error&) {
      return;
    }
  }
}

}  // namespace

int main() {
  std::thread producer(produce);
  std::thread closer([] { queue.close(); });
  producer.join();
  closer.join();
}
