// BUG: SIZE deposits read the balance in one critical section and write it in another; one withdrawal is forgotten.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef SIZE
#define SIZE 10
#endif

namespace {

std::mutex lock;
int balance = 1000;

int read_balance() {
  const std::lock_guard guard(lock);
  return balance;
}

void write_balance(int amount) {
  const std::lock_guard guard(lock);
  balance = amount;
}

void withdraw() {
  const std::lock_guard guard(lock);
  balance -= 1000;
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  std::mutex one_at_a_time;
  for (int i = 0; i < SIZE; ++i) {
    threads.emplace_back([&] {
      const std::lock_guard guard(one_at_a_time);
      write_balance(read_balance() + 1);
    });
  }
  threads.emplace_back(withdraw);
  for (std::thread& thread : threads) thread.join();
  assert(balance == SIZE);
}
