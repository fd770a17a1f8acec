// RACE: The message is replaced after the notification of a condition_variable_any, without the lock.
// WHY: The last write is outside the critical section.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable_any condition;
bool ready;
int message;
int seen;

void produce() {
  {
    std::unique_lock guard(lock);
    ready = true;
  }
  condition.notify_all();
  message = 2;  // race: write
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
