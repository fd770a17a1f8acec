// REPAIRED: The producer always notifies.
// INPUT: sizes x, y, z of 8 bits, limit 0..1023
// WITNESS: x=200 y=100 z=50 limit=320
#include <sleave/sleave.hpp>

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable changed;
int queued = 0;
bool finished = false;

void produce(const std::array<std::uint8_t, 3>& sizes, int limit) {
  int total = 0;
  bool cut = false;
  for (const int size : sizes) {
    if (size == 0) break;
    total += size;
    cut = total > limit;
    const std::lock_guard lock(mutex);
    if (cut) break;
    ++queued;
  }
  const std::lock_guard lock(mutex);
  finished = true;
  changed.notify_one();
}

void consume() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return finished; });
}

}  // namespace

int main() {
  const std::array<std::uint8_t, 3> sizes{sleave::any<std::uint8_t>("x"), sleave::any<std::uint8_t>("y"),
                                          sleave::any<std::uint8_t>("z")};
  const int limit = sleave::any_in(0, 1023, "limit");
  std::thread producer([&] { produce(sizes, limit); });
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}
