// FREE: A future is asked with a limit of time, and the message is read only if it was ready.
// WHY: wait_for that returns ready synchronizes with set_value.
#include <chrono>
#include <future>
#include <thread>

std::promise<void> promise;
int message;
int seen;

void send() {
  message = 1;
  promise.set_value();
}

void receive(std::future<void> future) {
  if (future.wait_for(std::chrono::seconds(0)) == std::future_status::ready) seen = message;
}

int main() {
  std::thread receiver(receive, promise.get_future());
  std::thread sender(send);
  sender.join();
  receiver.join();
}
