// FREE: Each thread announces itself and enters only if the other has not announced itself.
// WHY: In the total order of sequentially consistent operations one announcement is first, so at most one enters.
#include <atomic>
#include <thread>

std::atomic<bool> here[2];
int data;

void enter(int thread) {
  here[thread].store(true);
  if (!here[1 - thread].load()) ++data;
}

int main() {
  std::thread a(enter, 0);
  std::thread b(enter, 1);
  a.join();
  b.join();
}
