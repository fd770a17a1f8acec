// FREE: The message is written under the lock before it is announced.
// WHY: The wait reacquires the mutex, so the producer's unlock synchronizes with it.
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
    message = 42;
    ready = true;
  }
  condition.notify_one();
}

void consume() {
  std::unique_lock guard(lock);
  condition.wait(guard, [] { return ready; });
  guard.unlock();
  seen = message;
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}
