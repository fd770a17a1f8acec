// FREE: A promise carries a message beside its value.
// WHY: set_value synchronizes with the get that returns the value [futures.state].
#include <future>
#include <thread>

std::promise<int> promise;
int message;
int seen;

void send() {
  message = 1;
  promise.set_value(2);
}

void receive() { seen = promise.get_future().get() + message; }

int main() {
  std::thread receiver(receive);
  std::thread sender(send);
  sender.join();
  receiver.join();
}
