// RACE: A future is asked with a limit of time, and the message is read even if it was not ready.
// SCHEDULE: some; the answer must be "not ready".
// WHY: wait_for synchronizes only if it returns ready.
#include <chrono>
#include <future>
#include <thread>

std::promise<void> promise;
int message;
int seen;

void send() {
  message = 1;  // race: write
  promise.set_value();
}

void receive(std::future<void> future) {
  const auto status = future.wait_for(std::chrono::seconds(0));
  seen = message + static_cast<int>(status);  // race: read
}

int main() {
  std::thread receiver(receive, promise.get_future());
  std::thread sender(send);
  sender.join();
  receiver.join();
}
