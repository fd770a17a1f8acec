// A bounded queue and its test. The test passes, day after day; now and then it fails.
//
//     sleave-c++ -g -O1 queue_test.cc -o queue_test
//     sleave run ./queue_test
#include <array>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

template <typename T, std::size_t Capacity>
class BoundedQueue {
 public:
  void push(T item) {
    std::unique_lock lock(mutex_);
    while (count_ == Capacity) not_full_.wait(lock);
    items_[(first_ + count_) % Capacity] = item;
    ++count_;
    not_empty_.notify_one();
  }

  T pop() {
    std::unique_lock lock(mutex_);
    if (count_ == 0) not_empty_.wait(lock);
    T item = items_[first_];
    first_ = (first_ + 1) % Capacity;
    --count_;
    not_full_.notify_one();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
  std::condition_variable not_full_;
  std::array<T, Capacity> items_{};
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

int main() {
  BoundedQueue<int, 4> queue;
  int left = 0;
  int right = 0;

  std::thread left_consumer([&] { left = queue.pop(); });
  std::thread right_consumer([&] { right = queue.pop(); });
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });

  left_consumer.join();
  right_consumer.join();
  producer.join();
  assert(left + right == 3);
}
