// FREE: Two workers count a latch down after their writes; a third thread waits for it and reads.
// WHY: count_down strongly happens before the return of wait [thread.latch.class].
#include <latch>
#include <thread>

std::latch done(2);
int parts[2];
int seen;

void work(int thread) {
  parts[thread] = 1;
  done.count_down();
}

void collect() {
  done.wait();
  seen = parts[0] + parts[1];
}

int main() {
  std::thread a(work, 0);
  std::thread b(work, 1);
  std::thread c(collect);
  a.join();
  b.join();
  c.join();
}
