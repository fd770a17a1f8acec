// FREE: A thread polls a latch and reads only if it is open.
// WHY: try_wait that returns true is ordered after every count_down.
#include <latch>
#include <thread>

std::latch done(1);
int part;
int seen;

void work() {
  part = 1;
  done.count_down();
}

void poll() {
  if (done.try_wait()) seen = part;
}

int main() {
  std::thread a(work);
  std::thread b(poll);
  a.join();
  b.join();
}
