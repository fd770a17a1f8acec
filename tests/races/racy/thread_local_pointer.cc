// RACE: A thread gives away the address of its thread_local variable and goes on changing it.
// WHY: The object belongs to one thread, but the other one reads it, unordered with the later write.
#include <atomic>
#include <thread>

thread_local int calls;
std::atomic<int*> address;
std::atomic<bool> finished;
int seen;

void count() {
  address.store(&calls);
  ++calls;  // race: write
  while (!finished.load()) std::this_thread::yield();
}

void look() {
  int* there = nullptr;
  while ((there = address.load()) == nullptr) std::this_thread::yield();
  seen = *there;  // race: read
  finished.store(true);
}

int main() {
  std::thread a(count);
  std::thread b(look);
  a.join();
  b.join();
}
