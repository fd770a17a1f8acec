// RACE: The producer finishes the message only after it has announced it.
// WHY: The second write comes after the unlock that synchronizes with the consumer's lock.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable condition;
bool ready;
int message;
int seen;

void produce() {
  {
    std::lock_guard guard(lock);
    ready = true;
  }
  condition.notify_one();
  message = 42;  // race: write
}

void consume() {
  std::unique_lock guard(lock);
  condition.wait(guard, [] { return ready; });
  seen = message;  // race: read
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}
