#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <thread>

#include "account.h"

TEST_CASE("deposits are kept") {
  Account account(0);
  std::thread one([&] { account.deposit(1); });
  account.deposit(2);
  one.join();
  CHECK(account.balance() == 3);
}

TEST_CASE("an account is never overdrawn, whoever draws [threads]") {
  Account account(100);
  std::thread one([&] { account.withdraw(80); });
  account.withdraw(80);
  one.join();
  CHECK(account.balance() == 20);
}
