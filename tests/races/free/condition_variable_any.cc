// FREE: condition_variable_any waits with a shared_mutex; the message is written under its exclusive side.
// WHY: The writer's unlock synchronizes with the reader's lock_shared.
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
std::condition_variable_any condition;
int message;
int seen;

void produce() {
  {
    std::unique_lock guard(lock);
    message = 1;
  }
  condition.notify_all();
}

void consume() {
  std::shared_lock guard(lock);
  condition.wait(guard, [] { return message != 0; });
  seen = message;
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}
