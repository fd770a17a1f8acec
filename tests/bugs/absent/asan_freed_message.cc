// REPAIRED: The reader takes the message away while it reads, and puts it back.
// FLAGS: -fsanitize=address
#include <atomic>
#include <thread>

struct Message {
  int number;
  char text[20];
};

std::atomic<Message*> slot{new Message{1, "first"}};
std::atomic<int> reads{0};

int main() {
  int seen = 0;
  std::thread reader([&] {
    Message* message = slot.exchange(nullptr);
    ++reads;
    seen = message->number;
    delete slot.exchange(message);
  });
  std::thread writer([] { delete slot.exchange(new Message{2, "second"}); });
  reader.join();
  writer.join();
  delete slot.load();
  return seen < 1 || seen > 2;
}
