// Money moves between two accounts, each with its own lock. Nothing is lost, but now and then the bank stands still.
//
//     sleave-c++ -g -O1 bank_test.cc -o bank_test
//     sleave run ./bank_test
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}

  void transfer_to(Account& other, int amount) {
    const std::lock_guard from(mutex_);
    if (balance_ < amount) return;
    const std::lock_guard to(other.mutex_);
    balance_ -= amount;
    other.balance_ += amount;
  }

  int balance() {
    const std::lock_guard lock(mutex_);
    return balance_;
  }

 private:
  std::mutex mutex_;
  int balance_;
};

int main() {
  Account alice(100);
  Account bob(100);

  std::thread rent([&] { alice.transfer_to(bob, 60); });
  std::thread refund([&] { bob.transfer_to(alice, 25); });
  rent.join();
  refund.join();
  assert(alice.balance() + bob.balance() == 200);
}
