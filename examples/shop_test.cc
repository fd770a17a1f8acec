// Two customers buy at the same time. Whether there is enough left is looked at first and noted later, so they may both
// get the last ones; and only at one price anybody compares the books.
#include <atomic>
#include <cassert>
#include <thread>

#include <sleave/sleave.hpp>

int main() {
  const int price = sleave::any<int>("price");
  const int stock = sleave::any_in(1, 100, "stock");
  std::atomic<int> left{stock};
  std::atomic<int> paid{0};

  const auto buy = [&](int count) {
    const int now = left.load();
    if (now < count) return;
    left.store(now - count);
    paid.fetch_add(count * price);
  };
  std::thread first(buy, 3);
  std::thread second(buy, 4);
  first.join();
  second.join();

  if (price == 1237) assert(paid.load() + left.load() * price == stock * price);
}
