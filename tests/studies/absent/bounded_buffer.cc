// REPAIRED: All are woken.
// FROM: Java PathFinder's case studies; jCUTE, table 2: one deadlock, 43 paths, 11.41 s, 9 threads
// INPUT: capacity 8 bits; 0 stands for 8
// WITNESS: capacity=1
#include <sleave/sleave.hpp>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Buffer {
 public:
  explicit Buffer(std::size_t capacity) : capacity_(capacity) {}

  void put(int item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() < capacity_; });
    items_.push_back(item);
    changed_.notify_all();
  }

  int get() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !items_.empty(); });
    const int item = items_.front();
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
};

constexpr int kPairs = 4;

}  // namespace

int main() {
  const auto capacity = sleave::any<std::uint8_t>("capacity");
  Buffer buffer(capacity == 0 ? 8 : capacity);
  std::vector<std::thread> threads;
  for (int i = 0; i < kPairs; ++i) {
    threads.emplace_back([&, i] { buffer.put(i); });
    threads.emplace_back([&] { buffer.get(); });
  }
  for (std::thread& thread : threads) thread.join();
}
