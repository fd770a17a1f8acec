// A log of writes, of which each thread has read a part: read() goes one write further, write() to the end. What a
// thread reads may be old, but never older than before. WRONG: a read goes back if there is nothing new.
#include <map>
#include <mutex>
#include <sleave/client.hpp>
#include <thread>
#include <vector>

class Replicas {
 public:
  void write(int value) {
    const std::lock_guard lock(mutex_);
    log_.push_back(value);
    read_[std::this_thread::get_id()] = log_.size() - 1;
  }

  int read() {
    const std::lock_guard lock(mutex_);
    std::size_t& place = read_[std::this_thread::get_id()];
    if (place + 1 < log_.size()) {
      ++place;
    }
#ifdef WRONG
    else if (place != 0 && read_.size() > 1) {
      --place;
    }
#endif
    return log_[place];
  }

 private:
  std::mutex mutex_;
  std::vector<int> log_{0};
  std::map<std::thread::id, std::size_t> read_;
};

SLEAVE_CLIENT(replicas, Replicas) {
  contract("sequential");
  op("write", [](Replicas& replicas, int value) { replicas.write(value); }, fresh());
  op("read", [](Replicas& replicas) { return replicas.read(); });
}
