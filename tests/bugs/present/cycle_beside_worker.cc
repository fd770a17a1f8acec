// BUG: Two threads take two locks in opposite orders, while a third thread goes on.
// EXPECT: deadlock
#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::mutex accounts, journal;
std::atomic<int> transfers{0};
std::atomic<int> beats{0};

void transfer() {
  std::lock_guard<std::mutex> first(accounts);
  std::lock_guard<std::mutex> second(journal);
  transfers.fetch_add(1);
}

void audit() {
  std::lock_guard<std::mutex> first(journal);
  std::lock_guard<std::mutex> second(accounts);
  transfers.fetch_add(1);
}

}  // namespace

int main() {
  std::thread one(transfer);
  std::thread two(audit);
  for (int i = 0; i < 50 && transfers.load() < 2; ++i) beats.fetch_add(1);
  one.join();
  two.join();
}
