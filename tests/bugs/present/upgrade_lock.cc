// BUG: Two readers of an upgradable lock ask for the upgrade, and each waits for the other to leave.
// EXPECT: deadlock
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class UpgradeLock {
 public:
  void lock_shared() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !writing_; });
    ++readers_;
  }
  void unlock_shared() {
    const std::lock_guard lock(mutex_);
    --readers_;
    changed_.notify_all();
  }
  // The caller is a reader and becomes the writer. False: somebody else is about to, leave first.
  bool upgrade() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return readers_ == 1; });
    readers_ = 0;
    writing_ = true;
    return true;
  }
  void unlock() {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writing_ = false;
};

UpgradeLock lock;
int loaded = 0;

void load_once() {
  for (;;) {
    lock.lock_shared();
    if (loaded != 0) return lock.unlock_shared();
    if (lock.upgrade()) break;
    lock.unlock_shared();
  }
  assert(loaded == 0);
  loaded = 1;
  lock.unlock();
}

}  // namespace

int main() {
  std::thread first(load_once);
  std::thread second(load_once);
  first.join();
  second.join();
}
