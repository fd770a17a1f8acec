// RACE: The producer announces by a relaxed flag and a notification, and never takes the lock.
// WHY: A notification does not synchronize by itself; only the mutex does.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable condition;
std::atomic<bool> ready;
int message;
int seen;

void produce() {
  message = 42;  // race: write
  ready.store(true, std::memory_order_relaxed);
  condition.notify_one();
}

void consume() {
  std::unique_lock guard(lock);
  while (!ready.load(std::memory_order_relaxed)) condition.wait_for(guard, std::chrono::milliseconds(1));
  seen = message;  // race: read
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}
