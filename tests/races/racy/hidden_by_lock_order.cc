// RACE: A write before a critical section and a write after one; the sections have nothing to do with the data.
// SCHEDULE: some; the second thread's section must come first, else the lock happens to order the writes.
// WHY: If the second section is earlier, neither write happens before the other.
#include <mutex>
#include <thread>

std::mutex lock;
int data;
int entries;

void first() {
  data = 1;  // race: write
  std::lock_guard guard(lock);
  ++entries;
}

void second() {
  {
    std::lock_guard guard(lock);
    ++entries;
  }
  data = 2;  // race: write
}

int main() {
  std::thread a(first);
  std::thread b(second);
  a.join();
  b.join();
}
