// FREE: A thread gives away the address of its thread_local variable and leaves it alone until the other has finished.
// WHY: The store to `address` is after the write, the load of `finished` before the end of the object.
#include <atomic>
#include <thread>

thread_local int calls;
std::atomic<int*> address;
std::atomic<bool> finished;
int seen;

void count() {
  ++calls;
  address.store(&calls);
  while (!finished.load()) std::this_thread::yield();
  ++calls;
}

void look() {
  int* there = nullptr;
  while ((there = address.load()) == nullptr) std::this_thread::yield();
  seen = *there;
  finished.store(true);
}

int main() {
  std::thread a(count);
  std::thread b(look);
  a.join();
  b.join();
}
