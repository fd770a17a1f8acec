// FREE: A promise is kept when its thread ends, and carries a message to two threads that wait for it.
// WHY: set_value_at_thread_exit makes the state ready after the thread's last write; that synchronizes with what
// returns [futures.state].
#include <future>
#include <thread>

std::promise<int> promise;
int message;
int seen[2];

void send() {
  promise.set_value_at_thread_exit(2);
  message = 1;
}

void receive(std::shared_future<int> future, int* result) {
  future.wait();
  *result = future.get() + message;
}

int main() {
  std::shared_future<int> future = promise.get_future().share();
  std::thread first(receive, future, &seen[0]);
  std::thread second(receive, future, &seen[1]);
  std::thread sender(send);
  sender.join();
  first.join();
  second.join();
}
