// A producer hands 250,000 readings to a consumer through a ring of 64 places, with a lock and two semaphores. At the
// end it announces the end and only then writes the summary that the consumer prints: nothing orders the two.
#include <semaphore.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <mutex>
#include <thread>

namespace {

constexpr int kReadings = 250'000;
constexpr std::size_t kPlaces = 64;

class Ring {
 public:
  Ring() {
    sem_init(&free_, 0, kPlaces);
    sem_init(&used_, 0, 0);
  }

  void put(int value) {
    sem_wait(&free_);
    {
      const std::lock_guard lock(mutex_);
      places_[last_++ % kPlaces] = value;
    }
    sem_post(&used_);
  }

  int take() {
    sem_wait(&used_);
    int value = 0;
    {
      const std::lock_guard lock(mutex_);
      value = places_[first_++ % kPlaces];
    }
    sem_post(&free_);
    return value;
  }

 private:
  sem_t free_{};
  sem_t used_{};
  std::mutex mutex_;
  std::array<int, kPlaces> places_{};
  std::size_t first_ = 0;
  std::size_t last_ = 0;
};

constexpr int kEnd = -1;

Ring ring;
std::atomic<long> summary{0};

void produce() {
  for (int i = 0; i < kReadings; ++i) ring.put(i);
  ring.put(kEnd);
  summary.store(kReadings);
}

void consume() {
  long taken = 0;
  while (ring.take() != kEnd) ++taken;
  assert(summary.load() == taken && "the summary is written before the end is announced");
}

}  // namespace

int main() {
  std::thread consumer(consume);
  std::thread producer(produce);
  producer.join();
  consumer.join();
}
