// An event that threads wait for until it is set. A wait without set() may last forever. WRONG: set() wakes only one of
// them; that happens with calls one after the other as well, when two of them wait already.
#include <condition_variable>
#include <mutex>
#include <sleave/client.hpp>

class Event {
 public:
  void set() {
    const std::lock_guard lock(mutex_);
    is_set_ = true;
#ifdef WRONG
    changed_.notify_one();
#else
    changed_.notify_all();
#endif
  }
  void wait() {
    std::unique_lock lock(mutex_);
    while (!is_set_) changed_.wait(lock);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_set_ = false;
};

SLEAVE_CLIENT(manual_event, Event) {
  op("set", [](Event& event) { event.set(); });
  op("wait", [](Event& event) { event.wait(); });
}
