// LEAK: the position of stacks, which moves with the size of the environment, and what a fresh block looks like.
#include <alloca.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <thread>

// Visible outside: a variable that nobody reads would be optimised away, and its stores with it.
std::atomic<std::uintptr_t> seen{0};

namespace {

void publish(const void* address) { seen.store(reinterpret_cast<std::uintptr_t>(address)); }

void look() {
  publish(alloca(16));
  void* block = std::malloc(40);
  publish(block);
  std::free(block);
}

}  // namespace

int main() {
  int local = 0;
  publish(&local);
  std::thread first(look);
  std::thread second(look);
  publish(&first);
  first.join();
  second.join();
}
