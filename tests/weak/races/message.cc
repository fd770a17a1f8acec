// A message that is handed over by a flag, whose store does not release it.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

int message;
std::atomic<bool> there;

}  // namespace

int main() {
  std::thread sender([] {
    message = 42;
    there.store(true, std::memory_order_relaxed);  // lacks release
  });
  std::thread receiver([] {
    if (there.load(std::memory_order_acquire)) assert(message == 42);
  });
  sender.join();
  receiver.join();
}
