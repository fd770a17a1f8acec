#undef NDEBUG
#include <cassert>
#include <thread>

#include "account.h"

int main() {
  Account account(100);
  std::thread one([&] { account.withdraw(80); });
  std::thread other([&] { account.withdraw(80); });
  one.join();
  other.join();
  assert(account.balance() == 20);
}
