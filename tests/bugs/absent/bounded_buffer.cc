// REPAIRED: The consumer tests again after each wake-up.
#include <array>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

namespace {

class Buffer {
 public:
  void put(int item) {
    std::unique_lock lock(mutex_);
    while (count_ == slots_.size()) not_full_.wait(lock);
    slots_[(first_ + count_++) % slots_.size()] = item;
    not_empty_.notify_one();
  }

  int take() {
    std::unique_lock lock(mutex_);
    while (count_ == 0) not_empty_.wait(lock);
    assert(count_ > 0);
    const int item = slots_[first_];
    first_ = (first_ + 1) % slots_.size();
    --count_;
    not_full_.notify_one();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
  std::condition_variable not_full_;
  std::array<int, 2> slots_{};
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

Buffer buffer;

}  // namespace

int main() {
  std::thread early([] { buffer.take(); });
  std::thread producer([] {
    buffer.put(1);
    buffer.put(2);
  });
  std::thread late([] { buffer.take(); });
  early.join();
  producer.join();
  late.join();
}
