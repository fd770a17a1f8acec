// Four threads make 70,000 transfers each between 32 accounts, and take the locks of the two accounts in their order.
// When all of them are done, each pays a fee, and takes the locks of payer and payee: two threads that pay each other
// can wait for each other.
#include <algorithm>
#include <array>
#include <barrier>
#include <cassert>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

namespace {

constexpr unsigned kThreads = 4;
constexpr int kTransfers = 70'000;
constexpr unsigned kAccounts = 32;

struct Account {
  std::mutex mutex;
  long balance = 1'000'000;
};

std::array<Account, kAccounts> accounts;
std::barrier all_done(kThreads);

void move_one(unsigned from, unsigned to) {
  --accounts[from].balance;
  ++accounts[to].balance;
}

void transfer(unsigned from, unsigned to) {
  const std::lock_guard first(accounts[std::min(from, to)].mutex);
  const std::lock_guard second(accounts[std::max(from, to)].mutex);
  move_one(from, to);
}

void pay_fee(unsigned from, unsigned to) {
  const std::lock_guard payer(accounts[from].mutex);
  const std::lock_guard payee(accounts[to].mutex);
  move_one(from, to);
}

void work(unsigned thread) {
  unsigned state = 12345U + thread;
  for (int i = 0; i < kTransfers; ++i) {
    state = state * 1103515245U + 12345U;
    const unsigned from = (state >> 16) % kAccounts;
    transfer(from, (from + 1 + (state >> 24) % (kAccounts - 1)) % kAccounts);
  }
  all_done.arrive_and_wait();
  pay_fee(thread, kThreads - 1 - thread);
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  const long sum = std::accumulate(accounts.begin(), accounts.end(), 0L,
                                   [](long before, const Account& account) { return before + account.balance; });
  assert(sum == long{kAccounts} * 1'000'000 && "money is moved, not made");
}
