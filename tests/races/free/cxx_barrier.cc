// FREE: The completion function of a std::barrier sums what the threads wrote; they read the sum.
// WHY: Arrivals happen before the completion step, and it happens before the returns [thread.barrier].
#include <barrier>
#include <thread>

int parts[2];
int sum;
int seen[2];

struct Sum {
  void operator()() noexcept { sum = parts[0] + parts[1]; }
};

std::barrier<Sum> meeting(2);

void work(int thread) {
  for (int round = 0; round < 2; ++round) {
    parts[thread] = round;
    meeting.arrive_and_wait();
    seen[thread] += sum;
  }
}

int main() {
  std::thread a(work, 0);
  std::thread b(work, 1);
  a.join();
  b.join();
}
