// A message behind a fence, whose receiver has none: its load has to acquire instead.
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
    std::atomic_thread_fence(std::memory_order_release);
    there.store(true, std::memory_order_relaxed);
  });
  std::thread receiver([] {
    if (there.load(std::memory_order_relaxed))  // lacks acquire
      assert(message == 42);
  });
  sender.join();
  receiver.join();
}
