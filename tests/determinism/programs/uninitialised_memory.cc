// LEAK: what fresh heap and stack memory happens to hold.
#include <atomic>
#include <cstdlib>
#include <thread>

// Visible outside: a variable that nobody reads would be optimised away, and its stores with it.
std::atomic<unsigned> seen{0};

namespace {

void peek() {
  for (std::size_t bytes : {24u, 200u, 4000u}) {
    auto* block = static_cast<volatile unsigned*>(std::malloc(bytes));
    seen.store(block[0] + block[2]);
    block[0] = 7;
    std::free(const_cast<unsigned*>(block));
  }
}

}  // namespace

int main() {
  std::thread first(peek);
  std::thread second(peek);
  first.join();
  second.join();
}
