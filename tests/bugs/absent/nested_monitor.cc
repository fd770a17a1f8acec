// REPAIRED: The outer lock is released before the wait.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex outer;
std::mutex inner;
std::condition_variable filled;
int items = 0;

void take() {
  std::unique_lock whole(outer);
  std::unique_lock part(inner);
  whole.unlock();
  filled.wait(part, [] { return items > 0; });
  --items;
}

void put() {
  std::lock_guard whole(outer);
  std::lock_guard part(inner);
  ++items;
  filled.notify_one();
}

}  // namespace

int main() {
  std::thread taker(take);
  std::thread putter(put);
  taker.join();
  putter.join();
}
