// REPAIRED: Test and change are one critical section.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}

  int balance() {
    const std::lock_guard lock(mutex_);
    return balance_;
  }

  void add(int amount) {
    const std::lock_guard lock(mutex_);
    balance_ += amount;
  }

  bool take(int amount) {
    const std::lock_guard lock(mutex_);
    if (balance_ < amount) return false;
    balance_ -= amount;
    return true;
  }

 private:
  std::mutex mutex_;
  int balance_;
};

Account savings{100};
Account rent{0};
Account food{0};

void transfer(Account& from, Account& to, int amount) {
  if (!from.take(amount)) return;
  to.add(amount);
}

}  // namespace

int main() {
  std::thread landlord([] { transfer(savings, rent, 70); });
  std::thread grocer([] { transfer(savings, food, 60); });
  landlord.join();
  grocer.join();
  assert(savings.balance() >= 0);
}
