// BUG: The buffer's monitor is held while a semaphore is waited for that only another method of the monitor can raise.
// EXPECT: deadlock
// FROM: Java PathFinder's case studies; jCUTE, table 2: one deadlock, 2 paths, 0.46 s, 3 threads
// INPUT: wanted 0..16: items that the consumer takes; 3 are there, as many more are made as are missing
// WHEN: wanted > 3
// RARE: 13 in 17
// NEEDS: 0 interferences, 0 preemptions, 3 threads
// WITNESS: wanted=4
// NEAR: wanted=3
#include <sleave/sleave.hpp>

#include <mutex>
#include <semaphore>
#include <thread>

namespace {

class Buffer {
 public:
  void put() {
    const std::lock_guard monitor(monitor_);
    ++items_;
    filled_.release();
  }

  void take() {
    const std::lock_guard monitor(monitor_);
    filled_.acquire();
    --items_;
  }

 private:
  std::mutex monitor_;
  std::counting_semaphore<32> filled_{3};
  int items_ = 3;
};

}  // namespace

int main() {
  const int wanted = sleave::any_in(0, 16, "wanted");
  Buffer buffer;
  std::thread consumer([&] {
    for (int i = 0; i < wanted; ++i) buffer.take();
  });
  std::thread producer([&] {
    for (int i = 3; i < wanted; ++i) buffer.put();
  });
  producer.join();
  consumer.join();
}
