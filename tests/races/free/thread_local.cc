// FREE: Each thread counts in its own thread_local variable.
// WHY: Each thread has its own object.
#include <thread>

thread_local int calls;
int seen[2];

void count(int thread) {
  for (int i = 0; i < 3; ++i) ++calls;
  seen[thread] = calls;
}

int main() {
  std::thread a(count, 0);
  std::thread b(count, 1);
  a.join();
  b.join();
}
