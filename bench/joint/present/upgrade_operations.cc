// BUG: Two transactions that read first and then upgrade their shared lock wait for each other.
// EXPECT: deadlock
// INPUT: plans p and q of 8 bits: two bits for each of four steps (0 nothing, 1 read, 2 write, 3 read and then write)
// WHEN: each plan has a step 3
// RARE: 1 in 2.1
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: p=3 q=3
// NEAR: p=3 q=0x20
#include <sleave/sleave.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

class SharedLock {
 public:
  void read() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !writer_; });
    ++readers_;
  }

  void end_read() {
    const std::lock_guard lock(mutex_);
    --readers_;
    changed_.notify_all();
  }

  void write() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !writer_ && readers_ == 0; });
    writer_ = true;
  }

  void end_write() {
    const std::lock_guard lock(mutex_);
    writer_ = false;
    changed_.notify_all();
  }

  void upgrade() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !writer_ && readers_ == 1; });
    readers_ = 0;
    writer_ = true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writer_ = false;
};

SharedLock table;
int rows = 0;

void step(unsigned kind) {
  switch (kind) {
    case 1:
      table.read();
      table.end_read();
      break;
    case 2:
      table.write();
      ++rows;
      table.end_write();
      break;
    case 3:
      table.read();
      table.upgrade();
      ++rows;
      table.end_write();
      break;
    default:
      break;
  }
}

void transaction(std::uint8_t plan) {
  for (int i = 0; i < 4; ++i) step(plan >> 2 * i & 3);
}

}  // namespace

int main() {
  const auto p = sleave::any<std::uint8_t>("p");
  const auto q = sleave::any<std::uint8_t>("q");
  std::thread one([=] { transaction(p); });
  std::thread two([=] { transaction(q); });
  one.join();
  two.join();
}
