// REPAIRED: It puts the pieces in first.
// FROM: Java PathFinder's case studies (seeded); jCUTE, table 2: one assertion, 1 path, 0.34 s, 5 threads
// INPUT: size 8 bits: of the job; it is divided while it is even and over 4
// WITNESS: size=6
#include <sleave/sleave.hpp>

#include <cassert>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Pool {
 public:
  void put(int size) {
    const std::lock_guard lock(mutex_);
    assert(!over_);
    jobs_.push_back(size);
  }

  // Takes a job and counts the worker as busy; false if there is none.
  bool take(int& size) {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty()) return false;
    size = jobs_.front();
    jobs_.pop_front();
    ++busy_;
    return true;
  }

  void finished() {
    const std::lock_guard lock(mutex_);
    --busy_;
  }

  // A worker found nothing to do. If nobody is left who could make more, the work is over.
  void idle() {
    const std::lock_guard lock(mutex_);
    over_ = over_ || (jobs_.empty() && busy_ == 0);
  }

 private:
  std::mutex mutex_;
  std::deque<int> jobs_;
  int busy_ = 0;
  bool over_ = false;
};

Pool pool;

void work_on(int size) {
  const bool divided = size % 2 == 0 && size > 4;
  if (!divided) {
    pool.finished();
    return;
  }
  pool.put(size / 2);
  pool.put(size / 2);
  pool.finished();
}

void work() {
  int size = 0;
  while (pool.take(size)) work_on(size);
  pool.idle();
}

}  // namespace

int main() {
  pool.put(sleave::any<std::uint8_t>("size"));
  pool.put(3);
  std::vector<std::thread> workers;
  for (int i = 0; i < 2; ++i) workers.emplace_back(work);
  for (std::thread& worker : workers) worker.join();
}
