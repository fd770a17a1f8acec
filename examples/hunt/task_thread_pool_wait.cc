// task-thread-pool, commit 3ff123c (June 2024); needs its header task_thread_pool.hpp.
//
// Two threads wait for the pool. The one that returns first turns the notification off for both: wait_for_tasks() never
// returns. Found in run 1.
#include <cassert>
#include <task_thread_pool.hpp>
int main() {
  std::atomic<int> n{0};
  task_thread_pool::task_thread_pool p(1);
  for (int i = 0; i < 2; i++) p.submit_detach([&] { n++; });
  std::thread t([&] { p.wait_for_queued_tasks(); });
  p.wait_for_tasks();
  assert(n == 2);
  t.join();
}
