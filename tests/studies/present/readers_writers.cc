// BUG: A writer waits until nobody reads, but does not look for another writer.
// EXPECT: assertion
// FROM: Java PathFinder's case studies (RWVSN, Doug Lea's framework, seeded); jCUTE, table 2: one race and one assertion, 8 paths, 2.19 s, 5 threads
// INPUT: operation1 .. operation4, 0 to 3: nothing, read, write, read and then write
// WHEN: at least two of them write
// RARE: 11 in 16
// NEEDS: 1 interference, 1 preemption, 5 threads
// WITNESS: operation1=2 operation3=2
// NEAR: operation1=1 operation2=1 operation3=2
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class ReadersAndWriters {
 public:
  void begin_read() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return writers_ == 0; });
    ++readers_;
  }

  void end_read() {
    const std::lock_guard lock(mutex_);
    --readers_;
    changed_.notify_all();
  }

  void begin_write() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return readers_ == 0; });
    ++writers_;
  }

  void end_write() {
    const std::lock_guard lock(mutex_);
    --writers_;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  int writers_ = 0;
};

ReadersAndWriters guard;
std::atomic<int> writing{0};

void read() {
  guard.begin_read();
  assert(writing.load() == 0);
  guard.end_read();
}

void write() {
  guard.begin_write();
  const int others = writing.fetch_add(1);
  assert(others == 0);
  writing.fetch_sub(1);
  guard.end_write();
}

void work(int operation) {
  if (operation & 1) read();
  if (operation & 2) write();
}

}  // namespace

int main() {
  constexpr std::array names{"operation1", "operation2", "operation3", "operation4"};
  std::vector<std::thread> threads;
  for (const char* name : names) {
    const int operation = sleave::any_in(0, 3, name);
    threads.emplace_back([=] { work(operation); });
  }
  for (std::thread& thread : threads) thread.join();
}
