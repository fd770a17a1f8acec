// FREE: Two threads wait on copies of a shared_future and read what was written before it became ready.
// WHY: set_value synchronizes with every wait.
#include <future>
#include <thread>

std::promise<void> start;
int settings;
int seen[2];

void work(int thread, std::shared_future<void> started) {
  started.wait();
  seen[thread] = settings;
}

int main() {
  const std::shared_future<void> started = start.get_future().share();
  std::thread a(work, 0, started);
  std::thread b(work, 1, started);
  settings = 3;
  start.set_value();
  a.join();
  b.join();
}
