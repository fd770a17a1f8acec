// BUG: Producers and consumers wait on one condition, and notify_one can wake the wrong kind.
// EXPECT: deadlock
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace {

// Holds at most one letter.
class Mailbox {
 public:
  void put(int letter) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !letter_.has_value(); });
    letter_ = letter;
    announce();
  }

  int take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return letter_.has_value(); });
    const int letter = *letter_;
    letter_.reset();
    announce();
    return letter;
  }

 private:
  void announce() { changed_.notify_one(); }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<int> letter_;
};

Mailbox mailbox;

}  // namespace

int main() {
  std::thread sender([] {
    mailbox.put(1);
    mailbox.put(2);
  });
  std::thread first_reader([] { mailbox.take(); });
  std::thread second_reader([] { mailbox.take(); });
  sender.join();
  first_reader.join();
  second_reader.join();
}
