// RACE: The message is written after set_value.
// WHY: set_value orders only what came before it.
#include <future>
#include <thread>

std::promise<void> promise;
int message;
int seen;

void send() {
  promise.set_value();
  message = 1;  // race: write
}

void receive(std::future<void> future) {
  future.wait();
  seen = message;  // race: read
}

int main() {
  std::thread receiver(receive, promise.get_future());
  std::thread sender(send);
  sender.join();
  receiver.join();
}
