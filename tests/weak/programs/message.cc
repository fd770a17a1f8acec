// BUG: the flag is stored relaxed, so the message need not be there when it is seen.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

#ifdef REPAIRED
constexpr auto publish = std::memory_order_release;
#else
constexpr auto publish = std::memory_order_relaxed;
#endif

std::atomic<int> message;
std::atomic<bool> there;

}  // namespace

int main() {
  std::thread sender([] {
    message.store(42, std::memory_order_relaxed);
    there.store(true, publish);
  });
  std::thread receiver([] {
    while (!there.load(std::memory_order_acquire)) {
    }
    assert(message.load(std::memory_order_relaxed) == 42);
  });
  sender.join();
  receiver.join();
}
