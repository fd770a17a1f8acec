// CLASSES: once 1 = 2 + 0
// CLASSES: once 2 = 9 + 0
// CLASSES: once 3 = 64 + 0
// OPTIONS: --choices=+trylock
// Try-locks that may fail by themselves. A thread that fails does nothing, so a class is an order of those that take
// the lock, and for each of the others the lock or unlock that it finds, or that it is first: of k that take it, 2k + 1
// places. The sum over k of C(n, k) k! (2k + 1)^(n - k).
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

std::mutex a;

void take_once() {
  if (a.try_lock()) a.unlock();
}

}  // namespace

int main(int, char** arguments) {
  std::vector<std::thread> threads(static_cast<std::size_t>(std::atoi(arguments[2])));
  for (std::thread& thread : threads) thread = std::thread(take_once);
  for (std::thread& thread : threads) thread.join();
}
