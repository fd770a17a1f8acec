// FREE: A getter takes the lock and returns a copy; changes are made under the lock, too.
// WHY: All accesses to the member are in critical sections of one mutex.
#include <mutex>
#include <thread>

class Account {
 public:
  int balance() {
    std::lock_guard guard(lock_);
    return balance_;
  }

  void add(int amount) {
    std::lock_guard guard(lock_);
    balance_ += amount;
  }

 private:
  std::mutex lock_;
  int balance_ = 0;
};

Account account;

void deposit() { account.add(account.balance() + 10); }

int main() {
  std::thread a(deposit);
  std::thread b(deposit);
  a.join();
  b.join();
}
