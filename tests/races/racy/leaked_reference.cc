// RACE: A getter takes the lock and returns a reference to what the lock protects.
// WHY: The caller uses the reference after the lock was released.
#include <mutex>
#include <thread>

class Account {
 public:
  int& balance() {
    std::lock_guard guard(lock_);
    return balance_;
  }

 private:
  std::mutex lock_;
  int balance_ = 0;
};

Account account;

void deposit() {
  account.balance() += 10;  // race: write
}

int main() {
  std::thread a(deposit);
  std::thread b(deposit);
  a.join();
  b.join();
}
