// BUG: The reader takes the message out of its slot too late: the writer may replace and free it in between.
// EXPECT: sanitizer_report
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
    Message* message = slot.load();
    ++reads;
    seen = message->number;
  });
  std::thread writer([] { delete slot.exchange(new Message{2, "second"}); });
  reader.join();
  writer.join();
  delete slot.load();
  return seen < 1 || seen > 2;
}
