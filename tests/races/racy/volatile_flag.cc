// RACE: A volatile flag announces a message.
// WHY: volatile is no synchronization; the flag itself is raced for.
#include <thread>

int message;
volatile bool ready;
int seen;

void send() {
  message = 1;
  ready = true;  // race: write
}

void receive() {
  if (ready) seen = 1;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}
