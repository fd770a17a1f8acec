// Eight tellers make 70,000 bookings each, every one of them right: the balance of an account is read and written under
// its lock. Then each teller closes its day: it reads the bank's total under the lock and stores the new one under the
// lock again, so a teller that closes in between is lost. The failing run has over a million events, and the failure is
// due to the last few of each thread.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kTellers = 8;
constexpr int kBookings = 70'000;
constexpr unsigned kAccounts = 32;

class Account {
 public:
  void add(long amount) {
    const std::lock_guard lock(mutex_);
    balance_ += amount;
  }

  long balance() {
    const std::lock_guard lock(mutex_);
    return balance_;
  }

  void set(long balance) {
    const std::lock_guard lock(mutex_);
    balance_ = balance;
  }

 private:
  std::mutex mutex_;
  long balance_ = 0;
};

std::array<Account, kAccounts> accounts;
Account total;

void close_day(long booked) {
  const long before = total.balance();
  total.set(before + booked);
}

void work(unsigned teller) {
  unsigned state = 12345U + teller;
  for (int i = 0; i < kBookings; ++i) {
    state = state * 1103515245U + 12345U;
    accounts[(state >> 16) % kAccounts].add(1);
  }
  close_day(kBookings);
}

}  // namespace

int main() {
  std::vector<std::thread> tellers;
  for (unsigned i = 0; i < kTellers; ++i) tellers.emplace_back(work, i);
  for (std::thread& teller : tellers) teller.join();
  assert(total.balance() == long{kTellers} * kBookings && "the total has the bookings of every teller");
}
