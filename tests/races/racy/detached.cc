// RACE: A detached thread reports its end by a relaxed flag.
// WHY: A relaxed store does not synchronize, and nobody joins the thread.
#include <atomic>
#include <thread>

std::atomic<bool> finished;
int result;
int seen;

int main() {
  std::thread([] {
    result = 1;  // race: write
    finished.store(true, std::memory_order_relaxed);
  }).detach();
  while (!finished.load(std::memory_order_relaxed)) std::this_thread::yield();
  seen = result;  // race: read
}
